// The type of each part of a rule, so that no reader of the law meets text where it expects a list.
import type { Condition, Rule, Step } from './rule.ts'

type Plain = 'text' | 'number' | 'flag' | 'any'
export type Shape = Plain | { list: Shape } | { of: Readonly<Record<string, Shape>> } | { map: Shape }

const texts: Shape = { list: 'text' }
const bilingual: Shape = { of: { zh: 'text', en: 'text' } }
const closingParts = { events: texts, fields: texts, states: texts } as const
const closing: Shape = { of: closingParts }
const conditionParts: Readonly<Record<keyof Condition, Shape>> = { fact: 'text', is: 'text', value: 'any' }
const conditions: Shape = { list: { of: conditionParts } }
const stepParts: Readonly<Record<keyof Step, Shape>> = { zh: 'text', en: 'text', period: 'text', fee: 'text', surcharge: 'text' }
const steps: Shape = { list: { of: stepParts } }

/** All parts of a rule; other parts are refused. */
export const RULE_SHAPE: Readonly<Record<keyof Rule, Shape>> = {
  id: 'text',
  version: 'number',
  kind: 'text',
  case_kind: 'text',
  zh: 'text',
  en: 'text',
  office: 'text',
  countries: texts,
  right_types: texts,
  routes: texts,
  not_routes: texts,
  trigger: { of: { field: 'text', events: texts } },
  terms: {
    list: {
      of: {
        from: 'text', period: 'text', month_end: 'flag', month_end_until: 'text', day_before: 'flag', working_days: 'number', plus_days: texts, by_country: { map: 'text' }, when: conditions, year_end: 'flag', answered: { of: { events: texts, within: 'text' } }, at_most: 'text',
      }, // oxfmt-ignore
    },
  },
  choose: 'text',
  when: conditions,
  unless: conditions,
  each_country: 'flag',
  unless_named: texts,
  once: 'flag',
  recurring: {
    of: { first: 'text', every: 'text', number_from: 'number', number_step: 'number', number_to: 'number', after: 'text', until: 'text' },
  },
  service: 'text',
  notice_date: 'text',
  roll: 'text',
  roll_certainty: 'text',
  opens: 'text',
  extensions: { of: { steps, times: 'number', limit: 'text', after_the_end: 'flag', from_start: 'flag' } },
  grace_of: 'text',
  month_end_doubt: bilingual,
  steps,
  from_basis: 'flag',
  overrides: texts,
  if_missed: bilingual,
  restoration: { of: { zh: 'text', en: 'text', rule: 'text', from: 'text', period: 'text', month_end: 'flag', notices: texts, certainty: 'text' } },
  fees: texts,
  closes: closing,
  proves: { of: { ...closingParts, later: texts } },
  awaits: 'text',
  survives: texts,
  optional: 'flag',
  freezes: 'flag',
  lead: 'text',
  legal_basis: bilingual,
  note: bilingual,
  valid_from: 'text',
  valid_to: 'text',
  certainty: 'text',
  source: 'text',
}

/** The places of a rule with a value of the wrong type, as `terms.0.period`. */
export const misshapen = (row: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(RULE_SHAPE).flatMap(([code, shape]) => misfits(row[code], shape, code))

function misfits(value: unknown, shape: Shape, place: string): string[] {
  if (value === undefined) return []
  if (typeof shape === 'string') return isPlain(value, shape) ? [] : [place]
  if ('list' in shape) return Array.isArray(value) ? value.flatMap((one, at) => misfits(one ?? null, shape.list, `${place}.${at}`)) : [place]
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [place]
  if ('map' in shape) return Object.entries(value).flatMap(([key, one]) => misfits(one, shape.map, `${place}.${key}`))
  return Object.entries(value).flatMap(([key, one]) => {
    const part = Object.hasOwn(shape.of, key) ? shape.of[key] : undefined
    return part ? misfits(one, part, `${place}.${key}`) : [`${place}.${key}`]
  })
}

const TYPES = { text: 'string', number: 'number', flag: 'boolean' } as const
const isPlain = (value: unknown, plain: Plain) => plain === 'any' || typeof value === TYPES[plain]
