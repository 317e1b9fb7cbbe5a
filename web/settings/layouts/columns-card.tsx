import { Select } from 'antd'
import { MAX_COLUMNS } from '../../../model/settings/layouts/list-layout.ts'
import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import { isColumn } from '../../records/list/list-settings.ts'
import { useWords } from '../../words/language.ts'

type ColumnsCardProps = { schema: WireSchema; columns: readonly string[] | null; onChange: (columns: string[] | null) => void }

/** The columns that a list has until its person chooses others; in the order in which they are chosen. */
export function ColumnsCard({ schema, columns, onChange }: ColumnsCardProps) {
  const { t } = useWords()
  const known = schema.fields.filter(isColumn)
  return (
    <section className="layout-group" aria-label={t('layout.columns')}>
      <header>
        <strong>{t('layout.columns')}</strong>
        <span className="quiet">{t('layout.columnsText')}</span>
      </header>
      <Select
        mode="multiple"
        className="layout-columns"
        aria-label={t('layout.columns')}
        placeholder={t('layout.columnsNone')}
        maxCount={MAX_COLUMNS}
        value={(columns ?? []).filter((code) => known.some((field) => field.code === code))}
        options={known.map(({ code, label }) => ({ value: code, label }))}
        showSearch={{ optionFilterProp: 'label' }}
        allowClear
        onChange={(codes) => onChange(codes.length > 0 ? codes : null)}
      />
    </section>
  )
}
