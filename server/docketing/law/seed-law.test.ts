import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testServer } from '../../../tests/harness/server.ts'
import { seedLaw } from './seed-law.ts'

const { call, enrol, tenant } = await testServer()
const admin = await enrol('system_admin')

type Rule = { sid: string; version: number; content: { terms: { period: string }[]; right_types?: string[] } }
const rule = async (id: string, version = 1) =>
  (await tenant.db
    .selectFrom('deadline_rule')
    .selectAll()
    .where('rule_id', '=', id)
    .where('rule_version', '=', version)
    .executeTakeFirst()) as unknown as Rule | undefined // the columns of the table

test('a rule from an older pack is corrected, with the versions that came later', async () => {
  const old = await rule('JP09')
  const { right_types: _types, ...content } = old?.content ?? assert.fail()
  await tenant.db
    .updateTable('deadline_rule')
    .set({ content: JSON.stringify(content) })
    .where('sid', '=', old?.sid ?? '')
    .execute()
  await tenant.db.deleteFrom('deadline_rule').where('rule_id', '=', 'JP09').where('rule_version', '=', 2).execute()
  await seedLaw(tenant)
  assert.deepEqual((await rule('JP09'))?.content.right_types, ['INVENTION'])
  assert.deepEqual((await rule('JP09', 2))?.content.right_types, ['UTILITY', 'DESIGN'])
})

test('a rule that the tenant changed stays unchanged, and gets no version beside it', async () => {
  const before = (await rule('KR07')) ?? assert.fail()
  const { right_types: _types, ...content } = before.content
  await tenant.db.deleteFrom('deadline_rule').where('rule_id', '=', 'KR07').where('rule_version', '=', 2).execute()
  const answer = await call('deadline_rule/do/update', { sid: before.sid, content }, { as: admin })
  assert.equal(answer.code, 0, answer.text)
  await seedLaw(tenant)
  assert.equal((await rule('KR07'))?.content.right_types, undefined)
  assert.equal(await rule('KR07', 2), undefined)
})

test('seeding again changes nothing', async () => {
  const rows = () => tenant.db.selectFrom('fee_schedule').select(['sid', 'version', 'content']).orderBy('sid').execute()
  const before = await rows()
  await seedLaw(tenant)
  assert.deepEqual(await rows(), before)
})

test('a pack that conflicts with the law of the tenant is skipped as a whole, and the law stays in use', async () => {
  const made = (await rule('GB03')) ?? assert.fail()
  await tenant.db.deleteFrom('deadline_rule').where('rule_id', '=', 'GB03').execute()
  const own = { ...made.content, id: 'GB03', version: 7 }
  const { sid: _sid, ...row } = { ...made, rule_version: 7, content: JSON.stringify(own) }
  await tenant.db
    .insertInto('deadline_rule')
    .values({ ...row, sid: crypto.randomUUID() })
    .execute()
  await tenant.db.deleteFrom('deadline_rule').where('rule_id', '=', 'US01').execute()
  const faults = await seedLaw(tenant)
  assert.match(faults.map(({ where }) => where).join(), /GB03/)
  assert.equal(await rule('US01'), undefined, 'nothing of the pack came in')
  const filed = await call(
    'patent/do/create',
    { title: 'goes on', country: 'GB', patent_type: 'INVENTION', filing_date: '2026-01-05' },
    { as: admin },
  )
  assert.equal(filed.code, 0, filed.text)
})
