import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import { testServer } from '../../../tests/harness/server.ts'

const { call, enrol } = await testServer()
const as = await enrol('ip_manager')

for (const [lang, words] of [
  ['zh', { CN: '中国', TW: '中国台湾', HK: '中国香港', NP: '尼泊尔' }],
  ['en', { CN: 'China', TW: 'Taiwan, China', HK: 'Hong Kong, China', NP: 'Nepal' }],
] as const)
  test(`a country is chosen, shown and counted by its name: ${lang}`, async () => {
    const { data } = await call<WireSchema>('applicant/do/schema', undefined, { as, lang })
    const country = data.fields.find(({ code }) => code === 'country')
    const labels = new Map(country?.options?.map(({ code, label }) => [code, label]))
    assert.equal(country?.type, 'option')
    for (const [code, word] of Object.entries(words)) assert.equal(labels.get(code), word)
    for (const none of ['EP', 'EU', 'UK', 'DD', 'XX', 'EA']) assert.ok(!labels.has(none), none)
    assert.equal(labels.size, new Set(labels.values()).size)
  })

test('a template is for the cases of an office, which need not be a country', async () => {
  const { data } = await call<WireSchema>('document_template/do/schema', undefined, { as, lang: 'en' })
  const country = data.fields.find(({ code }) => code === 'country')
  assert.equal(country?.options?.find(({ code }) => code === 'EP')?.label, 'European Patent Office')
})
