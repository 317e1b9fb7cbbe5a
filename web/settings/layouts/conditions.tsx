import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Modal, Select } from 'antd'
import { useState } from 'react'
import type { Terms } from '../../../model/kit/fields.ts'
import type { WireField, WireSchema } from '../../../model/kit/wire/wire.ts'
import { isDemanded, isJudged, type PlacedField } from '../../../model/settings/layouts/form-layout.ts'
import { useWords } from '../../words/language.ts'
import { mayRequire, placeable } from './drafting.ts'

type Term = { code: string; isNot: boolean; values: string[] }
type Kept = { required_when: Terms | undefined; shown_when: Terms | undefined }
type ConditionsProps = { schema: WireSchema; field: WireField; placed: PlacedField; onKeep: (kept: Kept) => void; onClose: () => void }

const MAX_TERMS = 5

/** The conditions under which a field is required, and shown at all: values of choices, which must all hold. */
export function Conditions({ schema, field, placed, onKeep, onClose }: ConditionsProps) {
  const { t } = useWords()
  const [required, setRequired] = useState(() => rowsOf(placed.required_when))
  const [shown, setShown] = useState(() => rowsOf(placed.shown_when))
  const judged = placeable(schema).filter((one) => isJudged(one) && one.code !== field.code && choicesOf(one, t).length > 0)
  return (
    <Modal
      open
      title={t('layout.conditionsOf', { label: field.label })}
      okText={t('layout.take')}
      onOk={() => {
        onKeep({ required_when: termsOf(required), shown_when: termsOf(shown) })
        onClose()
      }}
      onCancel={onClose}
      width={640}
    >
      <h3>{t('layout.requiredWhen')}</h3>
      <Rows rows={required} judged={judged} isFixed={!mayRequire(field, schema)} onChange={setRequired} />
      <h3>{t('layout.shownWhen')}</h3>
      <Rows rows={shown} judged={judged} isFixed={isDemanded(field)} onChange={setShown} />
    </Modal>
  )
}

type RowsProps = { rows: readonly Term[]; judged: readonly WireField[]; isFixed: boolean; onChange: (rows: Term[]) => void }

function Rows({ rows, judged, isFixed, onChange }: RowsProps) {
  const { t } = useWords()
  if (isFixed) return <p className="quiet">{t('layout.fixed')}</p>
  const change = (at: number, changes: Partial<Term>) => onChange(rows.map((row, number) => (number === at ? { ...row, ...changes } : row)))
  const free = judged.filter(({ code }) => !rows.some((row) => row.code === code))
  return (
    <>
      {!rows.some(({ code }) => judged.some((one) => one.code === code)) && <p className="quiet">{t('layout.noCondition')}</p>}
      {rows.map((row, at) => {
        const of = judged.find(({ code }) => code === row.code)
        if (!of) return null // of a field that this person does not read, or that was removed
        return (
          <div key={row.code} className="layout-term">
            <Select
              value={row.code}
              aria-label={t('layout.termField')}
              options={judged.filter((one) => one === of || free.includes(one)).map(({ code, label }) => ({ value: code, label }))}
              showSearch={{ optionFilterProp: 'label' }}
              onChange={(code) => change(at, { code, values: [] })}
            />
            <Select
              value={row.isNot}
              aria-label={t('layout.termIs')}
              options={[
                { value: false, label: t('layout.is') },
                { value: true, label: t('layout.isNot') },
              ]}
              onChange={(isNot) => change(at, { isNot })}
            />
            <Select
              mode="multiple"
              value={row.values}
              aria-label={t('layout.termValues')}
              options={choicesOf(of, t)}
              showSearch={{ optionFilterProp: 'label' }}
              onChange={(values) => change(at, { values })}
            />
            <Button
              type="text"
              icon={<DeleteOutlined />}
              aria-label={t('layout.removeTerm')}
              onClick={() => onChange(rows.filter((_, number) => number !== at))}
            />
          </div>
        )
      })}
      <Button
        icon={<PlusOutlined />}
        size="small"
        disabled={free.length === 0 || rows.length >= MAX_TERMS}
        onClick={() => onChange([...rows, { code: free[0]?.code ?? '', isNot: false, values: [] }])}
      >
        {t('layout.addTerm')}
      </Button>
    </>
  )
}

const choicesOf = (field: WireField, t: ReturnType<typeof useWords>['t']) =>
  field.type === 'boolean'
    ? [
        { value: 'true', label: t('yes') },
        { value: 'false', label: t('no') },
      ]
    : (field.options ?? []).map(({ code, label }) => ({ value: code, label }))

const rowsOf = (terms: Terms | undefined): Term[] =>
  Object.entries(terms ?? {}).map(([code, wanted]) =>
    'not' in wanted ? { code, isNot: true, values: [...wanted.not] } : { code, isNot: false, values: [...wanted] },
  )

/** A row without a value is ignored. */
function termsOf(rows: readonly Term[]): Terms | undefined {
  const said = rows.filter(({ values }) => values.length > 0)
  return said.length > 0 ? Object.fromEntries(said.map(({ code, isNot, values }) => [code, isNot ? { not: values } : values])) : undefined
}
