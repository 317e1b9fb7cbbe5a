import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Model } from '../../model/kit/model.ts'
import { testDatabase } from '../../tests/harness/postgres.ts'
import { readConfig } from '../config.ts'
import { lawFor } from '../deadlines/law.ts'
import { openServer } from '../open.ts'
import { createRow } from '../records/create.ts'
import { modelNamed } from '../records/models.ts'
import { updateRow } from '../records/update.ts'
import { inTransaction, systemWork, type Work } from '../records/work.ts'
import { draftNew, insertDrafts, refuseFaulty } from '../records/write.ts'
import { Refusal } from '../refusal.ts'
import type { Server } from '../server.ts'

const place = mkdtempSync(join(tmpdir(), 'innoe-patents-'))
let server: Server
let work: Work
let patent: Model
let owner: string
let company: string

before(async () => {
  server = await openServer(readConfig({ INNOE_DATA: place }), await testDatabase())
  work = systemWork(server.tenants.of(''), 'api')
  await lawFor(work)
  patent = modelNamed(work.tenant.models, 'patent')
  company = await make('company', { company_name: 'Innoe' })
  owner = await make('user_info', { name: 'Wang', company_sid: company })
})

after(async () => {
  await server.close()
  rmSync(place, { recursive: true, force: true })
})

const make = (name: string, values: Record<string, unknown>) =>
  inTransaction(work, (tx) => createRow(tx, modelNamed(work.tenant.models, name), values))

let n = 0
const values = (more: Record<string, unknown> = {}) => ({
  title: `Case ${++n}`,
  patent_type: 'INVENTION',
  country: 'CN',
  owner_sid: owner,
  company_sid: company,
  ...more,
})
const file = (more: Record<string, unknown> = {}) => make('patent', values(more))
const change = (sid: string, more: Record<string, unknown>) => inTransaction(work, (tx) => updateRow(tx, patent, sid, more))
const read = async (sid: string) => (await work.db.selectFrom('patent').selectAll().where('sid', '=', sid).executeTakeFirst()) ?? {}

/** The reasons for which it is refused. */
async function refusal(act: Promise<unknown>): Promise<string> {
  const refused = await act.then(
    () => undefined,
    (error) => error,
  )
  assert.ok(refused instanceof Refusal, `refused by name, not ${refused}`)
  return refused.words('en')
}

test('fifty cases made at once have fifty numbers by the rule', async () => {
  const sids = await Promise.all(Array.from({ length: 50 }, () => file()))
  const numbers = await Promise.all(sids.map(async (sid) => String((await read(sid)).case_no)))
  assert.equal(new Set(numbers).size, 50)
  for (const number of numbers) assert.match(number, new RegExp(`^P${work.today.slice(0, 4)}\\d{5}CNI$`))
})
