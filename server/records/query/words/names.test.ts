import assert from 'node:assert/strict'
import { test } from 'node:test'
import { personAsked } from '../../../../tests/harness/entered.ts'
import { testServer } from '../../../../tests/harness/server.ts'

const s = await testServer()
const engineer = await s.enrol('ip_engineer', { name: '卢一帆', name_en: 'Lu Yifan' })
const other = await s.enrol('ip_engineer', { name: '钟半夏' })
const admin = await s.enrol('system_admin')
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
  test(`a reference is shown by its name in ${lang}, whichever language was read before`, async () => {
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

test('a person without an English name is shown by their only name', async () => {
  const { data } = await s.call<{ owner_sid: { name: string } }>(`patent/${theirs}`, undefined, { as: other, lang: 'en' })
  assert.equal(data.owner_sid.name, '钟半夏')
})

test('every user of the enterprise finds default views, named in both languages and each valid', async () => {
  const { data } = await s.call<{ record: { name: string; name_en: string; entity: string; iql: string }[] }>(
    'saved_view/do/search',
    { fl: ['name', 'name_en', 'entity', 'iql'], iql: "share = 'SYSTEM'", rows: 100 },
    { as: engineer },
  )
  assert.ok(data.record.some(({ name, name_en }) => name === '有效权利' && name_en === 'In force'))
  for (const { entity, iql, name_en } of data.record) {
    const found = await s.call(`${entity}/do/search`, { fl: ['sid'], iql }, { as: engineer })
    assert.equal(found.code, 0, `${name_en}: ${found.message}`)
  }
})

const ask = async <T>(path: string, body: unknown) => (await s.call<T>(path, body, { as: admin, lang: 'zh' })).data
const sidOf = async (model: string, values: unknown) => (await ask<{ sid: string }>(`${model}/do/create`, values)).sid

test('a company is shown in English by its English name, before its short name', async () => {
  const company_sid = await sidOf('company', {
    company_name: '虚构远航有限公司',
    company_name_en: 'Fictional Voyage Ltd',
    simple_name: '远航',
    country: 'SG',
  })
  const department = await sidOf('department', { name: '虚构船舶部', company_sid })
  for (const [lang, name] of [
    ['zh', '远航'],
    ['en', 'Fictional Voyage Ltd'],
  ] as const) {
    const { data } = await s.call<{ company_sid: { name: string } }>(`department/${department}`, undefined, { as: admin, lang })
    assert.equal(data.company_sid.name, name)
  }
})

test('[3.03] a person is shown with their job number, an agent with the short name of the agency', async () => {
  const agency_sid = await sidOf('agency', { agency_name: '北桥专利代理事务所', simple_name: '北桥' })
  const agent = await sidOf('agent', { name: '丁一', agency_sid, email: 'ding@agency.example' })
  const owner_sid = await sidOf('user_info', (await personAsked(s.tenant))({ name: '张三', job_number: 'X7' }))
  type Names = { owner_sid: { name: string }; agent_sids: { name: string }[] }
  const patent = await ask<Names & { sid: string }>('patent/do/create', {
    title: '展示', country: 'CN', patent_type: 'UTILITY', owner_sid, agency_sid, agent_sids: [agent],
  }) // oxfmt-ignore
  assert.deepEqual([patent.owner_sid.name, patent.agent_sids[0]?.name], ['张三 (X7)', '丁一 (北桥)'])
  await ask('agency/do/update', { sid: agency_sid, simple_name: '新北桥' })
  const list = await ask<{ record: Names[] }>('patent/do/search', { iql: `sid = '${patent.sid}'`, fl: ['owner_sid', 'agent_sids'] })
  assert.deepEqual([list.record[0]?.owner_sid.name, list.record[0]?.agent_sids[0]?.name], ['张三 (X7)', '丁一 (新北桥)'])
})

test('an inventor is shown with their number if another has the same name', async () => {
  const [one, other] = [await sidOf('inventor', { name: '同名', employee_no: 'E1' }), await sidOf('inventor', { name: '独名', employee_no: 'E2' })]
  const inventors = [one, other].map((inventor_sid) => ({ inventor_sid, contribution_pct: 50 }))
  type Named = { inventors: { inventor_sid: { name: string } }[] }
  const patent = await ask<Named & { sid: string }>('patent/do/create', { title: '发明', country: 'CN', patent_type: 'UTILITY', inventors })
  const names = (record: Named) => record.inventors.map(({ inventor_sid }) => inventor_sid.name)
  assert.deepEqual(names(patent), ['同名', '独名'])
  await sidOf('inventor', { name: '同名', employee_no: 'E3' })
  const again = await s.call<Named>(`patent/${patent.sid}`, undefined, { as: admin, lang: 'zh' })
  assert.deepEqual(names(again.data), ['同名 (E1)', '独名'])
})
