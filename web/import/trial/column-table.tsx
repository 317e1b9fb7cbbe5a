import { CheckCircleOutlined, MinusCircleOutlined, QuestionCircleOutlined } from '@ant-design/icons'
import { Grid, Select, Tag } from 'antd'
import type { ReactNode } from 'react'
import type { Column } from '../../../model/import/column.ts'
import type { ImportPreview } from '../../../model/import/import-routes.ts'
import type { Word } from '../../words/language.ts'
import { useWords } from '../../words/language.ts'
import type { Sureness, Wizard } from '../wizard.ts'
import { surenessOf } from '../wizard.ts'
import { Table } from '../../ui/table.tsx'

const MARKS: Readonly<Record<Sureness | 'said', readonly [Word, ReactNode, string]>> = {
  sure: ['import.sure', <CheckCircleOutlined key="i" aria-hidden />, 'success'],
  likely: ['import.likely', <QuestionCircleOutlined key="i" aria-hidden />, 'warning'],
  none: ['import.none', <MinusCircleOutlined key="i" aria-hidden />, 'default'],
  barred: ['import.barred', <MinusCircleOutlined key="i" aria-hidden />, 'error'],
  said: ['import.said', <CheckCircleOutlined key="i" aria-hidden />, 'processing'],
}

/** A column of the file with its place in the row and some of its values. */
export type Line = Column & { at: number; examples: string[] }

type ColumnTableProps = Pick<ImportPreview, 'targets'> & {
  lines: readonly Line[]
  mapping: Record<string, string | null>
  said: Wizard['said']
  onSay: (heading: string, field: string | null) => void
}

/** Each column with the field that it fills, which a person may change. */
export function ColumnTable({ lines, targets, mapping, said, onSay }: ColumnTableProps) {
  const { t } = useWords()
  const { md: isWide = true } = Grid.useBreakpoint()
  return (
    <Table<Line>
      rowKey="at"
      size="small"
      dataSource={lines}
      pagination={false}
      {...(isWide ? { scroll: { x: 760 } } : { tableLayout: 'fixed' })}
      columns={[
        {
          title: t('import.column'),
          dataIndex: 'heading',
          ...(isWide && { width: 220 }),
          render: (heading: string, { examples }) => (
            <>
              <b>{heading}</b>
              {!isWide && <div className="quiet import-raw">{examples[0]}</div>}
            </>
          ),
        },
        {
          title: t('import.examples'),
          ellipsis: true,
          responsive: ['md'],
          render: (_, { examples }) => <span className="quiet number examples">{examples.join('  ·  ') || '—'}</span>,
        },
        {
          title: t('import.field'),
          width: isWide ? 280 : 190,
          render: (_, line) => (
            <>
              <FieldChoice heading={line.heading} targets={targets} field={mapping[line.heading] ?? ''} onSay={onSay} />
              {!isWide && <Mark line={line} mapping={mapping} said={said} />}
            </>
          ),
        },
        { title: t('import.how'), width: 130, responsive: ['md'], render: (_, line) => <Mark line={line} mapping={mapping} said={said} /> },
      ]}
    />
  )
}

type FieldChoiceProps = Pick<ColumnTableProps, 'targets' | 'onSay'> & { heading: string; field: string }

function FieldChoice({ heading, field: chosen, targets, onSay }: FieldChoiceProps) {
  const { t } = useWords()
  return (
    <Select
      size="small"
      value={chosen}
      onChange={(field) => onSay(heading, field || null)}
      options={[
        { value: '', label: t('import.leaveOut') },
        ...targets.map(({ code, label, required }) => ({ value: code, label: required ? `${label} *` : label })),
      ]}
      showSearch={{ optionFilterProp: 'label' }}
      aria-label={t('import.fieldOf', { heading })}
      style={{ width: '100%' }}
    />
  )
}

/** The confidence of the recognition of a column. */
function Mark({ line, mapping, said }: Pick<ColumnTableProps, 'mapping' | 'said'> & { line: Line }) {
  const { t } = useWords()
  const [word, icon, colour] = MARKS[line.heading in said ? 'said' : surenessOf({ ...line, field: mapping[line.heading] ?? null })]
  return (
    <Tag color={colour} icon={icon}>
      {t(word)}
    </Tag>
  )
}
