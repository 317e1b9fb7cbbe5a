import type { Field } from '../../../model/kit/fields.ts'
import { type Places, partAt, withPart } from '../../../model/kit/places.ts'
import { RULE_PLACES } from '../../../model/docketing/rules/rule-columns.ts'
import { newPrice, priceKey, PRICE_PLACES } from '../../../model/fees/schedule/price-columns.ts'
import type { FeeRow } from '../../../model/fees/schedule/schedule.ts'
import { fieldOf, modelNamed } from '../../records/registry.ts'
import { sameValue } from '../../records/write/checks/same-value.ts'
import { faultAt, setValue } from '../../records/write/checks/validate.ts'
import { parseValue } from '../../records/write/values.ts'
import { checkCaseKind, checkFacts, checkTransition, withCaseKind } from './rule-kind.ts'
import { checkRuleWords } from './rule-words.ts'
import type { Part } from '../../records/modules.ts'
import type { Context, Draft } from '../../records/context.ts'

/** The content holds the whole rule or price; the columns that repeat parts of it always agree with it. */
export const lawColumns: Part = {
  hooks: [
    {
      model: 'deadline_rule',
      prepare: (ctx, drafts) => drafts.forEach((draft) => prepareRule(ctx, draft)),
      check: async (ctx, drafts) => {
        for (const draft of drafts) {
          checkCaseKind(ctx, 'deadline_rule', draft)
          checkFacts(ctx, draft)
        }
        await checkRuleWords(ctx, drafts)
      },
    },
    {
      model: 'fee_schedule',
      prepare: (ctx, drafts) => drafts.forEach((draft) => preparePrice(ctx, draft)),
      check: (ctx, drafts) => drafts.forEach((draft) => checkCaseKind(ctx, 'fee_schedule', draft)),
    },
    { model: 'document_type', check: (ctx, drafts) => drafts.forEach((draft) => checkTransition(ctx, draft)) },
  ],
}

function prepareRule(ctx: Context, draft: Draft) {
  const content = withCaseKind(ctx, draft.row.content, draft.row.case_kind)
  if (content !== draft.row.content) setValue(draft, 'content', content)
  keepInStep(ctx, draft, RULES)
}

function preparePrice(ctx: Context, draft: Draft) {
  const content = draft.row.content ?? null
  const isRow = typeof content === 'object' && content !== null && !Array.isArray(content)
  if (!draft.before && (isRow || content === null)) setValue(draft, 'content', { ...ordinaryPrice(draft), ...content })
  keepInStep(ctx, draft, PRICES)
  if (!draft.row.row_key) setValue(draft, 'row_key', priceKey(draft.row.content as FeeRow)) // in any form; an invalid one is refused
}

/** The parts of the default price that no column overrides. */
const ordinaryPrice = ({ row }: Draft) =>
  Object.fromEntries(
    Object.entries(newPrice).filter(([key]) => !Object.entries(PRICE_PLACES).some(([code, [place]]) => place === key && isSaid(row[code]))),
  )

const isSaid = (value: unknown) => value !== undefined && value !== null && value !== ''

/** `blank`: the content for an empty column. */
type Kind = { name: string; places: Places; blank: (part: string) => unknown }
const RULES: Kind = { name: 'deadline_rule', places: RULE_PLACES, blank: () => undefined }
const PRICES: Kind = { name: 'fee_schedule', places: PRICE_PLACES, blank: (part) => Object.entries(newPrice).find(([key]) => key === part)?.[1] }

/** Syncs columns and content: the changed one decides; where both changed, the content decides. */
function keepInStep(ctx: Context, draft: Draft, { name, places, blank }: Kind) {
  const model = modelNamed(ctx.tenant.models, name)
  for (const [code, place] of Object.entries(places)) {
    const field = fieldOf(model, code)
    if (!field) continue
    const part = partAt(draft.row.content, place) ?? null
    const isPartNew = !sameValue(part, partAt(draft.before?.content, place) ?? null)
    const value = draft.row[code] ?? null
    if (field.immutable && isPartNew && isSaid(value) && !sameValue(part, value))
      faultAt(ctx, model, draft, 'content', [`与“${field.zh}”不一致`, `does not match the field “${field.en}”`])
    else if (draft.changed.has(code) && !isPartNew)
      setValue(draft, 'content', withPart(draft.row.content, place, isSaid(value) ? value : blank(place[0] ?? '')))
    else if (isPartNew) setValue(draft, code, columnOf(field, part, draft.row.content))
  }
}

const MAX_CHARS = 500

/** The value as the column stores it: a wrong type is refused by the check of the law. */
function columnOf(field: Field, part: unknown, content: unknown): unknown {
  if (!isSaid(part)) return null
  const parsed = parseValue(field, typeof part === 'string' ? part.slice(0, MAX_CHARS) : part, content as Record<string, unknown>) // just read
  return 'value' in parsed ? parsed.value : null
}
