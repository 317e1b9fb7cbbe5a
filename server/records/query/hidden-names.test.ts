import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { link, rows, string } from '../../../model/kit/fields.ts'
import { defineModel } from '../../../model/kit/model.ts'
import { jobEnded } from '../../../tests/harness/cases/exchange.ts'
import { testServer } from '../../../tests/harness/server.ts'
import { startJobs } from '../../jobs/start.ts'
import { systemContext } from '../context.ts'
import { declare, declaredModels, modelNamed } from '../registry.ts'
import { readPage } from './page.ts'

/** Rows with a link that has a public name and a link whose record is not visible to everybody. */
const citation = defineModel({
  name: 'citation',
  zh: '引证',
  en: 'Citation',
  display: ['name'],
  fields: {
    name: string('名称', 'Name', { required: true, list: true }),
    cited: rows(
      '被引案件',
      'Cited cases',
      { patent_sid: link('专利', 'Patent', { to: 'patent' }), inventor_sid: link('发明人', 'Inventor', { to: 'inventor' }) },
      { list: true },
    ),
  },
})

const { all, kinds } = await declaredModels()
const { server, app, tenant, call, enrol } = await testServer({}, declare([...all.values(), citation], [...kinds.values()]))
const jobs = await startJobs(server)
after(() => jobs.stop())
const admin = await enrol('system_admin')

async function make(model: string, values: Record<string, unknown>, as = admin) {
  const { data, message, errors } = await call<{ sid: string }>(`${model}/do/create`, values, { as })
  assert.ok(data?.sid, `${message} ${JSON.stringify(errors)}`)
  return data.sid
}

const role = await make('role', { code: 'citations', name: '引证', platform: '1' })
const VERBS = ['get', 'search', 'count', 'create', 'update', 'export']
for (const [entity, data_scope] of [
  ['citation', 'ALL'],
  ['patent', 'SELF'],
] as const)
  await make('role_grant', { role_sid: role, entity, data_scope, verbs: VERBS })
const reader = await enrol('inventor', { role_sids: [role] })

const inventor_sid = await make('inventor', { name: '张三', name_en: 'Zhang San' })
const patentOf = (case_no: string, owner_sid: string) =>
  make('patent', { case_no, title: '电池', title_en: 'Battery', country: 'CN', patent_type: 'INVENTION', owner_sid })
const [seen, hidden] = [await patentOf('H-1', reader.sid), await patentOf('H-2', admin.sid)]
const cited = [
  { patent_sid: seen, inventor_sid },
  { patent_sid: hidden, inventor_sid },
]
const sid = await make('citation', { name: '甲', cited })

for (const [lang, battery, person] of [
  ['zh', 'H-1 电池', '张三'],
  ['en', 'H-1 Battery', 'Zhang San'],
] as const) {
  const named = (as: string) => [
    { patent_sid: { sid: seen, name: battery }, inventor_sid: { sid: inventor_sid, name: person } },
    { patent_sid: { sid: hidden, name: as === 'admin' ? battery.replace('H-1', 'H-2') : '' }, inventor_sid: { sid: inventor_sid, name: person } },
  ]
  const bare = (list: unknown) => (list as Record<string, unknown>[]).map(({ patent_sid, inventor_sid: by }) => ({ patent_sid, inventor_sid: by }))

  test(`${lang}: lists, records and the change log name the links of rows, and leave out the name of a hidden record`, async () => {
    for (const [who, as] of [
      ['admin', admin],
      ['reader', reader],
    ] as const) {
      const list = await call<{ record: { cited: unknown }[] }>('citation/do/search', { fl: ['cited'] }, { as, lang })
      assert.deepEqual(bare(list.data.record[0]?.cited), named(who))
      const record = await call<{ cited: unknown }>(`citation/${sid}`, undefined, { as, lang })
      assert.deepEqual(bare(record.data.cited), named(who))
      const flat = await call<{ cited: Record<string, unknown>[] }>(`citation/${sid}?flat=1`, undefined, { as, lang })
      assert.deepEqual(flat.data.cited.map(({ patent_sid_name }) => patent_sid_name), named(who).map(({ patent_sid }) => patent_sid.name)) // oxfmt-ignore
      const column = await call<{ record: Record<string, unknown>[] }>('citation/do/search', { fl: ['cited.patent_sid'] }, { as, lang })
      assert.deepEqual(column.data.record[0]?.['cited.patent_sid'], named(who).map(({ patent_sid }) => patent_sid)) // oxfmt-ignore
      const log = await call<{ record: { changes: { field: string; new: unknown }[] }[] }>('citation/do/history', { sid }, { as, lang })
      assert.deepEqual(bare(log.data.record[0]?.changes.find(({ field }) => field === 'cited')?.new), named(who))
    }
  })

  test(`${lang}: an export leaves out the name of a hidden record, and shows no ID instead`, async () => {
    const { data, message } = await call<{ job_sid: string }>('citation/do/export', { fl: ['name', 'cited'], format: 'csv' }, { as: reader, lang })
    assert.ok(data?.job_sid, message)
    const job = await jobEnded(tenant, data.job_sid)
    const { body } = await app.inject({ url: String(job.result_url), headers: { authorization: `Bearer ${reader.token}` } })
    assert.ok(body.includes(battery) && body.includes(person), body)
    assert.ok(!body.includes('H-2') && !body.includes(hidden), body)
  })
}

test('a path through the links of rows tells nothing of a hidden record', async () => {
  const paths = ['cited.patent_sid.title', 'cited.patent_sid.country']
  const read = async (as: typeof admin) => {
    const { data, text } = await call<{ record: Record<string, unknown>[] }>('citation/do/search', { fl: paths, iql: `sid = '${sid}'` }, { as })
    return paths.map((path) => data.record[0]?.[path] ?? text)
  }
  assert.deepEqual(await read(admin), [['电池', '电池'], ['CN', 'CN']]) // oxfmt-ignore
  assert.deepEqual(await read(reader), [['电池', null], ['CN', null]]) // oxfmt-ignore
})

test('a page of rows with links takes one statement and one query for each model of public names, for any number of records', async () => {
  for (let i = 0; i < 30; i++) await make('citation', { name: `乙${i}`, cited })
  let queries = 0
  const db = tenant.db.withPlugin({ transformQuery: ({ node }) => (queries++, node), transformResult: async ({ result }) => result })
  const page = await readPage({ ...systemContext(tenant), db }, modelNamed(tenant.models, 'citation'), ['name', 'cited'], { order: [] }, { start: 0, rows: 50 }) // oxfmt-ignore
  assert.equal(page.length, 31)
  assert.ok(queries <= 2, `${queries} queries`)
})
