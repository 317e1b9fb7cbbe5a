import assert from 'node:assert/strict'
import { test } from 'node:test'
import { modelOf } from '../../tests/harness/engine.ts'
import { testServer } from '../../tests/harness/server.ts'
import { systemContext } from '../records/context.ts'
import { createRow } from '../records/write/create.ts'

const { tenant, call, enrol } = await testServer()
const manager = await enrol('ip_manager')
type Row = { sid: string; [code: string]: unknown }
const ask = <T = Row>(path: string, body?: Record<string, unknown>) => call<T>(path, body, { as: manager, lang: 'en' })
const read = async (sid: string) => (await ask(`patent/${sid}`)).data
let made = 0
async function patent(more: Record<string, unknown> = {}) {
  const { data, text } = await ask('patent/do/create', { title: `虚构专利 ${++made}`, country: 'CN', patent_type: 'INVENTION', ...more })
  assert.ok(data, text)
  return data.sid
}
type Checked = { changed: number; refused: { sid: string; name: string; reason: string }[] }

test('[2.11] a batch appends to a text and a list, replaces a part, clears, and is undone whole', async () => {
  const [x, y] = [(await ask('tag/do/create', { name: '虚构甲' })).data.sid, (await ask('tag/do/create', { name: '虚构乙' })).data.sid]
  const sids = [await patent({ remark: '旧 备注', title_en: 'Old' }), await patent({ remark: null, title_en: 'Other' })]
  const before = await Promise.all(sids.map(read))
  const body = { sids, changes: { title: '（续）', remark: '新', title_en: null }, modes: { title: { mode: 'APPEND' }, remark: { mode: 'REPLACE', find: '旧' }, title_en: { mode: 'CLEAR' } } } // oxfmt-ignore
  const { data: checked } = await ask<Checked>('patent/do/batch_check', body)
  assert.deepEqual(checked, { total: 2, sids, changed: 2, refused: [] })
  assert.deepEqual(await Promise.all(sids.map(read)), before, 'a check changes nothing')
  const done = await ask<{ batch_sid: string }>('patent/do/batch_update', body)
  assert.equal(done.code, 0, done.text)
  const after = await Promise.all(sids.map(read))
  assert.deepEqual(
    after.map(({ title, remark, title_en }) => [title, remark, title_en]),
    before.map(({ title, remark }) => [`${String(title)}（续）`, remark === null ? null : '新 备注', null]),
  )
  const undone = await ask('batch_edit/do/undo', { sid: done.data.batch_sid })
  assert.equal(undone.code, 0, undone.text)
  const again = await Promise.all(sids.map(read))
  assert.deepEqual(again.map(({ title, remark, title_en }) => [title, remark, title_en]), before.map(({ title, remark, title_en }) => [title, remark, title_en])) // oxfmt-ignore
  assert.ok(x && y)
})

test('[2.11] an undo is refused where an appended value was changed since', async () => {
  const sids = [await patent(), await patent()]
  const done = await ask<{ batch_sid: string }>('patent/do/batch_update', { sids, changes: { title: '！' }, modes: { title: { mode: 'APPEND' } } })
  await ask('patent/do/update', { sid: sids[0], title: '另一名称' })
  assert.match((await ask('batch_edit/do/undo', { sid: done.data.batch_sid })).message, /have changed since/)
})

test('[2.11] the check names each refused record with its reason', async () => {
  const sids = [await patent({ title: '长'.repeat(252) }), await patent({ title: '短' })]
  const body = { sids, changes: { title: '很长的后缀' }, modes: { title: { mode: 'APPEND' } } }
  const { data } = await ask<Checked>('patent/do/batch_check', body)
  assert.deepEqual([data.changed, data.refused.map(({ sid }) => sid)], [1, [sids[0]]])
  assert.match(data.refused[0]?.reason ?? '', /255/)
  assert.equal((await ask('patent/do/batch_update', body)).code, 500001)
  assert.equal((await read(String(sids[1])))['title'], '短', 'all or none')
})

test('[2.11] a check names a record by what its reader may read of it', async () => {
  const create = (model: string, row: Record<string, unknown>) => createRow(systemContext(tenant), modelOf(tenant, model), row)
  const role = await create('role', { code: 'without_numbers', name: '不见案号', platform: '1' })
  const verbs = ['get', 'search', 'count', 'update', 'transition']
  await create('role_grant', { role_sid: role, entity: 'patent', verbs, data_scope: 'ALL', hidden_fields: ['case_no'] })
  const as = await enrol('inventor', { role_sids: [role] })
  const sids = [await patent({ title: '长'.repeat(252) })]
  const changes = { changes: { title: '很长的后缀' }, modes: { title: { mode: 'APPEND' } } }
  const edited = await call<Checked>('patent/do/batch_check', { sids, ...changes }, { as, lang: 'en' })
  assert.deepEqual(edited.data.refused.map(({ name }) => name), ['长'.repeat(252)], edited.text) // oxfmt-ignore
  const tried = await call<{ record: { name: string }[] }>('patent/do/transition_check', { sids, transition: 'file' }, { as, lang: 'en' })
  assert.deepEqual(tried.data.record.map(({ name }) => name), ['长'.repeat(252)], tried.text) // oxfmt-ignore
})

for (const [modes, says] of [
  [{ title: { mode: 'WRONG' } }, 'cannot be changed in this mode'],
  [{ title: { mode: 'REPLACE' } }, 'needs what is replaced'],
  [{ filing_date: { mode: 'APPEND' } }, 'is not among the changed fields'],
  [{ nothing: { mode: 'SET' } }, 'is not among the changed fields'],
] as const)
  test(`refused: ${JSON.stringify(modes)}`, async () => {
    const body = { sids: [await patent()], changes: { title: 'x' }, modes }
    for (const verb of ['batch_check', 'batch_update']) {
      const { code, errors } = await ask(`patent/do/${verb}`, body)
      assert.deepEqual([code, errors.map(({ reason }) => reason)], [500001, [says]])
    }
  })

test('[5.19] nothing selected, and more than a hundred, are refused', async () => {
  assert.equal((await ask('patent/do/batch_check', { sids: [], changes: { title: 'x' } })).message, 'Select at least one piece of data')
  const many = Array.from({ length: 101 }, () => '01900000-0000-7000-8000-000000000000')
  assert.equal((await ask('patent/do/batch_check', { sids: many, changes: { title: 'x' } })).code, 400)
})

test('[2.11] a batch edit of all results is checked for the first hundred of them, each with its reason', async () => {
  const made = await Promise.all(['Pin one', 'Pin two'].map((title) => patent({ title })))
  await tenant.db.updateTable('patent').set({ remark: '长'.repeat(254) }).where('sid', '=', made[1] ?? '').execute() // oxfmt-ignore
  const body = { iql: "title LIKE 'Pin %'", changes: { remark: ' more' }, modes: { remark: { mode: 'APPEND' } } }
  const { data, text } = await ask<Checked & { total: number; sids: string[] }>('patent/do/batch_check', body)
  assert.deepEqual([data?.total, data?.sids.length, data?.changed], [2, 2, 1], text)
  assert.deepEqual(data.refused.map(({ sid }) => sid), [made[1]]) // oxfmt-ignore
})
