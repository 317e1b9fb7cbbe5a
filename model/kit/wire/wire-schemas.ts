// JSON Schemas of responses that are no fields of a model.
type Json = Readonly<Record<string, unknown>>

const text = { type: 'string' }
const whole = { type: 'integer' }
const yes = { type: 'boolean' }
const list = (items: Json): Json => ({ type: 'array', items })
const object = (properties: Record<string, Json>, required: readonly string[] = Object.keys(properties)): Json => ({
  type: 'object',
  properties,
  required,
})

const FIELD = object({ code: text, label: text, type: text, required: yes, searchable: yes, sortable: yes, editable: yes, list: yes })
const ACTION = object({ verb: text, label: text, allowed: yes, reason: text }, ['verb', 'allowed'])
const TRANSITION = object({ code: text, label: text, from: list(text), to: text, fields: list(text), required: list(text) })

/** `WireSchema`, as far as callers rely on it. */
export const SCHEMA = object(
  {
    model: text,
    label: text,
    display: list(text),
    fields: list(FIELD),
    groups: list(object({ code: text, label: text })),
    states: object({ field: text, closed: list(text), aside: list(text), transitions: list(TRANSITION) }, ['field', 'closed', 'transitions']),
    actions: list(ACTION),
  },
  ['model', 'label', 'display', 'fields', 'groups', 'actions'],
)

export const COUNTED = list(
  object({ by: { type: 'object' }, count: whole, sums: { type: 'object' }, filled: { type: 'object' } }, ['by', 'count', 'sums']),
)

export const HISTORY = list(
  object(
    {
      sid: text,
      action: text,
      source: { type: ['string', 'null'] },
      reason: { type: ['string', 'null'] },
      created_at: text,
      changes: list({ type: 'object' }),
    },
    ['sid', 'action', 'created_at', 'changes'],
  ),
)
