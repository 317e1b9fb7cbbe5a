import type { WireField, WireSchema } from '../../../model/kit/wire/wire.ts'
import { dayText } from '../../fields/moments.ts'
import { useNames } from '../../fields/names.ts'
import { optionLabel } from '../../fields/option-label.ts'
import { useWords } from '../../words/language.ts'
import { splitOrder } from '../list/list-address.ts'
import { opWord } from './condition-rows.tsx'
import { type Group, groupOf, isGroup, type Row } from './conditions.ts'

type WordsProps = {
  schema: WireSchema
  iql: string
  /** The name of the caller: the query may contain “me”. */
  asker: string
}

/** A query in words: each condition that words can express; the rest stays text. */
export function ConditionWords({ schema, iql, asker }: WordsProps) {
  const { t } = useWords()
  const words: WireSchema = { ...schema, fields: [...schema.fields, anyField(t('condition.any'))] }
  const group = groupOf(iql, words)
  if (!group) return <code>{splitOrder(iql).condition}</code>
  if (group.of.length === 0) return <>{t('condition.all')}</>
  return <GroupWords schema={words} group={group} asker={asker} />
}

const anyField = (label: string): WireField => ({
  ...{ code: 'ANY', label, zh: label, en: label, type: 'string', required: false, searchable: true, sortable: false },
  ...{ editable: false, settable: false, list: false, unique: false, importable: false, exportable: false },
})

function GroupWords({ schema, group, asker }: { schema: WireSchema; group: Group; asker: string }) {
  const { t } = useWords()
  return (
    <>
      {group.of.map((one, at) => (
        // Rows have no name of their own; their index is the key.
        // oxlint-disable-next-line react/no-array-index-key
        <span key={at}>
          {at > 0 && t(group.join === 'and' ? 'condition.also' : 'condition.either')}
          {isGroup(one) ? (
            <>
              {t('condition.open')}
              <GroupWords schema={schema} group={one} asker={asker} />
              {t('condition.close')}
            </>
          ) : (
            <RowWords field={schema.fields.find(({ code }) => code === one.field)} row={one} asker={asker} />
          )}
        </span>
      ))}
    </>
  )
}

function RowWords({ field, row: { op, values }, asker }: { field: WireField | undefined; row: Row; asker: string }) {
  const { t, tag } = useWords()
  const names = useNames(field?.to, values)
  if (!field) return null
  const said = values.map((value) => {
    if (op === 'next' || op === 'last') return durationText(value, t)
    if (field.to) return names.get(value) ?? '…'
    return field.options ? optionLabel(field, value) : dayText(value, tag)
  })
  const value = op === 'me' ? asker : op === 'between' ? said.join(' – ') : said.join(t('condition.comma'))
  return <>{t('condition.said', { field: field.label, op: t(op === 'me' ? 'op.=' : opWord(field, op)), value }).trim()}</>
}

const durationText = (value: string, t: ReturnType<typeof useWords>['t']) => {
  const [, count = '', unit] = /^(\d+)([dmy])$/.exec(value) ?? []
  return unit === 'd' || unit === 'm' || unit === 'y' ? `${count} ${t(`unit.${unit}`)}` : value
}
