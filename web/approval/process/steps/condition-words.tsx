import type { WireField, WireSchema } from '../../../../model/kit/wire/wire.ts'
import { dayText } from '../../../fields/moments.ts'
import { useNames } from '../../../fields/names.ts'
import { optionLabel } from '../../../fields/option-label.ts'
import { type Group, groupOf, isGroup, type Row } from '../../../records/filter/conditions.ts'
import { type Say, useWords } from '../../../words/language.ts'

type Known = { schema: WireSchema; names: ReadonlyMap<string, string>; t: Say; tag: string }

/** A condition in the words of its model; a condition that rows cannot express is shown as the query itself. */
export function ConditionWords({ schema, iql }: { schema: WireSchema; iql: string }) {
  const { t, tag } = useWords()
  const group = groupOf(iql, schema)
  const rows = group ? rowsIn(group) : []
  const referring = rows.find(({ field }) => fieldOf(schema, field)?.to !== undefined)
  const to = referring && fieldOf(schema, referring.field)?.to
  const names = useNames(
    to,
    rows.flatMap(({ field, values }) => (fieldOf(schema, field)?.to === to ? values : [])),
  )
  return group ? <>{groupText(group, { schema, names, t, tag })}</> : <code>{iql}</code>
}

const fieldOf = (schema: WireSchema, code: string) => schema.fields.find((field) => field.code === code)
const rowsIn = (group: Group): Row[] => group.of.flatMap((one) => (isGroup(one) ? rowsIn(one) : [one]))

function groupText(group: Group, known: Known): string {
  const parts = group.of.map((one) => (isGroup(one) ? `(${groupText(one, known)})` : rowText(one, known)))
  return parts.join(known.t(group.join === 'and' ? 'process.and' : 'process.or'))
}

function rowText({ field, op, values }: Row, known: Known): string {
  const of = fieldOf(known.schema, field)
  const list = values.map((value) => (of ? valueText(of, value, known) : value)).join(known.t('process.comma'))
  return [of?.label ?? field, known.t(`op.${op}`), list].filter(Boolean).join(' ')
}

function valueText(field: WireField, value: string, { names, tag }: Known): string {
  if (field.options) return optionLabel(field, value)
  if (field.to) return names.get(value) ?? '…'
  return field.type === 'date' && /^\d{4}-\d\d-\d\d$/.test(value) ? dayText(value, tag) : value
}
