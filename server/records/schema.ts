import { whoMay } from '../../model/auth/roles/permission-actions.ts'
import { fieldsRead } from '../../model/kit/conditions.ts'
import type { CaseKind } from '../../model/cases/case-kind.ts'
import { mayImport } from '../../model/import/headings.ts'
import { HEAD } from '../../model/cases/head-fields.ts'
import { labelOf, type AttachmentField, type Field, type Lang, type Options, type When, wordIn, type Words } from '../../model/kit/fields.ts'
import { type Model, PHASES, type Verb } from '../../model/kit/model.ts'
import { takesWords } from '../../model/kit/pictures.ts'
import type { WireField, WireSchema } from '../../model/kit/wire/wire.ts'
import { outcomeOf } from './abilities.ts'
import { authorizeAction } from './actions.ts'
import { codesIn, conditionSays, isFew } from './words/code-words.ts'
import { mayState } from './permission/may-state.ts'
import { accessOf, authorize } from './permission/permission.ts'
import { fieldOf, fieldsOf } from './registry.ts'
import { isSortable } from './query/conditions/order.ts'
import { mayTake } from './write/states.ts'
import type { Context } from './context.ts'

const VERBS: readonly Verb[] = ['get', 'search', 'count', 'create', 'update', 'delete', 'transition', 'import', 'export']

/** GET do/schema: the model's metadata, limited to what this person may see. */
export function schemaOf(ctx: Context, model: Model): WireSchema {
  const access = accessOf(ctx, model)
  const fields = fieldsOf(model).filter(([code]) => access.mayRead(code) || access.mayKnowSet(code))
  const { states } = model
  return {
    model: model.name,
    label: labelOf(model, ctx.lang),
    zh: model.zh,
    en: model.en,
    display: [...model.display],
    display_first: model.display_first ?? false,
    ...(model.company_of && { company_of: model.company_of }),
    fields: fields.map(([code, field]) => wireField(ctx, model, code, field)),
    groups: Object.entries(model.groups ?? {}).map(([code, words]) => ({ code, label: wordIn(words, ctx.lang) })),
    ...(model.system && { system: { flag: 'is_system', fixed: model.system.fixed === '*' ? '*' : [...model.system.fixed] } }),
    ...(model.inline && { inline: Object.entries(model.inline).map(([code, of]) => ({ code, ...of })) }),
    ...(states && {
      states: {
        field: states.field,
        closed: [...states.closed],
        ...(states.aside && { aside: [...states.aside] }),
        transitions: Object.entries(states.transitions)
          .filter(([, one]) => mayTake(ctx, model, one))
          .map(([code, one]) => ({
            code,
            label: labelOf(one, ctx.lang),
            from: one.from === '*' ? ['*'] : [...one.from],
            to: one.to,
            ...(one.until && { until: one.until.to }),
            fields: [...(one.fields ?? [])],
            required: fields.filter(([, field]) => field.required_at?.includes(code)).map(([name]) => name),
          })),
      },
    }),
    ...caseOf(ctx, model),
    ...listsOf(ctx, model),
    ...(outcomeOf(() => authorizeAction(ctx, whoMay)).allowed && { explains: true as const }),
    actions: [
      ...VERBS.map((verb) => ({ verb, ...permission(ctx, () => authorize(ctx, model, verb)) })),
      ...ctx.tenant.modules
        .actionsAt(model.name)
        .filter(({ name }) => !VERBS.some((verb) => verb === name))
        .map((one) => ({ verb: one.name, label: labelOf(one, ctx.lang), ...permission(ctx, () => authorizeAction(ctx, one)) })),
    ],
  }
}

/** Lists on the page of a record, as far as this person may search them */
function listsOf(ctx: Context, model: Model): Pick<WireSchema, 'lists'> {
  const lists = [...ctx.tenant.models.all.values()].flatMap((one) => {
    const named = fieldsOf(one).filter(
      ([code, field]) => field.listed_there && 'to' in field && field.to === model.name && accessOf(ctx, one).mayRead(code),
    )
    if (named.length === 0 || !outcomeOf(() => authorize(ctx, one, 'search')).allowed) return []
    return named.map(([field]) => ({ model: one.name, field, label: labelOf(one, ctx.lang) }))
  })
  return lists.length > 0 ? { lists } : {}
}

/** For a kind of case: facts that the screens of all rights need, without fields that this person may not read. */
function caseOf(ctx: Context, model: Model): Pick<WireSchema, 'case'> {
  const kind = ctx.tenant.declared.kinds.get(model.name)
  if (!kind) return {}
  const access = accessOf(ctx, model)
  const milestones = kind.milestones && {
    ended: kind.milestones.ended,
    courses: kind.milestones.courses.map(({ applies_to, steps }) => ({
      ...(applies_to && { applies_to }),
      steps: steps.map(({ words, ...step }) => ({ ...step, label: wordIn(words, ctx.lang) })),
    })),
  }
  const roles = Object.fromEntries(Object.entries(kind.roles).filter(([, code]) => access.mayRead(code)))
  const fees_of_rules = kind.fees?.of_rules
  return {
    case: {
      roles,
      stages: stagesOf(ctx, model, kind),
      ...(milestones && { milestones }),
      ...(fees_of_rules && { fees_of_rules }),
      ...(kind.default_law && { default_law: true }),
      ...(kind.dealing && { dealing: true as const }),
      ...(kind.relations && { relation_types: kind.relations.types }),
      ...(kind.planning && { planned: kind.planning.asked }),
      ...(kind.planning?.counts && { counts: Object.entries(kind.planning.counts).map(([code, field]) => wirePart(ctx, model, code, field)) }),
    },
  }
}

function stagesOf({ lang }: Context, { states }: Model, { stages }: CaseKind) {
  const { words, of } = stages ?? { words: PHASES, of: (state: string) => states?.facts?.[state]?.phase ?? '' }
  const byStage = Map.groupBy(Object.keys(states?.facts ?? {}), of)
  return Object.entries<Words>(words).flatMap(([code, label]) => {
    const own = byStage.get(code)
    return own ? [{ label: wordIn(label, lang), states: own }] : []
  })
}

function permission(ctx: Context, ask: () => unknown): { allowed: boolean; reason?: string } {
  const outcome = outcomeOf(ask)
  return outcome.allowed ? { allowed: true } : { allowed: false, reason: outcome.refusal.words(ctx.lang) }
}

function wireField(ctx: Context, model: Model, code: string, field: Field): WireField {
  const access = accessOf(ctx, model)
  const editable = access.mayWrite(code) && !field.immutable && model.states?.field !== code
  const target = 'to' in field ? ctx.tenant.models.all.get(field.to) : undefined
  return {
    ...limitsOf(field, ctx.lang),
    code,
    label: labelOf(field, ctx.lang),
    zh: field.zh,
    en: field.en,
    type: isFew(field.code_of) ? 'option' : field.type,
    required: field.required ?? false,
    ...(field.auto_number && { auto_number: true }),
    ...(field.required_at && { required_at: [...field.required_at] }),
    ...conditionsOf(ctx, model, [code, field]),
    ...(field.secret && { secret: true }),
    searchable: (field.searchable ?? false) && !access.masks(code),
    sortable: isSortable(field) && !access.masks(code) && !field.secret,
    ...(access.masks(code) && { masked: true }),
    ...(field.drives && { drives: field.drives }),
    ...(field.computed && { computed: true }),
    ...(isCodeFor(ctx, model, field) && { coded: true as const }),
    ...codeOf(ctx, field),
    editable,
    settable: access.mayWrite(code),
    list: (field.list ?? false) && field.coded !== 'form',
    unique: Boolean(field.unique),
    ...(field.group && { group: field.group }),
    ...(field.group === 'custom' && { custom: true }),
    ...(field.help && { help: wordIn(field.help, ctx.lang) }),
    ...(field.default !== undefined && { default: field.default }),
    ...('options' in field &&
      field.options && {
        options: codesOf(field.options, field.order).map(([one, words]) => ({
          code: one,
          label: wordIn(words, ctx.lang),
          valid: !field.invalid?.includes(one),
          ...(field.colours?.[one] && { colour: field.colours[one] }),
          ...(field.above?.[one] && { above: field.above[one] }),
        })),
      }),
    ...(field.input && { input: field.input }),
    ...(field.only_filled && { only_filled: true as const }),
    ...(field.approvable === false && { approvable: false as const }),
    ...(field.process_variable === false && { process_variable: false as const }),
    ...('to' in field && { to: field.to, to_label: target ? labelOf(target, ctx.lang) : field.to }),
    ...('to' in field && (field.to === HEAD || ctx.tenant.models.kinds.has(field.to)) && { to_case: true as const }),
    ...(field.type === 'rows' && {
      rows: Object.entries(field.of).map(([one, part]) => wirePart(ctx, model, one, part)),
      ...(field.total && { total: field.total }),
    }),
    ...(field.type === 'attachment' && filesOf(ctx, model, code, field)),
    ...('content' in field && field.content && { content: field.content }),
    ...(field.full_text && { words: true }),
    ...(field.number && { number: true }),
    importable: mayImport(field),
    exportable: field.exportable ?? !(field.type === 'json' || field.secret),
  }
}

const codesOf = (options: Options, order: readonly string[] = Object.keys(options)) =>
  order.flatMap((code) => (options[code] ? [[code, options[code]] as const] : []))

/** Only those who keep the records of a catalogue see its codes. */
const isCodeFor = (ctx: Context, model: Model, { coded }: Field) =>
  coded === true || (coded === 'editors' && !outcomeOf(() => authorize(ctx, model, 'update')).allowed)

/** The names for its codes. */
function codeOf(ctx: Context, { code_of: of, code_within: within }: Field): Partial<WireField> {
  if (isFew(of)) return { options: [...codesIn(ctx, of)].map(([code, label]) => ({ code, label, valid: true })) }
  const [model, by] = of?.split('.') ?? []
  return model && by ? { code_of: { model, by, ...(within && { within }) } } : {}
}

function filesOf({ lang }: Context, model: Model, code: string, field: AttachmentField): Partial<WireField> {
  const takes = takesWords(field)
  return { ...(takes && { takes: wordIn(takes, lang) }), ...(fieldOf(model, code) === field && { attach_to: `${model.name}.${code}` }) }
}

/** The server evaluates conditions on fields that this person may not read. */
function conditionsOf(ctx: Context, model: Model, [code, field]: readonly [string, Field]): Partial<WireField> {
  const { applies_to, required_when, asked_of_new } = field
  const access = accessOf(ctx, model)
  const isKnown = (when: When) => fieldsRead(when).every((read) => access.mayRead(read))
  const isAsked = required_when && isKnown(required_when) && (!asked_of_new || mayState(ctx, model, code, field))
  return {
    ...(applies_to && isKnown(applies_to) && { applies_to, applies_says: conditionSays(applies_to, model.fields, ctx.lang) }),
    ...(isAsked && { required_when, ...(asked_of_new && { asked_of_new }) }),
  }
}

/** A column of child rows is written with its row, regardless of its code. */
function wirePart(ctx: Context, model: Model, code: string, part: Field): WireField {
  return { ...wireField(ctx, model, code, part), editable: true, settable: true, sortable: false }
}

function limitsOf(field: Field, lang: Lang): Partial<WireField> {
  const { max, min, pattern, pattern_says, mobile, plain, digits, shortest, currency, extensions, free } = field as unknown as Partial<
    Record<string, never>
  > // each is absent where the type has none
  const limits = {
    max,
    min,
    pattern,
    pattern_says: pattern_says && wordIn(pattern_says as Words, lang),
    mobile,
    plain,
    digits,
    shortest,
    currency,
    extensions,
    free,
  }
  return Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined))
}
