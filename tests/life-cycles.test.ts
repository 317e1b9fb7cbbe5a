// Every declared life cycle is checked as a whole, whatever its area: a state that nothing reaches, a state without a way out, a
// step that nobody can take and a name that does not exist are found here before a person meets them.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Field } from '../model/kit/fields.ts'
import { ENDED, type Model, type States, type Transition } from '../model/kit/model.ts'
import type { Rule } from '../model/docketing/rules/rule.ts'
import { readLaw } from '../seed/law/deadlines/read.ts'
import { readFeePack } from '../seed/law/fees/read.ts'
import { declaredModels } from '../server/records/registry.ts'

const { all, kinds } = await declaredModels()
const fieldOf = ({ fields }: Model, code: string): Field | undefined => fields[code]

type Machine = { name: string; states: States; codes: readonly string[]; first: string; model: Model }
const machines: Machine[] = [...all.values()].flatMap((model) => {
  const { states, name } = model
  const field = states && fieldOf(model, states.field)
  if (!states) return []
  assert.ok(field?.type === 'option' && typeof field.default === 'string', `${name}: the field of its states is an option with a default`)
  return [{ name, states, model, codes: Object.keys(field.options), first: field.default }]
})

const leaves = ({ states }: Machine, { from, to }: Transition, state: string) =>
  from === '*' ? !states.closed.includes(state) && state !== to : from.includes(state)
const nextOf = (machine: Machine, state: string): string[] => [
  ...Object.values(machine.states.transitions).flatMap((one) => (leaves(machine, one, state) ? [one.to] : [])),
  ...(machine.states.closed.includes(state) ? [] : (machine.states.sets ?? [])),
]
function reachedFrom(machine: Machine, from: readonly string[]): ReadonlySet<string> {
  const seen = new Set(from)
  for (const state of seen) for (const to of nextOf(machine, state)) seen.add(to)
  return seen
}
const startsOf = ({ first, states }: Machine) => [first, ...(states.starts ?? [])]

for (const machine of machines) {
  const { name, states, codes } = machine
  const reached = reachedFrom(machine, startsOf(machine))

  test(`[1.09] ${name}: each of its ${codes.length} states is reached`, () =>
    assert.deepEqual(codes.filter((state) => !reached.has(state)), [])) // oxfmt-ignore

  test(`[1.09] ${name}: each open state leads to an end`, () => {
    const stuck = codes.filter((state) => !states.closed.includes(state) && !states.closed.some((end) => reachedFrom(machine, [state]).has(end)))
    assert.deepEqual(stuck, [])
  })

  test(`[1.09] ${name}: each of its transitions can be taken, and each state it names exists`, () => {
    const named = [...states.closed, ...(states.starts ?? []), ...(states.sets ?? []), ...(states.aside ?? [])]
    assert.deepEqual(named.filter((state) => !codes.includes(state)), []) // oxfmt-ignore
    const never = Object.entries(states.transitions).filter(([, one]) => ![...reached].some((state) => leaves(machine, one, state)))
    assert.deepEqual(never.map(([code]) => code), []) // oxfmt-ignore
  })

  test(`[1.09] ${name}: a further start, or a state that the product sets, is declared only where no transition leads there`, () => {
    const without = (state: string): Machine => ({ ...machine, states: { ...states, starts: (states.starts ?? []).filter((one) => one !== state) } })
    const needless = (states.starts ?? []).filter((one) => reachedFrom(without(one), [machine.first]).has(one))
    const steps = (state: string) => Object.values(states.transitions).some(({ from, to }) => to === state && from !== '*' && from.includes(machine.first)) // oxfmt-ignore
    assert.deepEqual([...needless, ...(states.sets ?? []).filter(steps)], [])
  })

  test(`[1.09] ${name}: the fields and the values by which a transition is limited exist`, () => {
    const wrong = Object.entries(states.transitions).flatMap(([code, { only = {} }]) =>
      Object.entries(only).flatMap(([by, values]) => {
        const field = fieldOf(machine.model, by)
        return values.filter((value) => !(field?.type === 'option' && value in field.options)).map((value) => `${code}: ${by} ${value}`)
      }),
    )
    assert.deepEqual(wrong, [])
  })

  // The life of a closed case is over unless a remedy runs; a case that is over is closed.
  if (kinds.has(name))
    test(`[1.09] ${name}: its closed states are those whose phase is an end`, () => {
      const wrong = codes.filter((state) => {
        const facts = states.facts?.[state]
        const isOver = facts !== undefined && ENDED.has(facts.phase)
        return states.closed.includes(state) ? !isOver : isOver && !facts.remedy
      })
      assert.deepEqual(wrong, [])
    })

  if (kinds.has(name))
    test(`[1.09] ${name}: each open state has a step out of it`, () =>
      assert.deepEqual(codes.filter((state) => !states.closed.includes(state) && nextOf(machine, state).length === 0), [])) // oxfmt-ignore
}

const read = (path: string) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as readonly Readonly<Record<string, unknown>>[] // rows of the pack
const types = read('../seed/document-types.json')
const events = read('../seed/law/deadlines/events/codes.json')
const prices = new Set(readFeePack().map(({ fee_code }) => fee_code))
const { rules } = readLaw()
const ruleIds = new Set(rules.map(({ id }) => id))
const eventCodes = new Set([...types, ...events].map(({ code }) => code))

test('[1.09] a document or an event takes only a step that some kind of case has', () => {
  const steps = new Set(machines.flatMap(({ states }) => Object.keys(states.transitions)))
  const wrong = [...types, ...events].filter(({ transition }) => typeof transition === 'string' && transition !== '' && !steps.has(transition))
  assert.deepEqual(wrong.map(({ code, transition }) => `${String(code)}: ${String(transition)}`), []) // oxfmt-ignore
})

test('[3.01] each event that a rule names is a document type, an event or a payment of a fee that has a price', () => {
  const named = (rule: Rule) => [
    ...(rule.trigger.events ?? []),
    ...[rule.closes, rule.proves].flatMap((one) => one?.events ?? []),
    ...(rule.restoration?.notices ?? []),
    ...rule.terms.flatMap(({ from }) => (from.startsWith('event:') ? from.slice('event:'.length).split('|') : [])),
  ]
  const isKnown = (code: string) => (code.startsWith('PAID:') ? prices.has(code.slice('PAID:'.length)) : eventCodes.has(code))
  assert.deepEqual(rules.flatMap((rule) => named(rule).filter((code) => !isKnown(code)).map((code) => `${rule.id}: ${code}`)), []) // oxfmt-ignore
})

test('[3.01] what proves a rule only after its last day is among what proves it', () => {
  const wrong = rules.flatMap(({ id, proves }) => {
    const all = [proves?.events, proves?.fields, proves?.states].flatMap((codes) => codes ?? [])
    return (proves?.later ?? []).filter((code) => !all.includes(code)).map((code) => `${id}: ${code}`)
  })
  assert.deepEqual(wrong, [])
})

test('[1.06] each fee that a rule names has a price', () => {
  const named = ({ fees = [], steps = [], extensions }: Rule) => [
    ...fees,
    ...[...steps, ...(extensions?.steps ?? [])].flatMap(({ fee }) => fee ?? []),
  ]
  assert.deepEqual(rules.flatMap((rule) => named(rule).filter((code) => !prices.has(code)).map((code) => `${rule.id}: ${code}`)), []) // oxfmt-ignore
})

test('[3.01] each rule that a rule names exists', () => {
  const sourceOf = (from: string) => /^(?:deadline|due):(.+)$/.exec(from)?.[1]?.split('|') ?? []
  const named = ({ terms, overrides = [], grace_of = '*', restoration }: Rule) =>
    [...terms.flatMap(({ from }) => sourceOf(from)), ...overrides, grace_of, restoration?.rule ?? '*'].filter((id) => id !== '*')
  assert.deepEqual(rules.flatMap((rule) => named(rule).filter((id) => !ruleIds.has(id)).map((id) => `${rule.id}: ${id}`)), []) // oxfmt-ignore
})
