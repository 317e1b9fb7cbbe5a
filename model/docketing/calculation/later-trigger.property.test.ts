// For every rule of the delivered law: a later trigger never gives an earlier date, at the ends of months and beside days off too.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readLaw } from '../../../seed/law/deadlines/read.ts'
import { addDuration, isoOf } from '../../kit/days/duration.ts'
import type { Rule } from '../rules/rule.ts'
import { dayOf } from '../calendar/day.ts'
import { build } from './build.ts'
import type { ComputedDeadline } from './computed-deadline.ts'
import type { CaseFacts } from './facts.ts'
import type { Situation } from './situation.ts'

const law = readLaw()
const TODAY = '2026-06-01'
const DATED = ['raw_due', 'official_due', 'extended_due', 'internal_due', 'window_from', 'grace_end', 'free_to', 'restoration_end'] as const

/** The fields of the case from which the rule counts. */
const fieldsOf = ({ trigger, terms }: Rule) =>
  [trigger.field, ...terms.map(({ from }) => from)].filter((one): one is string => one !== undefined && one !== 'trigger' && !one.includes(':'))

const before = ({ terms }: Rule) => terms.flatMap(({ from }) => (/^(deadline|due):/.test(from) ? [from.replace(/^\w+:/, '')] : []))

/** The rules that this one follows, the earliest first; each counts from the same day. */
function chainOf(rule: Rule): Rule[] {
  const earlier = before(rule).flatMap((id) => law.rules.find((one) => one.id === id) ?? [])
  return [...earlier.flatMap(chainOf), ...earlier]
}

type Setting = { way: string; occurrence: number; extended: boolean }
/** `rest`: the day of everything else from which the rule counts. */
type Days = { trigger: string; rest: string }

function dueOn(rule: Rule, { trigger: date, rest }: Days, { way, occurrence, extended }: Setting): ComputedDeadline | undefined {
  const chain = [...chainOf(rule), rule]
  const events = [...new Set(chain.flatMap(({ trigger, terms }) => [...(trigger.events ?? []).slice(0, 1), ...terms.flatMap(({ from }) => (from.startsWith('event:') ? from.slice(6).split('|').slice(0, 1) : []))]))] // oxfmt-ignore
  const at = (one: Rule) => one.trigger.events?.[0]
  const event = (code: string) => ({ sid: code, code, date: chain.some((one) => at(one) === code) ? date : rest, delivery_way: way })
  const keyOf = (one: Rule) => (one.recurring ? `${one.id}:${one.recurring.number_from + occurrence * one.recurring.number_step}` : one.id)
  const facts: CaseFacts = {
    sid: 'case',
    country: /^[A-Z]{2}$/.test(rule.office) ? rule.office : 'CN',
    designated: ['CN'],
    ...Object.fromEntries(chain.flatMap(fieldsOf).map((field) => [field, chain.some(({ trigger }) => trigger.field === field) ? date : rest])),
    events: events.map(event),
    ...(extended && rule.extensions && { extensions: [{ key: keyOf(rule), period: rule.extensions.steps[0]?.period ?? '' }] }),
  }
  const situation: Situation = { facts, law, today: TODAY, seenOn: TODAY, made: new Map() }
  let last: ComputedDeadline | undefined
  for (const one of chain) {
    const code = at(one)
    const index = one.recurring ? { index: occurrence, number: one.recurring.number_from + occurrence * one.recurring.number_step } : undefined
    last = build({ rule: one, key: keyOf(one), date, overrides: [], ...(code && { event: event(code) }), ...(one.each_country && { country: 'CN' }) }, situation, index) // oxfmt-ignore
    if (last) for (const key of [one.id, `${one.id}:${code}`]) situation.made.set(key, last)
  }
  return last
}

/** The law may change between two days: another rule of service, or terms whose conditions name a day. */
const lawOf = (one: ComputedDeadline) =>
  JSON.stringify([one.explanation.service?.legal_basis, one.explanation.service?.presumed, one.explanation.candidates.map(({ from, service }) => [from, service?.legal_basis])]) // oxfmt-ignore

const start = fc.integer({ min: 0, max: 365 * 24 }).map((days) => isoOf(Temporal.PlainDate.from('2010-01-01').add({ days })))
const pair = fc.record({
  first: fc.oneof(start, start.map((day) => isoOf(dayOf(day).with({ day: 31 }).subtract({ days: 1 })))), // oxfmt-ignore
  days: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 400 })),
  way: fc.constantFrom('ELECTRONIC', 'PAPER', 'HANDED'),
  occurrence: fc.nat({ max: 15 }),
  extended: fc.boolean(),
  alone: fc.boolean(),
})

for (const office of [...new Set(law.rules.map((rule) => rule.office))].toSorted())
  test(`a later trigger never gives an earlier date, by any rule of ${office}`, () => {
    const rules = law.rules.filter((rule) => rule.office === office)
    let compared = 0
    for (const rule of rules)
      fc.assert(
        fc.property(pair, ({ first, days, alone, ...setting }) => {
          const later = isoOf(addDuration(dayOf(first), `${days}d`))
          const one = dueOn(rule, { trigger: first, rest: first }, setting)
          const other = dueOn(rule, { trigger: later, rest: alone ? first : later }, setting)
          if (!one || !other || lawOf(one) !== lawOf(other)) return
          for (const field of DATED) {
            const earlierDay: string | null | undefined = one[field]
            const laterDay: string | null | undefined = other[field]
            if (!earlierDay || !laterDay) continue
            compared += 1
            assert.ok(earlierDay <= laterDay, `${rule.id} v${rule.version} ${field}: ${first} gives ${earlierDay}, ${later} gives ${laterDay}`)
          }
        }),
        { numRuns: 40 },
      )
    assert.ok(compared > rules.length, `${compared} dates of ${rules.length} rules were compared`)
  })
