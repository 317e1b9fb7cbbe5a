import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { test } from 'node:test'
import { modelOf } from '../../../../tests/harness/engine.ts'
import { removeByTwo } from '../../../../tests/harness/sign-in/second-person.ts'
import { testServer } from '../../../../tests/harness/server.ts'
import { systemContext } from '../../context.ts'
import { createRow } from '../create.ts'
import { removeRows } from '../delete.ts'

const { tenant, call, enrol } = await testServer()
const as = await enrol('system_admin')
let made = 0
const make = (model: string, row: Record<string, unknown>) => createRow(systemContext(tenant), modelOf(tenant, model), row)
const patent = (more: Record<string, unknown> = {}) =>
  make('patent', { title: `引用 ${++made}`, country: 'CN', patent_type: 'INVENTION', owner_sid: as.sid, company_sid: as.company, ...more })
const remove = (model: string, sid: string) => call(`${model}/do/delete/${sid}`, {}, { as, lang: 'en' })
const named = (model: string, name: string) => ({ [model === 'agency' ? 'agency_name' : 'name']: name })

/** A record, and one that refers to it; the answer is the model of the second. */
const TIES: [how: string, model: string, tie: (sid: string) => Promise<[by: string, sid: string]>, says: RegExp][] = [
  ['a reference', 'agency', async (agency_sid) => ['patent', await patent({ agency_sid })], /Patent/],
  ['a list of references', 'user_info', async (sid) => ['patent', await patent({ co_owner_sids: [sid] })], /Patent/],
  ['a row', 'applicant', async (applicant_sid) => ['patent', await patent({ applicants: [{ applicant_sid }] })], /Patent/],
  [
    'a row with shares',
    'inventor',
    async (inventor_sid) => ['patent', await patent({ inventors: [{ inventor_sid, contribution_pct: '100' }] })],
    /Patent/,
  ],
]

for (const [how, model, tie, says] of TIES)
  test(`a record that ${how} of another record names can be deleted only after it, and must be restored before it`, async () => {
    const sid = await make(model, named(model, `被引 ${++made}`))
    const [by, other] = await tie(sid)
    const kept = await remove(model, sid)
    assert.equal(kept.status, 400, kept.text)
    assert.match(kept.message, says)
    assert.equal((await remove(by, other)).code, 0)
    assert.equal((await remove(model, sid)).code, 0, 'records in the bin hold nothing')
    const alone = await call(`${by}/do/restore`, { sids: [other] }, { as })
    assert.equal(alone.status, 400, 'it would refer to a deleted record')
    assert.equal((await call(`${model}/do/restore`, { sids: [sid] }, { as })).code, 0)
    assert.equal((await call(`${by}/do/restore`, { sids: [other] }, { as })).code, 0)
  })

test('a batch delete names the record that is still used', async () => {
  const [one, needed, other] = [await make('applicant', { name: '空一' }), await make('applicant', { name: '被用' }), await make('applicant', { name: '空二' })] // oxfmt-ignore
  await patent({ applicants: [{ applicant_sid: needed }] })
  for (const sids of [
    [one, needed, other],
    [needed, one],
    [other, needed],
  ])
    assert.match(
      (await call('applicant/do/batch_delete', { sids }, { as, lang: 'en' })).message,
      /“被用” cannot be deleted: it is still used by Patent/,
    )
})

test('twenty-five thousand records that no other record names are deleted at once, and not with one that is still used', async () => {
  const ctx = systemContext(tenant)
  const now = new Date().toISOString()
  const base = { version: 1, valid: true, created_at: now, updated_at: now }
  const sids = Array.from({ length: 25_000 }, () => randomUUIDv7())
  for (let at = 0; at < sids.length; at += 5000)
    await tenant.db.insertInto('inventor').values(sids.slice(at, at + 5000).map((sid, i) => ({ ...base, sid, name: `多 ${at + i}` }))).execute() // oxfmt-ignore
  const needed = await make('inventor', { name: '仍被用' })
  await patent({ inventors: [{ inventor_sid: needed, contribution_pct: '100' }] })
  await assert.rejects(removeRows(ctx, modelOf(tenant, 'inventor'), [...sids, needed]), { name: 'depended_on' })
  await removeRows(ctx, modelOf(tenant, 'inventor'), sids)
  const { left } = await tenant.db.selectFrom('inventor').select((of) => of.fn.countAll().as('left')).where('name', 'like', '多 %').where('deleted_at', 'is', null).executeTakeFirstOrThrow() // oxfmt-ignore
  assert.equal(Number(left), 0)
})

test('records that refer only to each other are deleted together', async () => {
  const parent = await make('tech_node', { name: '父', code: 'DEP1' })
  const child = await make('tech_node', { name: '子', code: 'DEP2', parent_sid: parent })
  assert.equal((await remove('tech_node', parent)).status, 400)
  assert.equal((await call('tech_node/do/batch_delete', { sids: [parent, child] }, { as })).code, 0)
})

test('a case that another case claims as its priority cannot be deleted', async () => {
  const [first, later] = [await patent({ filing_date: '2025-02-03', status: 'FILED' }), await patent({ filing_date: '2026-01-05', status: 'FILED' })]
  const claim = { case_sid: later, priority_case_sid: first, priority_no: '202510012345.7', priority_date: '2025-02-03', priority_country: 'CN' }
  const priority = await make('priority', claim)
  assert.match((await remove('patent', first)).message, /it is still used by Priority/)
  const both = [as, await enrol('ip_manager')] as const
  await removeByTwo(call, { entity: 'priority', sid: priority }, both)
  await removeByTwo(call, { entity: 'case', sid: first }, both)
  assert.equal((await call(`patent/${first}`, undefined, { as })).code, 404)
})
