import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maskOf } from './masks.ts'
import { testServer } from '../../../tests/harness/server.ts'

const { tenant, call, enrol } = await testServer()
const admin = await enrol('system_admin')
const role = async (code: string) => (await tenant.db.selectFrom('role').select('sid').where('code', '=', code).executeTakeFirstOrThrow()).sid

const copy = await call<{ sid: string }>('role/do/copy', { sid: await role('ip_engineer'), code: 'shown_masked' }, { as: admin })
await call('role/do/update', { sid: copy.data.sid, mask_id_no: true, mask_mobile: true }, { as: admin })
const clerk = await enrol('ip_engineer', { role_sids: [copy.data.sid] })
const both = await enrol('ip_engineer', { role_sids: [copy.data.sid, await role('ip_engineer')] })

const ID = '11010519491231002X'
const made = await call<{ sid: string }>(
  'inventor/do/create',
  { name: '某发明人', nationality: 'CN', id_no: ID, mobile: '13800001234' },
  { as: admin },
)
const sid = made.data.sid

for (const [whole, shown] of [
  [ID, '110***********002X'],
  ['13800001234', '138****1234'],
  ['E123456', 'E******'],
  ['E1234567', 'E12*4567'],
  ['A', 'A'],
  ['', ''],
  [null, null],
] as const) {
  test(`[6.04] ${whole} is shown as ${shown}, in code and in the database`, async () => {
    assert.equal(maskOf(whole), shown)
    const fresh = await call<{ sid: string; id_no: string | null }>(
      'inventor/do/create',
      { name: 'x', nationality: 'DE', id_no: whole },
      { as: admin },
    )
    const seen = await call<{ id_no: string | null }>(`inventor/${fresh.data.sid}`, undefined, { as: clerk })
    assert.equal(seen.data.id_no, shown || null)
  })
}

test('[6.04] a role with masking shows masked numbers everywhere; one role without masking shows them in full', async () => {
  type Shown = { id_no: string; mobile: string }
  const one = await call<Shown>(`inventor/${sid}`, undefined, { as: clerk })
  assert.deepEqual([one.data.id_no, one.data.mobile], ['110***********002X', '138****1234'])
  const list = await call<{ record: Shown[] }>('inventor/do/search', { fl: 'id_no,mobile', iql: `sid = '${sid}'` }, { as: clerk })
  assert.deepEqual([list.data.record[0]?.id_no, list.data.record[0]?.mobile], ['110***********002X', '138****1234'])
  const full = await call<Shown>(`inventor/${sid}`, undefined, { as: both })
  assert.deepEqual([full.data.id_no, full.data.mobile], [ID, '13800001234'])
  const inside = { title: '案', country: 'CN', patent_type: 'INVENTION', inventors: [{ inventor_sid: sid }] }
  const patent = await call<{ sid: string }>('patent/do/create', inside, { as: clerk })
  const through = await call<{ record: Record<string, unknown>[] }>(
    'patent/do/search',
    { fl: ['inventors.inventor_sid.id_no'], iql: `sid = '${patent.data.sid}'` },
    { as: clerk },
  )
  assert.deepEqual(through.data.record[0]?.['inventors.inventor_sid.id_no'], ['110***********002X'])
  const { text } = await call('inventor/do/history', { sid }, { as: clerk })
  assert.ok(text.includes('110***********002X') && !text.includes(ID) && !text.includes('13800001234'))
})

for (const iql of [`id_no = '${ID}'`, "id_no LIKE '1101051949%'", 'mobile IS EMPTY', 'ORDER BY id_no', "mobile BETWEEN '1' AND '2'"]) {
  test(`[6.04] a masked field cannot be queried: ${iql}`, async () => {
    const refused = await call('inventor/do/search', { iql }, { as: clerk, lang: 'en' })
    assert.deepEqual([refused.status, refused.code], [400, 400])
    assert.match(refused.message, /is masked/)
    assert.equal((await call('inventor/do/search', { iql }, { as: both })).code, 0)
    assert.equal((await call('patent/do/search', { iql: `inventors.inventor_sid.id_no = '${ID}'` }, { as: clerk })).status, 400)
  })
}

test('[6.04] a record saved with masked numbers keeps its numbers, and a new number is stored', async () => {
  const one = await call<Record<string, unknown>>(`inventor/${sid}?flat=1`, undefined, { as: clerk })
  const back = await call('inventor/do/update', { ...one.data, name: '改名' }, { as: clerk })
  assert.equal(back.code, 0, back.message)
  const kept = await call<{ id_no: string }>(`inventor/${sid}`, undefined, { as: admin })
  assert.equal(kept.data.id_no, ID)
  assert.equal((await call('inventor/do/aggregate', { by: ['id_no'] }, { as: clerk })).status, 400)
  assert.equal((await call('inventor/do/update', { sid, mobile: '13900005678' }, { as: clerk })).code, 0)
  const schema = await call<{ fields: { code: string; masked?: boolean; searchable: boolean }[] }>('inventor/do/schema', undefined, { as: clerk })
  assert.deepEqual(
    schema.data.fields.filter(({ masked }) => masked).map(({ code }) => code),
    ['id_no', 'mobile'],
  )
})
