import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { writeXlsx } from 'hucre/xlsx'
import { startJobs } from '../../../server/jobs/start.ts'
import { openBrowser } from '../../harness/browser.ts'
import { testServer } from '../../harness/server.ts'
import { pageOpener } from '../../harness/visitor.ts'

const server = await testServer()
const jobs = await startJobs(server.server)
const engineer = await server.enrol('ip_engineer')
const address = await server.app.listen({ port: 0, host: '127.0.0.1' })
const openPage = pageOpener(await openBrowser(), address)
const folder = mkdtempSync(join(tmpdir(), 'innoe-import-'))
after(async () => {
  await jobs.stop()
  rmSync(folder, { recursive: true, force: true })
})

const HEADINGS = ['专利名称', '申请号', '申请日', '优先权号', '备注']
const BOOK = {
  sheets: [
    { name: '说明', rows: [['填表说明']] },
    { name: '国内', rows: [['某某公司专利台账'], HEADINGS, ['日月不明', '202310123456.6', '05/03/2023', '', ''], ['合计', '1 件']] },
    { name: '国外', rows: [HEADINGS, ['国外案', '18/123,456', '2023-03-05', '202210000001', '']] },
  ],
}

/** The import screen of this person. */
async function importScreen(language: 'zh' | 'en' = 'zh', width = 1280) {
  const { page, go } = await openPage({ lang: language, as: engineer, width })
  await go('/import?model=patent')
  return page
}

test('the wizard selects the sheet with the cases, asks for the date order and reports rows that are not records', async () => {
  const file = join(folder, 'ledger.xlsx')
  writeFileSync(file, new Uint8Array(await writeXlsx(BOOK)))
  const page = await importScreen()
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByText('工作簿中还有同类的工作表：国外').waitFor()
  await page.getByText('日期有几种读法：申请日').waitFor()
  await page.getByText('先日后月（05/03/2020 = 2020-03-05）').click()
  await page.waitForURL(/days=dmy/)
  await page.getByRole('button', { name: /下一步/ }).click()
  await page.getByText('合计行，不是记录').first().waitFor()
  await page.getByRole('tab', { name: /提示/ }).click()
  await page.getByRole('button', { name: /^导入 1 行/ }).click()
  await page.getByText('导入完成').waitFor()
  const row = await server.tenant.db.selectFrom('patent').select('filing_date').where('title', '=', '日月不明').executeTakeFirstOrThrow()
  assert.equal(row.filing_date, '2023-03-05')
})

test('[5.12] a .csv file is imported, its findings are grouped by kind, and the whole import is undone', async () => {
  const file = join(folder, 'export.csv')
  const lines = [
    '专利名称,国家/地区,申请日,授权日,法律状态,发明人',
    '印度一,IN,2019/1/1,2022/1/1,授权,"张三, 李四"',
    '印度二,IN,2019/1/1,2022/1/1,授权,王五',
    '国家不明,亚特兰蒂斯,2019/1/1,,,',
  ]
  writeFileSync(file, lines.join('\r\n'))
  const page = await importScreen()
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByRole('button', { name: /下一步/ }).click()
  await page.getByText('“亚特兰蒂斯”不是已知的国家或局').waitFor()
  await page.getByRole('tab', { name: '将存入的数据' }).click()
  await page.getByText('2019-01-01').first().waitFor()
  await page.getByText('原单元格：IN').first().waitFor()
  await page.getByRole('button', { name: /^导入 2 行/ }).click()
  await page.getByText('导入完成').waitFor()
  await page.getByRole('link', { name: /没有印度的期限规则/ }).waitFor()
  const live = async () =>
    (await server.tenant.db.selectFrom('patent').select('sid').where('title', 'like', '印度%').where('deleted_at', 'is', null).execute()).length
  assert.equal(await live(), 2)
  await page.getByRole('button', { name: '撤回本次导入' }).click()
  await page
    .getByRole('dialog')
    .getByText(/新建的 2 条/)
    .waitFor()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /确\s*定/ })
    .click()
  await page.getByText('本次导入已撤回').first().waitFor()
  assert.equal(await live(), 0)
})

test('a dry run stores nothing and reports it; a job runs the dry run of a large file with the same counts as the import', async () => {
  const file = join(folder, 'large.csv')
  writeFileSync(file, ['专利名称,国家/地区,申请日', '后台试算一,CN,2024-03-01', '后台试算二,CN,2024-03-04', '缺国家,,2024-03-04'].join('\r\n'))
  const page = await importScreen()
  // As the answer for a file whose rows do not all fit into its time.
  await page.route(/import_preview/, async (route) => {
    if (/multipart/.test(route.request().headers()['content-type'] ?? '')) return route.continue()
    const answer = await route.fetch()
    const body = await answer.json()
    await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, tried: 1 } } })
  })
  await page.locator('input[type=file]').setInputFiles(file)
  await page.waitForURL(/step=columns/)
  await page.reload()
  await page.getByRole('button', { name: /下一步/ }).click()
  await page.getByText('全部各行已试算，以下数字即导入的结果').waitFor()
  await page.getByRole('button', { name: /^导入 2 行/ }).waitFor()
  await page.getByRole('button', { name: '试运行' }).click()
  await page.getByText('试运行完成，没有写入任何数据').waitFor()
  assert.equal(await page.getByRole('button', { name: '撤回本次导入' }).count(), 0)
  const stored = () => server.tenant.db.selectFrom('patent').select('sid').where('title', 'like', '后台试算%').execute()
  assert.equal((await stored()).length, 0)
  await page.goBack()
  await page.getByRole('button', { name: /^导入 2 行/ }).click()
  await page.getByText('“large.csv”导入完成').waitFor()
  assert.equal((await stored()).length, 2)
})

for (const [language, words, kept] of [
  ['zh', /文件格式不正确：不是表格：请在 Excel 或 WPS 中另存为 \.xlsx/, '没有写入任何数据'],
  ['en', /File format incorrect: it is not a table: save it as \.xlsx in Excel or WPS/, 'Nothing has been written'],
] as const)
  test(`a file that is not a table is refused with advice, and another file is accepted (${language})`, async () => {
    const [bad, good] = [join(folder, 'bad.xlsx'), join(folder, `good-${language}.csv`)]
    writeFileSync(bad, `not a workbook ${'\u0000'.repeat(500)}`)
    writeFileSync(good, '专利名称,国家/地区,申请日\n好文件,CN,2024-03-01')
    const page = await importScreen(language)
    await page.locator('input[type=file]').setInputFiles(bad)
    await page.getByText(words).waitFor()
    await page.getByText(kept).waitFor()
    await page.locator('input[type=file]').setInputFiles(good)
    await page.waitForURL(/step=columns/)
  })

test('a table of thirty columns is usable on a narrow screen: every field can be selected, and no cell covers the buttons', async () => {
  const file = join(folder, 'wide.csv')
  const heads = ['专利名称', '国家/地区', '申请日', '申请人', '摘要', ...Array.from({ length: 25 }, (_, at) => `另一列${at}`)]
  const row = (at: number) =>
    heads.map((_, column) => [`很长的名称${'长'.repeat(60)}${at}`, 'CN', '2024-03-01', '某某公司', '摘要'][column] ?? `值${at}`)
  writeFileSync(file, [heads, ...Array.from({ length: 20 }, (_, at) => row(at))].map((cells) => cells.join(',')).join('\n'))
  const page = await importScreen('zh', 390)
  await page.locator('input[type=file]').setInputFiles(file)
  await page.waitForURL(/step=columns/)
  const field = await page.getByRole('combobox', { name: '“专利名称”对应的字段' }).boundingBox()
  assert.ok(field && field.x + field.width <= 390, JSON.stringify(field))
  await page.getByRole('button', { name: /下一步/ }).click()
  await page.getByRole('tab', { name: '将存入的数据' }).click()
  const start = page.getByRole('button', { name: /^导入 20 行/ })
  await start.waitFor()
  const isOnTop = (button: Element) => {
    const { left, top, height } = button.getBoundingClientRect()
    return button.contains(document.elementFromPoint(left + 4, top + height / 2))
  }
  assert.equal(await start.evaluate(isOnTop), true)
})
