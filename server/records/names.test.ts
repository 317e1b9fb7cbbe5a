import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testServer } from '../../tests/harness/server.ts'

const s = await testServer()
const engineer = await s.enrol('ip_engineer', { name: '卢一帆', name_en: 'Lu Yifan' })
const other = await s.enrol('ip_engineer', { name: '钟半夏' })
const made = async (owner_sid: string) =>
  (
    await s.call<{ sid: string }>(
      'patent/do/create',
      { title: '铰链', title_en: 'Hinge', status: 'DRAFTING', country: 'CN', patent_type: 'UTILITY', owner_sid },
      { as: engineer },
    )
  ).data.sid
const [mine, theirs] = [await made(engineer.sid), await made(other.sid)]
await s.call('deadline/do/create', { name: '提醒', case_sid: mine, kind: 'ACTION', official_due: '2030-01-07' }, { as: engineer })

for (const [lang, person, title] of [
  ['zh', '卢一帆', '铰链'],
  ['en', 'Lu Yifan', 'Hinge'],
  ['zh', '卢一帆', '铰链'],
] as const) {
  test(`a reference is read by its name in ${lang}, whoever asked before`, async () => {
    const { data } = await s.call<{ owner_sid: { name: string } }>(`patent/${mine}`, undefined, { as: engineer, lang })
    assert.equal(data.owner_sid.name, person)
    const { data: due } = await s.call<{ record: { case_sid: { name: string } }[] }>(
      'deadline/do/search',
      { fl: ['case_sid'], iql: "name = '提醒'" },
      { as: engineer, lang },
    )
    assert.match(due.record[0]?.case_sid.name ?? '', new RegExp(` ${title}$`))
  })
}

test('who has no English name is called by the one they have', async () => {
  const { data } = await s.call<{ owner_sid: { name: string } }>(`patent/${theirs}`, undefined, { as: other, lang: 'en' })
  assert.equal(data.owner_sid.name, '钟半夏')
})

test('everyone of the enterprise finds views ready, named in both languages and each understood', async () => {
  const { data } = await s.call<{ record: { name: string; name_en: string; entity: string; iql: string }[] }>(
    'saved_view/do/search',
    { fl: ['name', 'name_en', 'entity', 'iql'], iql: "share = 'SYSTEM'", rows: 100 },
    { as: engineer },
  )
  assert.ok(data.record.some(({ name, name_en }) => name === '有效权利' && name_en === 'Live rights'))
  for (const { entity, iql, name_en } of data.record) {
    const found = await s.call(`${entity}/do/search`, { fl: ['sid'], iql }, { as: engineer })
    assert.equal(found.code, 0, `${name_en}: ${found.message}`)
  }
})
