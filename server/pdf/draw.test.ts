import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import sharp from 'sharp'
import yauzl from 'yauzl'
import { openPdf, textOfPage } from '../documents/text/pdf.ts'
import type { PdfDocument } from './document.ts'
import { draw, drawPdf } from './draw.ts'
import { runsOf } from './runs.ts'

const folder = await mkdtemp(join(tmpdir(), 'innoe-'))
after(() => rm(folder, { recursive: true }))

async function pagesOf(document: PdfDocument) {
  const path = join(folder, 'drawn.pdf')
  await writeFile(path, await drawPdf(document))
  const pdf = await openPdf(path)
  const texts: string[] = []
  for (let at = 1; at <= pdf.numPages; at++) texts.push((await textOfPage(await pdf.getPage(at))).text)
  const [, , width = 0, height = 0] = (await pdf.getPage(1)).view
  const { info } = await pdf.getMetadata()
  return { texts, width, height, title: (info as { Title?: string }).Title }
}

const columns = [{ heading: '案号', width: 20 }, { heading: '名称', width: 60 }, { heading: '金额', width: 14, align: 'right' as const }] // oxfmt-ignore
const logo = (await sharp({ create: { width: 200, height: 50, channels: 3, background: '#c4291c' } }).png().toBuffer()).toString('base64') // oxfmt-ignore

test('texts of both languages, a table over several pages and its headings are read back from the PDF', async () => {
  const rows = Array.from({ length: 120 }, (_, at) => [`P2026${String(at).padStart(5, '0')}CNI`, `一种散热结构及其制备方法 no. ${at}`, 12_345.6 + at])
  const { texts, width, height, title } = await pagesOf({
    title: '专利清单',
    lang: 'zh',
    letterhead: { company: '虚构科技有限公司', logo, printed: '张三 2026-03-01 09:00 打印' },
    watermark: '张三 2026-03-01',
    blocks: ['说明：截至 2026-03-01。', { heading: 'Key figures' }, { figures: [{ label: '有效专利', value: '1,234', note: '较上年 +5%' }] }, { table: { columns, rows } }], // oxfmt-ignore
  })
  assert.deepEqual([Math.round(width), Math.round(height), title], [595, 842, '专利清单'])
  const first = texts[0] ?? ''
  for (const text of [
    '专利清单',
    '虚构科技有限公司',
    '说明：截至 2026-03-01。',
    'Key figures',
    '有效专利',
    '1,234',
    '较上年 +5%',
    '张三 2026-03-01 09:00 打印',
  ])
    assert.ok(first.includes(text), `${text} in ${first}`)
  assert.ok(texts.length >= 3)
  for (const [at, text] of texts.entries()) assert.ok(text.includes(`第 ${at + 1} 页，共 ${texts.length} 页`) && text.includes('案号'), text)
  const all = texts.join('\n')
  for (const [no, name, amount] of rows) for (const cell of [no, name, amount]) assert.ok(all.includes(String(cell)), String(cell))
})

test('letters of other alphabets and small figures have glyphs', async () => {
  const names = 'SiO₂/TiO₂ 复合膜 10⁻³ Łukasz Žižek Doğan Dvořák Νίκος Иванов 김철수 山田テレビ ₩1'
  const { texts } = await pagesOf({ title: names, lang: 'en', blocks: [{ table: { columns, rows: [[names, names, 1]] } }] })
  for (const name of names.split(' ')) assert.ok(texts[0]?.includes(name), `${name} in ${texts[0]}`)
  assert.deepEqual(runsOf('Dvořák, 김'), [{ text: 'Dvořák', font: 'NotoSans' }, ', ', { text: '김', font: 'NotoSansKR' }])
})

test('[2.33] the lines of a cover stand below its title, however long it is, and the contents below them', async () => {
  const path = join(folder, 'cover.pdf')
  const cover = { lines: ['截至 2026-03-01', '按张三有权查看的记录'], colour: '#1d4f91' }
  await writeFile(path, await drawPdf({ title: '二〇二六年度全集团知识产权资产与费用情况董事会专题报告', lang: 'zh', cover, blocks: [{ heading: '第一节' }, '正文'] })) // oxfmt-ignore
  const page = await (await openPdf(path)).getPage(1)
  const { items } = await page.getTextContent()
  const drawn = items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? [{ text: item.str, y: Math.round(item.transform[5]) }] : []))
  const heightOf = (start: string) => drawn.find(({ text }) => text.startsWith(start))?.y ?? assert.fail(start)
  const ofTitle = drawn.filter(({ text }) => '二〇二六年度全集团知识产权资产与费用情况董事会专题报告'.includes(text)).map(({ y }) => y)
  const heights = [Math.min(...ofTitle), heightOf('截至'), heightOf('按张三'), heightOf('目录')]
  assert.ok(new Set(ofTitle).size > 1, 'two lines')
  for (const [at, y] of heights.slice(1).entries()) assert.ok((heights[at] ?? 0) - y >= 12, heights.join())
})

test('what is hostile is drawn as a text or refused', async () => {
  const { texts, width } = await pagesOf({
    title: 'A\u202etitle\u0000',
    lang: 'en',
    landscape: true,
    blocks: ['file:///etc/passwd <b>&', { table: { columns, rows: [['长'.repeat(900), 'x'.repeat(390), null]] } }, { newPage: true }, 'Last'],
  })
  assert.equal(Math.round(width), 842)
  assert.match(texts[0] ?? '', /^Atitle\nfile:\/\/\/etc\/passwd <b>&/)
  assert.equal((texts[0]?.match(/长/g) ?? []).length, 399)
  assert.match(texts[1] ?? '', /Last\n*Page 2 of 2/)
  const wide = Array.from({ length: 21 }, () => ({ heading: 'a', width: 1 }))
  await assert.rejects(drawPdf({ title: '', lang: 'en', blocks: [{ table: { columns: wide, rows: [] } }] }), { name: 'rule' })
  const long = Array.from({ length: 2100 }, () => ['长'.repeat(390)])
  await assert.rejects(drawPdf({ title: '', lang: 'en', blocks: [{ table: { columns: [{ heading: 'a', width: 1 }], rows: long } }] }), {
    name: 'rule',
  })
  const many = Array.from({ length: 5001 }, () => ['a'])
  await assert.rejects(drawPdf({ title: '', lang: 'en', blocks: [{ table: { columns: [{ heading: 'a', width: 1 }], rows: many } }] }), { name: 'too_many_values' }) // oxfmt-ignore
})

test('5,000 rows are drawn in a thread of their own', async () => {
  const rows = Array.from({ length: 5000 }, (_, at) => [`P${at}`, `一种用于半导体封装的散热结构及其制备方法（第 ${at} 号）`, at])
  const before = process.threadCpuUsage()
  const made = await drawPdf({ title: '清单', lang: 'zh', landscape: true, blocks: [{ table: { columns, rows } }] })
  const { user, system } = process.threadCpuUsage(before)
  assert.ok(made.length > 100_000)
  assert.ok((user + system) / 1000 < 150, `${(user + system) / 1000} ms of CPU in this thread`)
})

test('charts are drawn as vectors with the words of their groups in every script, after a title page with the contents', async () => {
  const names = ['中国', 'US', '한국'].map((label) => ({ label, isRest: false }))
  const one = { name: 'Patents', values: [3, 1200, 5], shown: ['3', '1,200', '5'], isRest: false }
  const two = { name: '商标', values: [1, 2, 3], shown: ['1', '2', '3'], isRest: true }
  const { texts } = await pagesOf({
    title: '董事会报告',
    lang: 'zh',
    letterhead: { company: '虚构科技有限公司', logo, printed: '张三' },
    cover: { lines: ['截至 2026-03-01'], colour: '#1d4f91' },
    blocks: [
      { heading: '历年申请', chart: { kind: 'BAR', colour: '#1d4f91', names, series: [one] } },
      ...(['STACKED', 'LINE', 'PIE'] as const).map((kind) => ({ heading: kind, chart: { kind, colour: '#1d4f91', names, series: [one, two] } })),
    ],
  })
  const [cover = '', ...pages] = texts
  for (const text of ['董事会报告', '虚构科技有限公司', '截至 2026-03-01', '历年申请', 'STACKED', 'PIE']) assert.ok(cover.includes(text), text)
  const drawn = pages.join('\n')
  for (const text of ['历年申请', '中国', '한국', '1,200', 'Patents', '商标', 'PIE']) assert.ok(drawn.includes(text), text)
})

async function partsOf(file: Buffer): Promise<Map<string, string>> {
  const zip = await yauzl.fromBufferPromise(file, { lazyEntries: true })
  const found = new Map<string, string>()
  for await (const entry of zip.eachEntry()) {
    const pieces: Buffer[] = []
    for await (const piece of await zip.openReadStreamPromise(entry)) pieces.push(piece as Buffer)
    found.set(entry.fileName, Buffer.concat(pieces).toString())
  }
  return found
}

test('[2.33] a document becomes slides with charts and tables that can be edited: each below its heading, a long table on several, hostile texts as texts', async () => {
  const names = ['中国 <&">', '한국', 'EPO'].map((label, at) => ({ label, isRest: at === 2 }))
  const one = { name: '发明', values: [3, 1200, 5], shown: ['3', '1,200', '5'], isRest: false }
  const rows = [{ heading: '小组' }, ...Array.from({ length: 60 }, (_, at) => [`P${at}`, at === 7 ? '长'.repeat(600) : '散热结构 \u0001<b>', at]), { total: ['合计', '', '1,208'] }] // oxfmt-ignore
  const document: PdfDocument = {
    title: '董事会报告',
    lang: 'zh',
    letterhead: { company: '虚构 R&D <有限公司>', logo, printed: '张三' },
    cover: { lines: ['截至 2026-03-01'], colour: '#8a1f5c' },
    watermark: '张三 2026-03-01',
    blocks: [
      ...(['BAR', 'STACKED', 'LINE', 'PIE'] as const).map((kind) => ({ heading: kind, chart: { kind, colour: '#8a1f5c', names, series: [one, { ...one, name: 'UM' }] } })), // oxfmt-ignore
      { heading: '清单' },
      '只列出前 60 条',
      { table: { columns, rows } },
      '评注 <&>',
      { heading: '长文' },
      '长'.repeat(4000),
    ],
  }
  const bytes = await draw({ document, as: 'pptx' })
  const parts = await partsOf(bytes)
  const slides = [...parts.keys()].filter((name) => /^ppt\/slides\/slide\d+\.xml$/.test(name))
  const text = slides.map((name) => parts.get(name) ?? '').join('\n')
  assert.ok(slides.length >= 9, `${slides.length} slides`)
  for (const part of ['董事会报告', '截至 2026-03-01', '清单 (1/', '只列出前 60 条', '小组', '1,208', 'P59', '评注 &lt;&amp;&gt;', '散热结构 &lt;b&gt;']) assert.ok(text.includes(part), part) // oxfmt-ignore
  assert.equal(text.match(/<a:tbl>/g)?.length, slides.length - 6 - 7, 'a part of the table on each')
  assert.equal(text.match(/长文/g)?.length, 7, 'a long text on several')
  const charts = [...parts].filter(([name]) => /^ppt\/charts\/chart\d+\.xml$/.test(name)).map(([, xml]) => xml)
  assert.deepEqual(charts.map((xml) => /<c:(barChart|lineChart|doughnutChart)>/.exec(xml)?.[1]).sort(), ['barChart', 'barChart', 'doughnutChart', 'lineChart']) // oxfmt-ignore
  for (const xml of charts) assert.ok(xml.includes('中国 &lt;&amp;&quot;&gt;') && /8a1f5c/i.test(xml), xml.slice(0, 300))
  assert.ok([...parts.keys()].filter((name) => name.endsWith('.xlsx')).length === 4, 'the figures of each chart')
  assert.ok(
    [...parts].some(([name, xml]) => name.startsWith('ppt/slideLayouts/') && xml.includes('张三 2026-03-01')),
    'the watermark',
  )
  assert.ok(parts.get('docProps/app.xml')?.includes('<Company>虚构 R&#38;D &#60;有限公司&#62;</Company>'), 'the company')
  const many = Array.from({ length: 4999 }, () => ['a'])
  await assert.rejects(draw({ document: { title: '', lang: 'en', blocks: [{ table: { columns: [{ heading: 'a', width: 1 }], rows: many } }, ...Array.from({ length: 301 }, () => ({ heading: 'x' })).flatMap((heading) => [heading, 'y'])] }, as: 'pptx' }), { name: 'rule' }) // oxfmt-ignore
})
