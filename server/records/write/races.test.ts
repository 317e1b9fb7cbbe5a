import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testEngine } from '../../../tests/harness/engine.ts'
import { Refusal } from '../../errors.ts'
import { batchUpdate } from './batch/batch.ts'
import { create } from './create.ts'
import { remove, restore } from './delete.ts'
import { get } from '../query/get.ts'
import { update } from './update.ts'

const { ctx, model, tenant } = await testEngine()
const company = await create(ctx, model('company'), { company_name: '示例' })
const person = await create(ctx, model('user_info'), { name: '张一', company_sid: company.sid })
let made = 0
const patent = (more: Record<string, unknown> = {}) =>
  create(ctx, model('patent'), {
    case_no: `R${++made}`,
    title: '一种电池',
    patent_type: 'DESIGN',
    country: 'US',
    owner_sid: person.sid,
    company_sid: company.sid,
    ...more,
  })

/** The allowed results of a race: done, or refused by name. */
async function outcome(act: Promise<unknown>): Promise<'done' | Refusal> {
  try {
    await act
    return 'done'
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

test('no record refers to a deleted one, even after concurrent writes', async () => {
  for (let round = 0; round < 30; round++) {
    const applicant = await create(ctx, model('applicant'), { name: `申请人${round}` })
    const inventor = await create(ctx, model('inventor'), { name: `发明人${round}` })
    await Promise.all([
      outcome(remove(ctx, model('applicant'), String(applicant.sid))),
      outcome(patent({ applicants: [{ applicant_sid: applicant.sid }] })),
      outcome(patent({ inventors: [{ inventor_sid: inventor.sid, contribution_pct: '100' }] })),
      outcome(remove(ctx, model('inventor'), String(inventor.sid))),
    ])
  }
  for (const [table, list, key] of [
    ['applicant', 'applicants', 'applicant_sid'],
    ['inventor', 'inventors', 'inventor_sid'],
  ] as const) {
    const { rows } =
      await sql`select p.case_no from patent p cross join jsonb_array_elements(p.${sql.id(list)}) e join ${sql.table(table)} t on t.sid = (e ->> ${sql.lit(key)})::uuid where t.deleted_at is not null`.execute(
        tenant.db,
      )
    assert.deepEqual(rows, [], table)
  }
})

test('of several saves of the same version, one is accepted and the others get a conflict', async () => {
  const one = await patent()
  const all = await Promise.all(
    Array.from({ length: 12 }, (_, n) => outcome(update(ctx, model('patent'), { sid: one.sid, version: 1, title: `题 ${n}` }))),
  )
  assert.equal(all.filter((each) => each === 'done').length, 1)
  assert.ok(all.every((each) => each === 'done' || each.status === 409))
  assert.equal((await get(ctx, model('patent'), String(one.sid))).version, 2)
})

test('several saves without a version are all accepted in sequence, and each is in the history', async () => {
  const one = await patent()
  await Promise.all(Array.from({ length: 12 }, (_, n) => update(ctx, model('patent'), { sid: one.sid, title: `题 ${n}` })))
  assert.equal((await get(ctx, model('patent'), String(one.sid))).version, 13)
  const { rows } = await sql<{ n: number }>`select count(*) as n from change_log where record_sid = ${String(one.sid)}`.execute(tenant.db)
  assert.equal(rows[0]?.n, 13)
})

test('overlapping batch edits do not deadlock', async () => {
  const sids = (await Promise.all(Array.from({ length: 10 }, () => patent()))).map((each) => String(each.sid))
  const edits = Array.from({ length: 12 }, (_, n) =>
    batchUpdate(ctx, model('patent'), { sids: n % 2 ? sids : sids.toReversed(), changes: { importance: 'ABCD'[n % 4] } }),
  )
  assert.equal((await Promise.all(edits)).length, 12)
})

test('a race of delete and restore ends in one state, and the total agrees', async () => {
  const sids = (await Promise.all(Array.from({ length: 6 }, () => patent({ tags: ['raced'] })))).map((each) => String(each.sid))
  await Promise.all(
    sids.flatMap((sid) => [
      outcome(remove(ctx, model('patent'), sid)),
      outcome(remove(ctx, model('patent'), sid)),
      outcome(restore(ctx, model('patent'), [sid])),
    ]),
  )
  const live = await sql<{ n: number }>`select count(*) as n from patent where deleted_at is null`.execute(tenant.db)
  const counted = await sql<{ n: number }>`select sum(n)::int as n from record_count where model = 'patent'`.execute(tenant.db)
  assert.equal(live.rows[0]?.n, counted.rows[0]?.n)
})

test('a record is restored only while its references exist and its number is free', async () => {
  const applicant = await create(ctx, model('applicant'), { name: '将去者' })
  const one = await patent({ applicants: [{ applicant_sid: applicant.sid }] })
  await remove(ctx, model('patent'), String(one.sid))
  await remove(ctx, model('applicant'), String(applicant.sid))
  const gone = await outcome(restore(ctx, model('patent'), [String(one.sid)]))
  assert.ok(gone !== 'done' && gone.errors?.[0]?.field === 'applicants')
  await restore(ctx, model('applicant'), [String(applicant.sid)])
  const duplicate = await patent({ case_no: one.case_no })
  const taken = await outcome(restore(ctx, model('patent'), [String(one.sid)]))
  assert.ok(taken !== 'done' && taken.errors?.[0]?.field === 'case_no')
  await remove(ctx, model('patent'), String(duplicate.sid))
  await restore(ctx, model('patent'), [String(one.sid)])
  assert.equal((await get(ctx, model('patent'), String(one.sid))).case_no, one.case_no)
})
