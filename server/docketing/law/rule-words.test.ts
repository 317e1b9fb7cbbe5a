import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkWords } from '../../../model/docketing/rules/rule-check.ts'
import { newRule } from '../../../model/docketing/rules/rule-columns.ts'
import type { Rule } from '../../../model/docketing/rules/rule.ts'
import { readLaw } from '../../../seed/law/deadlines/read.ts'
import { readFeePack } from '../../../seed/law/fees/read.ts'
import { testServer } from '../../../tests/harness/server.ts'
import { vocabularyOf } from './rule-words.ts'

const { tenant, call, enrol } = await testServer()
const as = await enrol('system_admin')

const fees = new Set(readFeePack().map(({ fee_code }) => fee_code))
const types = await tenant.db.selectFrom('document_type').select('code').execute()
const known = { fees, events: new Set(types.map(({ code }) => String(code))) }
const words = new Map([...tenant.declared.kinds].map(([name, kind]) => [name, vocabularyOf(kind, known)]))

test('every word of the shipped rules is known', () => {
  assert.deepEqual(
    readLaw().rules.flatMap((rule) => {
      const own = words.get(rule.case_kind ?? '')
      return own ? checkWords(rule, own).map(({ where, en }) => `${where}: ${en}`) : [`${rule.id}: no kind of case ${String(rule.case_kind)}`]
    }),
    [],
  )
})

const basis = { zh: '自定', en: 'own' }
const WRONG: readonly (readonly [string, string, Partial<Rule>])[] = [
  ['a field', 'filling_date', { trigger: { field: 'filling_date' } }],
  ['a term', 'filling_date', { terms: [{ from: 'filling_date', period: '1m' }] }],
  ['a type of right', 'INVENTON', { right_types: ['INVENTON'] }],
  ['a route', 'PCT_NATIONL', { routes: ['PCT_NATIONL'] }],
  ['an office', 'XX', { office: 'XX' }],
  ['a country', 'QQ', { countries: ['CN', 'QQ'] }],
  ['a state', 'GRANTD', { survives: ['GRANTD'] }],
  ['a proof by a state', 'GRANTD', { proves: { states: ['GRANTD'] } }],
  ['a fee', 'CN.SEE', { fees: ['CN.SEE'] }],
  ['a paid fee', 'CN.SEE', { closes: { events: ['PAID:CN.SEE'] } }],
  ['an event', 'CN99X', { trigger: { events: ['CN14', 'CN99X'] } }],
  ['a term from an event', 'CN99X', { terms: [{ from: 'event:CN14|CN99X', period: '1m' }] }],
  ['a closing event', 'CN99X', { closes: { events: ['CN99X'] } }],
  ['a proof', 'CN99X', { proves: { events: ['CN99X'] } }],
  ['a later proof', 'CN14', { proves: { events: ['CN15'], later: ['CN14'] } }],
  ['a notice of loss', 'CN99X', { restoration: { zh: '恢复', en: 'Restore', from: 'NOTICE', period: '2m', notices: ['CN99X'] } }],
  ['a condition on an event', 'CN99X', { when: [{ fact: 'event:CN99X', is: 'present' }] }],
  ['an option', 'PCT_NATIONL', { unless: [{ fact: 'route', is: 'in', value: ['DIRECT', 'PCT_NATIONL'] }] }],
]
for (const [what, word, part] of WRONG) {
  test(`a rule with ${what} that does not exist (${word}) is refused by field and rule`, async () => {
    const content = { ...newRule('OWN90', 1), zh: '自定', en: 'Own', legal_basis: basis, source: 'own', ...part }
    for (const lang of ['zh', 'en'] as const) {
      const answer = await call('deadline_rule/do/create', { content }, { as, lang })
      assert.equal(answer.errors[0]?.field, 'content', answer.text)
      assert.match(answer.text, new RegExp(`OWN90.*${word}`))
    }
  })
}
