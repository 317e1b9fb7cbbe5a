import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testServer } from '../../tests/harness/server.ts'

const { app, tenant, call, enrol, other, enrolAt } = await testServer()
const admin = await enrol('system_admin')
const inventor = await enrol('inventor')
type Words = { language: string; record: { key: string; text: string }[] }
const wordsOf = async (path: string, as = admin) => {
  const { data } = await call<Words>(`i18n/front/search${path}`, {}, { as })
  return { language: data.language, words: new Map(data.record.map(({ key, text }) => [key, text])) }
}

test('[7.23] a search returns all translations in the language of the query', async () => {
  const [zh, en] = [await wordsOf('?language=zh-CN'), await wordsOf('?language=en')]
  assert.deepEqual([zh.language, en.language], ['zh', 'en'])
  for (const [key, chinese, english] of [
    ['patent', '专利', 'Patent'],
    ['patent.filing_date', '申请日', 'Filing date'],
    ['patent.country.CN', '中国', 'China'],
    ['patent:review', '送审', 'Send for review'],
  ] as const)
    assert.deepEqual([zh.words.get(key), en.words.get(key)], [chinese, english])
  assert.deepEqual([...zh.words.keys()], [...en.words.keys()])
  assert.equal((await wordsOf('')).language, 'zh')
  for (const path of ['?language=fr', '?language=zh&language=en'])
    assert.equal((await call(`i18n/front/search${path}`, {}, { as: admin })).status, 400)
  assert.equal((await call('i18n/front/search', { foo: 1 }, { as: admin })).status, 400)
  assert.equal((await call('i18n/front/search', {})).status, 401)
})

test('[7.23] a search returns no texts of models and fields hidden from the user', async () => {
  const { words } = await wordsOf('?language=en', inventor)
  assert.ok(words.has('patent.title'))
  assert.ok(!words.has('patent.fee_reduction') && !words.has('role'))
})

test('[7.23] administrators store custom texts for their tenant', async () => {
  const sync = (record: unknown, as = admin) => call<{ total: number }>('i18n/front/sync', { language: 'en', record }, { as })
  assert.equal(
    (
      await sync([
        { key: 'patent', text: ' Case ' },
        { key: 'screen.title', text: 'Our list' },
      ])
    ).data.total,
    2,
  )
  const { words } = await wordsOf('?language=en')
  assert.deepEqual([words.get('patent'), words.get('screen.title')], ['Case', 'Our list'])
  assert.equal((await wordsOf('?language=zh')).words.get('patent'), '专利')
  assert.equal((await sync([{ key: 'patent', text: '' }])).data.total, 1)
  assert.equal((await wordsOf('?language=en')).words.get('patent'), 'Patent')
  assert.equal((await sync([], inventor)).status, 403)
  for (const wrong of [undefined, 'x', [1], [{ key: 'a b', text: 'x' }], [{ key: 'a', text: 5 }], [{ key: 'a', text: '\u0000' }]])
    assert.equal((await sync(wrong)).status, 400, JSON.stringify(wrong))
  const theirs = await enrolAt(other, 'system_admin')
  const there = await call<Words>('i18n/front/search?language=en', {}, { as: theirs, host: 'other.test' })
  assert.equal(
    there.data.record.some(({ key }) => key === 'screen.title'),
    false,
  )
})

test('[7.23] a caller may request only the custom texts of the tenant', async () => {
  const own = async () => (await call<Words>('i18n/front/search', { language: 'en', own: true }, { as: inventor })).data.record
  await call('i18n/front/sync', { language: 'en', record: [{ key: 'list.empty', text: 'Nothing' }] }, { as: admin })
  assert.deepEqual((await own()).filter(({ key }) => key === 'list.empty' || key === 'patent'), [{ key: 'list.empty', text: 'Nothing' }]) // oxfmt-ignore
  await call('i18n/front/sync', { language: 'en', record: [{ key: 'list.empty', text: '' }] }, { as: admin })
  assert.equal((await own()).some(({ key }) => key === 'list.empty'), false) // oxfmt-ignore
})

test('[7.23] a text with a former key is stored under its current key', async () => {
  const record = [['desk.title', 'Due'], ['annuity.toDesk', 'Fees']].map(([key, text]) => ({ key, text })) // oxfmt-ignore
  await call('i18n/front/sync', { language: 'en', record }, { as: admin })
  const own = (await call<Words>('i18n/front/search', { language: 'en', own: true }, { as: inventor })).data.record.map(({ key, text }) => [
    key,
    text,
  ])
  assert.deepEqual(own.filter(([, text]) => text === 'Due' || text === 'Fees').sort(), [['annuity.open', 'Fees'], ['deadlineList.title', 'Due']]) // oxfmt-ignore
  await call('i18n/front/sync', { language: 'en', record: record.map(({ key }) => ({ key, text: '' })) }, { as: admin })
})

test('[7.23] the metadata of a model is read by its name', async () => {
  const one = await call('/innoe-webapi/model/patent', undefined, { as: inventor })
  const schema = await call('patent/do/schema', undefined, { as: inventor })
  assert.deepEqual(one.data, schema.data)
  assert.equal((await call('/innoe-webapi/model/nothing', undefined, { as: inventor })).status, 404)
})

test('[7.23] the screens of a tenant use its custom texts, immediately in the same process', async () => {
  const record = [
    { key: 'tag', text: 'Keyword' },
    { key: 'tag.colour', text: 'Shade' },
    { key: 'patent.country.CN', text: 'PRC' },
    { key: 'patent:review', text: 'Hand in' },
  ]
  type Schema = {
    label: string
    fields: { code: string; label: string; options?: { code: string; label: string }[] }[]
    states?: { transitions: { code: string; label: string }[] }
  }
  const schema = async (model: string, lang: 'zh' | 'en') => (await call<Schema>(`${model}/do/schema`, undefined, { as: admin, lang })).data
  const labelIn = (one: Schema, code: string) => one.fields.find((field) => field.code === code)
  assert.equal((await call('i18n/front/sync', { language: 'en', record }, { as: admin })).code, 0)
  const [tag, patent, chinese] = [await schema('tag', 'en'), await schema('patent', 'en'), await schema('tag', 'zh')]
  assert.deepEqual([tag.label, labelIn(tag, 'colour')?.label, chinese.label], ['Keyword', 'Shade', '标签'])
  assert.equal(labelIn(patent, 'country')?.options?.find(({ code }) => code === 'CN')?.label, 'PRC')
  assert.equal(patent.states?.transitions.find(({ code }) => code === 'review')?.label, 'Hand in')
  assert.equal((await call('i18n/front/sync', { language: 'en', record: record.map(({ key }) => ({ key, text: '' })) }, { as: admin })).code, 0)
  assert.equal((await schema('tag', 'en')).label, 'Tag')
})

test("[7.23] the product's own texts are read beside those of the tenant, placeholders are whole, and the audit log says which changed", async () => {
  const sync = (text: string, key = 'batch.saved') => call('i18n/front/sync', { language: 'en', record: [{ key, text }] }, { as: admin, lang: 'en' })
  assert.equal((await sync('{{count}} {{count|row|rows}}')).code, 0)
  for (const [key, text, reason] of [
    ['batch.saved', '{{count', '“batch.saved” has an incomplete placeholder'],
    ['batch.saved', '{{count|row}}', '“batch.saved” has an incomplete placeholder'],
    ['patent.title', 'Title {{count}}', '“patent.title” takes no placeholder'],
  ] as const) {
    const refused = await sync(text, key)
    assert.deepEqual([refused.code, refused.errors.map((one) => one.reason)], [500001, [reason]])
  }
  await sync('Invention', 'patent')
  const read = async (product: boolean) => {
    const { data } = await call<Words>('i18n/front/search', { language: 'en', product }, { as: admin })
    return data.record.find(({ key }) => key === 'patent')?.text
  }
  assert.deepEqual([await read(true), await read(false)], ['Patent', 'Invention'])
  const { data } = await call<{ record: { about: string; records: number }[] }>('audit_entry/do/search', { iql: "event = 'WORDS_CHANGED' ORDER BY number", fl: ['about', 'records'] }, { as: admin }) // oxfmt-ignore
  assert.deepEqual(data.record.at(-1)?.about, 'patent')
  await sync('', 'patent')
})

const spoken = async <T>(path: string, language: string, body?: unknown, as: typeof admin | undefined = admin) =>
  call<T>(path, body, { as, headers: { 'accept-language': language } })

test('[7.23] a further language is a table of words over its fallback: models, groups, messages and the words of the client', async () => {
  const languages = [{ code: 'ja', name: '日本語', fallback: 'en' }]
  const keep = (given: unknown, as = admin) => call('i18n/front/languages', { languages: given }, { as, lang: 'en' })
  assert.equal((await keep(languages, inventor)).status, 403)
  for (const wrong of [{}, [{ code: 'en', name: 'English', fallback: 'zh' }], [{ code: 'ja', name: ' ', fallback: 'en' }], [{ code: 'ja', name: '日本語', fallback: 'fr' }], [...languages, ...languages]])
    assert.equal((await keep(wrong)).status, 400, JSON.stringify(wrong)) // oxfmt-ignore
  assert.equal((await call('i18n/front/sync', { language: 'ja', record: [] }, { as: admin })).status, 400)
  assert.deepEqual((await keep(languages)).data, { languages })
  const late = await call<{ languages: unknown }>('i18n/front/languages', { languages: [], known: [] }, { as: admin })
  assert.deepEqual([late.status, late.data.languages], [409, languages], 'somebody else has added one since')
  assert.equal((await call('i18n/front/languages', { languages, known: languages }, { as: admin })).code, 0)
  assert.deepEqual((await call<{ languages: unknown }>('tenant/do/getTenantInfo')).data.languages, languages)
  const record = Object.entries({ 'patent': '特許', 'patent.title': '発明の名称', 'patent:group.case': '案件', 'patent:review': '確認に回す', 'refusal:not_found': '見つかりません', 'user.menu': '{{name}} のメニュー', 'menu:patents': '特許' }).map(([key, text]) => ({ key, text })) // oxfmt-ignore
  assert.equal((await call('i18n/front/sync', { language: 'ja', record }, { as: admin })).code, 0)
  const strange = await call(
    'i18n/front/sync',
    { language: 'ja', record: [{ key: 'refusal:bad_sid', text: '「{velue}」' }] },
    { as: admin, lang: 'en' },
  )
  assert.match(strange.text, /“refusal:bad_sid” has no placeholder \{velue\}/)
  await call('i18n/front/sync', { language: 'en', record: [{ key: 'patent.country', text: 'Territory' }] }, { as: admin })

  type Labelled = { code: string; label: string }
  const schema = (await spoken<{ label: string; fields: Labelled[]; groups: Labelled[] }>('patent/do/schema', 'ja,en;q=0.5')).data
  const labels = Object.fromEntries(schema.fields.map(({ code, label }) => [code, label]))
  assert.deepEqual([schema.label, schema.groups[0]?.label], ['特許', '案件'])
  assert.deepEqual([labels['title'], labels['country'], labels['filing_date']], ['発明の名称', 'Territory', 'Filing date'])
  const absent = 'patent/00000000-0000-7000-8000-000000000000'
  assert.equal((await spoken(absent, 'ja')).message, '見つかりません')
  assert.equal(
    (await spoken('patent/do/search', 'ja', { iql: 'nothing = 1' })).message,
    (await spoken('patent/do/search', 'en', { iql: 'nothing = 1' })).message,
  )
  assert.equal((await spoken(absent, 'ko,en')).message, 'Not found')

  const client = await call<Words>('i18n/front/words/ja')
  assert.deepEqual(client.data.record.map(({ key }) => key).sort(), ['menu:patents', 'patent', 'user.menu'])
  const again = async (tag?: string) => {
    const headers = { host: 'localhost', ...(tag && { 'if-none-match': tag }) }
    const { statusCode, body, headers: answered } = await app.inject({ url: '/innoe-webapi/model/i18n/front/words/ja', headers })
    return { statusCode, body, tag: String(answered.etag) }
  }
  const first = await again()
  assert.deepEqual([first.statusCode, await again(first.tag)], [200, { statusCode: 304, body: '', tag: first.tag }])
  await call('i18n/front/sync', { language: 'ja', record: [{ key: 'menu:deadlines', text: '期限' }] }, { as: admin })
  const changed = await again(first.tag)
  assert.ok(changed.statusCode === 200 && changed.tag !== first.tag && changed.body.includes('期限'))
  await call('i18n/front/sync', { language: 'ja', record: [{ key: 'menu:deadlines', text: '' }] }, { as: admin })
  assert.equal((await call('i18n/front/words/ko')).status, 404)
  const { words } = await wordsOf('?language=ja')
  assert.deepEqual([words.get('patent'), words.get('patent.abstract'), words.get('menu:deadlines')], ['特許', 'Abstract', 'Deadlines'])
  await call('i18n/front/sync', { language: 'en', record: [{ key: 'patent.country', text: '' }] }, { as: admin })
})

test('[7.23] translations are read from a sheet, by the heading of the language or its last column', async () => {
  const read = async (csv: string, language = 'ja') => {
    const form = new FormData()
    form.append('language', language)
    form.append('file', new Blob([csv]), 'words.csv')
    const sent = new Response(form)
    const answer = await app.inject({ method: 'POST', url: '/innoe-webapi/model/i18n/front/read_file', headers: { authorization: `Bearer ${admin.token}`, 'content-type': sent.headers.get('content-type') ?? '' }, payload: Buffer.from(await sent.arrayBuffer()) }) // oxfmt-ignore
    return { status: answer.statusCode, record: answer.json<{ data?: { record: unknown } }>().data?.record }
  }
  const record = [{ key: 'save', text: '保存' }]
  for (const csv of ['key,中文,日本語,note\nsave,保存,保存,x\ncancel,取消,,x\n', '代码,ja\nsave,保存\n', 'English,Key,Translation\nSave,save,保存\n'])
    assert.deepEqual(await read(csv), { status: 200, record }, csv)
  assert.equal((await read('a,b\n1,2\n')).status, 400)
})

test('[7.23] views and statistics that everyone is given are named in a further language by their codes', async () => {
  const { words } = await wordsOf('?language=en')
  assert.deepEqual([words.get('view:patent.live'), words.get('statistic:s_workload')], ['In force', 'Cases in hand by owner and right'])
  assert.equal((await wordsOf('?language=en', inventor)).words.has('view:patent.live'), false)
  const { data } = await call<{ record: { code: string; name: string }[] }>('saved_view/do/search', { fl: ['code', 'name'], iql: "entity = 'patent'" }, { as: admin }) // oxfmt-ignore
  assert.ok(data.record.some(({ code, name }) => code === 'patent.live' && name === '有效权利'))
})

test('[7.23] a view or a statistic that is renamed loses what further languages called it, one whose condition is changed does not', async () => {
  assert.equal((await call('i18n/front/languages', { languages: [{ code: 'ja', name: '日本語', fallback: 'en' }] }, { as: admin })).code, 0)
  const keys = ['view:patent.live', 'view:patent.pending', 'statistic:s_workload', 'patent.title']
  const record = keys.map((key) => ({ key, text: '名称' }))
  assert.equal((await call('i18n/front/sync', { language: 'ja', record }, { as: admin })).code, 0)
  const change = async (model: 'saved_view' | 'statistic', code: string, values: Record<string, unknown>) => {
    const { sid } = await tenant.db.selectFrom(model).select('sid').where('code', '=', code).executeTakeFirstOrThrow()
    const { code: answer, text } = await call(`${model}/do/update`, { sid, ...values }, { as: admin })
    assert.equal(answer, 0, text)
  }
  await change('saved_view', 'patent.live', { name_en: 'Rights of ours' })
  await change('saved_view', 'patent.pending', { iql: "legal_status = 'PENDING'" })
  await change('statistic', 's_workload', { name: '工作量（虚构）' })
  const { data } = await call<Words>('i18n/front/search?language=ja', { own: true }, { as: admin })
  const kept = new Set(data.record.map(({ key }) => key))
  assert.deepEqual(keys.map((key) => kept.has(key)), [false, true, false, true]) // oxfmt-ignore
})
