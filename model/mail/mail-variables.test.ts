import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fillTemplate, templateFault } from './mail-variables.ts'

for (const [text, fault] of [
  ['案号 {{case_no}}，{{ title }}', undefined],
  ['{{case_no}', 'must have “{{” and “}}” in pairs'],
  ['case_no}}', 'must have “{{” and “}}” in pairs'],
  ['{{password}}', 'has no variable “password”'],
  ['{{constructor}}', 'has no variable “constructor”'],
  ['{{}}', 'has no variable “”'],
  ['no variables { }', undefined],
] as const)
  test(`[1.12] the syntax of a template is checked: ${text}`, () => assert.equal(templateFault(text)?.[1], fault))

test('a value is text, also when it looks like a variable; what has no value is named', () => {
  const filled = fillTemplate('{{case_no}}: {{title}}, {{agency}}', { case_no: 'A-1', title: '{{sender}} $& $1', sender: 'x' })
  assert.deepEqual(filled, { text: 'A-1: {{sender}} $& $1, ', missing: ['agency'] })
})
