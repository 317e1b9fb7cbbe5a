import { labelOf, type Field, wordIn } from '../../model/kit/fields.ts'
import type { Model, Verb } from '../../model/kit/model.ts'
import type { WireField, WireSchema } from '../../model/kit/wire.ts'
import { accessOf, demand } from './permission/permission.ts'
import { fieldsOf } from './registry.ts'
import { UNSORTABLE } from './query/search.ts'
import { mayTake } from './write/states.ts'
import type { Work } from './context.ts'

const VERBS: readonly Verb[] = ['get', 'search', 'count', 'create', 'update', 'delete', 'transition', 'import', 'export']

/** GET do/schema: the model's metadata, narrowed to what this person may see. */
export function schemaOf(work: Work, model: Model): WireSchema {
  const access = accessOf(work, model)
  const fields = fieldsOf(model).filter(([code]) => access.mayRead(code))
  const { states } = model
  return {
    model: model.name,
    label: labelOf(model, work.lang),
    zh: model.zh,
    en: model.en,
    display: [...model.display],
    display_first: model.display_first ?? false,
    fields: fields.map(([code, field]) => wireField(work, model, code, field)),
    groups: Object.entries(model.groups ?? {}).map(([code, words]) => ({ code, label: wordIn(words, work.lang) })),
    ...(model.inline && { inline: Object.entries(model.inline).map(([code, of]) => ({ code, ...of })) }),
    ...(states && {
      states: {
        field: states.field,
        closed: [...states.closed],
        transitions: Object.entries(states.transitions)
          .filter(([, transition]) => mayTake(work, model, transition))
          .map(([code, one]) => ({
            code,
            label: labelOf(one, work.lang),
            from: one.from === '*' ? ['*'] : [...one.from],
            to: one.to,
            fields: [...(one.fields ?? [])],
            required: fields.filter(([, field]) => field.required_at?.includes(code)).map(([name]) => name),
          })),
      },
    }),
    actions: VERBS.map((verb) => ({ verb, ...permission(work, model, verb) })),
  }
}

function permission(work: Work, model: Model, verb: Verb): { allowed: boolean; reason?: string } {
  try {
    demand(work, model, verb)
    return { allowed: true }
  } catch (error) {
    const reason = error instanceof Error && 'words' in error && typeof error.words === 'function' ? String(error.words(work.lang)) : ''
    return { allowed: false, reason }
  }
}

function wireField(work: Work, model: Model, code: string, field: Field): WireField {
  const access = accessOf(work, model)
  const editable = access.mayWrite(code) && !field.fixed && model.states?.field !== code
  const target = 'to' in field ? work.tenant.models.all.get(field.to) : undefined
  return {
    ...limitsOf(field),
    code,
    label: labelOf(field, work.lang),
    zh: field.zh,
    en: field.en,
    type: field.type,
    required: field.required ?? false,
    ...(field.required_at && { required_at: [...field.required_at] }),
    searchable: (field.searchable ?? false) && !access.masks(code),
    sortable: !UNSORTABLE.has(field.type) && !access.masks(code),
    ...(access.masks(code) && { masked: true }),
    ...(field.computed && { computed: true }),
    editable,
    settable: access.mayWrite(code),
    list: field.list ?? false,
    unique: Boolean(field.unique),
    ...(field.group && { group: field.group }),
    ...(field.help && { help: wordIn(field.help, work.lang) }),
    ...(field.default !== undefined && { default: field.default }),
    ...('options' in field &&
      field.options && {
        options: Object.entries(field.options).map(([one, words]) => ({ code: one, label: wordIn(words, work.lang), valid: true })),
      }),
    ...('to' in field && { to: field.to, to_label: target ? labelOf(target, work.lang) : field.to }),
    ...(field.type === 'rows' && {
      rows: Object.entries(field.of).map(([one, part]) => wirePart(work, model, one, part)),
      ...(field.total && { total: field.total }),
    }),
    ...('content' in field && field.content && { content: field.content }),
    ...(field.words && { words: true }),
    ...(field.number && { number: true }),
    importable: field.importable ?? !(field.computed || field.type === 'json'),
    exportable: field.exportable ?? field.type !== 'json',
  }
}

/** A column of child rows is written with its row, whatever its code. */
function wirePart(work: Work, model: Model, code: string, part: Field): WireField {
  return { ...wireField(work, model, code, part), editable: true, settable: true, sortable: false }
}

function limitsOf(field: Field): Partial<WireField> {
  const { max, min, pattern, pattern_says, digits, currency, extensions, free } = field as unknown as Partial<Record<string, never>> // each is absent where the type has none
  const limits = {
    max,
    min,
    pattern,
    pattern_says: pattern_says ? (pattern_says as readonly string[]).join(' / ') : undefined,
    digits,
    currency,
    extensions,
    free,
  }
  return Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined))
}
