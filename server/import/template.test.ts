import assert from 'node:assert/strict'
import { test } from 'node:test'
import { read, utils, write } from '@e965/xlsx'
import { sendFile, workbook } from '../../tests/harness/cases/exchange.ts'
import { testServer } from '../../tests/harness/server.ts'
import { systemContext } from '../records/context.ts'
import { modelNamed } from '../records/registry.ts'
import { createRow } from '../records/write/create.ts'

const { app, tenant, enrol, call } = await testServer()
const admin = await enrol('system_admin')
await createRow(systemContext(tenant), modelNamed(tenant.models, 'department'), { name: '虚构机械部', company_sid: admin.company })

async function template(model: string, lang: string, as = admin) {
  const answer = await app.inject({
    method: 'GET',
    url: `/innoe-webapi/model/${model}/do/import_template`,
    headers: { host: 'localhost', authorization: `Bearer ${as.token}`, 'accept-language': lang },
  })
  return { answer, book: answer.statusCode === 200 ? read(answer.rawPayload) : undefined }
}

type Row = (string | undefined)[]
const sheet = (book: ReturnType<typeof read> | undefined, at: number): Row[] =>
  utils.sheet_to_json<Row>(book?.Sheets[book.SheetNames[at] ?? ''] ?? {}, { header: 1, defval: '' })

test('the template marks required columns and says in both languages what belongs into each and which values it takes', async () => {
  for (const [lang, sheets, needed, guide] of [
    ['zh', ['人员', '填写说明', '可填的值'], '姓名 *', ['部门', '人员状态为在职且人员类型为内部', '已有的部门的名称，见“可填的值”']],
    [
      'en',
      ['Person', 'How to fill it in', 'Values'],
      'Name *',
      ['Department', 'Person status is Employed and Person type is Internal', 'the name of an existing record: Department, see “Values”'],
    ],
  ] as const) {
    const { book } = await template('user_info', lang)
    assert.deepEqual(book?.SheetNames, sheets)
    const headings = sheet(book, 0)[0] ?? []
    assert.deepEqual(headings.filter((one) => one?.endsWith('*')), [needed]) // oxfmt-ignore
    assert.ok(!headings.some((one) => one === '头像' || one === 'Picture'), 'a cell holds no picture')
    const lines = sheet(book, 1)
    assert.deepEqual(lines.find(([column]) => column === guide[0])?.slice(0, 3), guide)
    const [named = [], ...values] = sheet(book, 2)
    const under = (label: string) => {
      const at = named.findIndex((one) => one?.endsWith(label))
      return values.flatMap((row) => row[at] || [])
    }
    assert.ok(under(lang === 'zh' ? '部门' : 'Department').includes('虚构机械部'))
    assert.deepEqual(under(lang === 'zh' ? '人员状态' : 'Person status'), lang === 'zh' ? ['在职', '离职'] : ['Employed', 'Resigned'])
    assert.equal(named.some((one) => one?.includes(lang === 'zh' ? '直属上级' : 'leader')), false, 'people are not listed') // oxfmt-ignore
  }
  const status = sheet((await template('user_info', 'zh')).book, 1).find(([column]) => column === '人员状态')
  assert.equal(status?.[2], '选一项，见“可填的值”；不填为“在职”')
  const guideOf = async (model: string, lang: string, label: string) =>
    sheet((await template(model, lang)).book, 1).find(([column]) => column === label)?.[2]
  assert.equal(await guideOf('agency', 'zh', '国家/地区'), '国家或地区的名称或两位代码，如 中国、US；不填为“中国”')
  assert.equal(await guideOf('agency', 'zh', '所属公司'), '已有的公司的名称，见“可填的值”；不填为导入人的公司')
  assert.equal(
    await guideOf('agency', 'en', 'Company'),
    'the name of an existing record: Company, see “Values”; the company of the importing person if empty',
  )
  assert.equal(await guideOf('patent', 'zh', '申请人'), '申请人的名称，可填多个，用分号隔开')
})

test('a filled template is read with all its columns, and its other sheets are not taken for tables', async () => {
  for (const model of ['user_info', 'department', 'company', 'role', 'agency', 'patent']) {
    const { book } = await template(model, 'zh')
    assert.ok(book)
    const table = book.Sheets[book.SheetNames[0] ?? ''] ?? {}
    const headings = sheet(book, 0)[0] ?? []
    utils.sheet_add_aoa(table, [headings.map((_, at) => (at === 0 ? '虚构一行' : ''))], { origin: -1 })
    const file = new Uint8Array(write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer) // as asked
    const { data } = await sendFile(app, { path: `${model}/do/import_preview`, token: admin.token, file, name: 'filled.xlsx' })
    assert.deepEqual([data.sheet, data.other_sheets, data.total], [book.SheetNames[0], [], 1], model)
    assert.deepEqual(data.columns.filter(({ field }: { field: string | null }) => field === null), [], `${model}: columns without a field`) // oxfmt-ignore
  }
})

test('a record that is numbered by a rule is imported without its number', async () => {
  const manager = await enrol('ip_manager')
  const made = await call('patent/do/create', { title: '虚构模板案', patent_type: 'INVENTION', country: 'CN' }, { as: manager })
  assert.equal(made.code, 0, made.text)
  const { case_no } = await tenant.db.selectFrom('patent').select('case_no').where('title', '=', '虚构模板案').executeTakeFirstOrThrow()
  const file = await workbook([
    ['案件', '缴费期限', '费用名称', '应缴金额'],
    [case_no, '2027-01-05', '虚构代理费', '1200.50'],
    ['NOPE-1', '2027-01-05', '虚构代理费', '1200.50'],
  ])
  const { data, message } = await sendFile(app, { path: 'fee/do/import_preview', token: manager.token, file, name: 'fees.xlsx' })
  assert.ok(data, String(message))
  assert.deepEqual(
    data.problems.map(({ row, field }: { row: number; field: string }) => [row, field]),
    [[3, 'case_sid']],
  )
  assert.equal(data.forecast.created, 1)
})

test('it is given only to those who import', async () => {
  const inventor = await enrol('inventor')
  assert.equal((await template('user_info', 'zh', inventor)).answer.statusCode, 403)
})
