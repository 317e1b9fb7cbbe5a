import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WireSchema } from '../../model/kit/wire/wire.ts'
import { type Person, testServer } from '../../tests/harness/server.ts'

const { call, enrol } = await testServer()
const manager = await enrol('ip_manager')
const inventor = await enrol('inventor')

const listsOf = async (model: string, as: Person) => {
  const { data, text } = await call<WireSchema>(`${model}/do/schema`, undefined, { as, lang: 'en' })
  assert.ok(data, `${model}: ${text}`)
  return (data.lists ?? []).map(({ model: of, field }) => `${of}.${field}`).toSorted()
}

test('the page of a record lists what names it, as far as the person may search it', async () => {
  assert.deepEqual(await listsOf('annuity_round', manager), ['annuity_review.round_sid'])
  assert.deepEqual(await listsOf('agency', manager), ['agent.agency_sid', 'case.agency_sid', 'invoice.agency_sid'])
  const seen = await listsOf('agency', inventor)
  assert.ok(!seen.includes('invoice.agency_sid'), `an inventor is offered no invoices: ${seen}`)
  assert.deepEqual(await listsOf('tag', manager), [])
})
