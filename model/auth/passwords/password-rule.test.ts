import assert from 'node:assert/strict'
import { test } from 'node:test'
import { missingFrom, type PasswordRule } from './password-rule.ts'

const SHORT: PasswordRule = { password_length: '8_16', password_kinds: 'TWO' }
const LONG: PasswordRule = { password_length: '8_30', password_kinds: 'FOUR' }

for (const [password, rule, missing] of [
  ['tram4917', SHORT, []],
  ['tramway!!', SHORT, []],
  ['4917302!', SHORT, []],
  ['a1', SHORT, ['length', 'common']],
  ['tramrail', SHORT, ['kinds']],
  ['TramRail', SHORT, ['kinds']],
  ['tramrail491730285', SHORT, ['length']],
  ['tram 49173', SHORT, ['spaces']],
  ['P@ssw0rd1', SHORT, ['common']],
  ['', SHORT, ['length', 'kinds', 'common']],
  ['tramrail491730285', LONG, ['kinds']],
  ['tramrail-491730285', LONG, ['kinds']],
  ['TRAMRAIL-491730285', LONG, ['kinds']],
  ['Tramrail-rail-tram', LONG, ['kinds']],
  ['Tramrail491730285', LONG, ['kinds']],
  ['Tramrail-491730285', LONG, []],
  ['Tramrail-4917302851234567890abcd', LONG, ['length']],
  ['P@ssw0rd1', LONG, ['common']],
] as const) {
  test(`[5.02] “${password}” lacks ${missing.join(', ') || 'nothing'} of ${rule.password_length}, ${rule.password_kinds}`, () =>
    assert.deepEqual(missingFrom(password, rule), missing))
}

test('[5.02] a common word stays common in other letters, backwards, with symbols between, and beside another one', () => {
  for (const [password, what] of [
    ['Ｐａｓｓｗｏｒｄ1', 'full width'],
    ['Pässwörd1', 'marks'],
    ['Раsswоrd1', 'Cyrillic letters'],
    ['Ｉｎｎｏｅ2026!', 'the product in full width'],
    ['Pass\u200bword1', 'a character without width'],
    ['Pass_word_1', 'symbols between'],
    ['p@ssvv0rd1', 'two letters for one'],
    ['1drowssap!', 'backwards'],
    ['Admin@Innoe1', 'two words'],
    ['WelcomeInnoe1', 'two words without a symbol'],
  ] as const)
    assert.deepEqual(missingFrom(password, SHORT), ['common'], what)
  for (const password of ['tram.rail1', 'Tunnel@night7', '隧道-tram-49']) assert.deepEqual(missingFrom(password, SHORT), [], password)
})

test('[5.02] a password derived from the account name counts as common for its owner only', () => {
  assert.deepEqual(missingFrom('zhangsan88', SHORT, ['zhangsan']), ['common'])
  assert.deepEqual(missingFrom('zhangsan88', SHORT), [])
})

test('[5.02] the longest passwords that a request may hold are judged at once, however many readings they have', () => {
  const ANY: PasswordRule = { password_length: '8_64', password_kinds: 'ANY' }
  for (const [password, missing] of [
    [`${'1'.repeat(99)}a${'1'.repeat(100)}`, ['length']],
    [`${'ﷺ'.repeat(99)}a${'ﷺ'.repeat(100)}`, ['length']],
    [`${'1'.repeat(31)}a2${'1'.repeat(31)}`, []],
    [`a${'ﷺ'.repeat(63)}`, []],
    [`${'@1'.repeat(20)}password${'1'.repeat(16)}`, ['common']],
    ['correct-tramway-battery-staple-of-the-seven-night-tunnels-4917', []],
  ] as const)
    assert.deepEqual(missingFrom(password, ANY), missing, password)
})
