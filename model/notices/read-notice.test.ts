import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readNotice } from './read-notice.ts'
import { bestOf, type Fact, isSure } from './reading.ts'

type Expected = Readonly<Partial<Record<Fact, string>>>

const pagesOf = (...lines: string[]) => ({ pages: [{ text: lines.join('\n'), lines: lines.map((text) => ({ text })) }] })
const factsOf = (reading: ReturnType<typeof readNotice>, facts: readonly string[]) =>
  Object.fromEntries(facts.map((fact) => [fact, bestOf(reading[fact as Fact])?.value])) // the keys of an Expected

const NOTICES: readonly (readonly [string, readonly string[], Expected])[] = [
  [
    'a Chinese first office action',
    [
      '国 家 知 识 产 权 局',
      '申请号或专利号：202310123456.6  发文序列号：2026031600123450',
      '发文日：',
      '2026年03月16日',
      '第 一 次 审 查 意 见 通 知 书',
      '请于2026年07月16日之前答复',
    ],
    {
      office: 'CN',
      number: '202310123456.6',
      type: 'CN14',
      issue_date: '2026-03-16',
      serial_no: '2026031600123450',
      set_due: '2026-07-16',
      round_no: '1',
    },
  ],
  [
    'a Chinese filing receipt, whose sentence about dates and whose earlier application are not its filing date',
    [
      '国家知识产权局',
      '发文日：2026年09月03日',
      '申请号：202310123456.6',
      '专利申请受理通知书',
      '现将确定的申请号、申请日等信息通知如下：',
      '在先申请日：2025年08月01日',
      '在 先 申 请 日：2025年08月01日',
      '申 请 日：2026年08月28日',
    ],
    { type: 'CN01', number: '202310123456.6', issue_date: '2026-09-03', filing_date: '2026-08-28' },
  ],
  [
    'a Chinese third office action',
    ['国家知识产权局', '申请号：2023101234566', '发文日期：2026-03-16', '第三次审查意见通知书'],
    { number: '202310123456.6', type: 'CN15', round_no: '3' },
  ],
  [
    'the longer of two titles',
    ['国家知识产权局', '申请号：202310123456.6', '发文日：2026.3.6', '发明专利申请公布及进入实质审查阶段通知书'],
    { type: 'CN11', issue_date: '2026-03-06' },
  ],
  [
    'the list of an electronic package',
    ['FAWENXLH: 2026031600123450', 'TONGZHISMC: 办理登记手续通知书', 'SHENQINGH: 2023101234566', 'FAWENR: 20260316', 'DAFURQ: 20260531'],
    { office: 'CN', number: '202310123456.6', type: 'CN18', issue_date: '2026-03-16', set_due: '2026-05-31' },
  ],
  [
    'a trademark refusal',
    ['国家知识产权局', '商标驳回通知书', '申请号：71234567', '发文日期：2026年3月16日'],
    { number: '71234567', type: 'TM05', issue_date: '2026-03-16' },
  ],
  [
    'a Korean notice',
    [
      '10-2023-0012345',
      '발송번호: 9-5-2026-012345678  수신 :',
      '발송일자: 2026.03.12.',
      '제출기일: 2026.05.12.',
      '특 허 청',
      '의견제출통지서',
      '출  원  번  호 10-2023-0012345',
    ],
    { office: 'KR', number: '10-2023-0012345', type: 'KR1', issue_date: '2026-03-12', serial_no: '9-5-2026-012345678', set_due: '2026-05-12' },
  ],
  [
    'an American action, with its values below the headings',
    [
      'UNITED STATES PATENT AND TRADEMARK OFFICE',
      'APPLICATION NO.  FILING DATE  FIRST NAMED INVENTOR',
      '18/123,456  03/16/2023  Fictional Person',
      'NOTIFICATION DATE  DELIVERY MODE',
      '04/02/2026  ELECTRONIC',
      'Non-Final Office Action',
    ],
    { office: 'US', number: '18/123,456', type: 'US4', issue_date: '2026-04-02', filing_date: '2023-03-16' },
  ],
  [
    'a European communication',
    ['European Patent Office', 'Application No.  23 123 456.8', 'Date  16.03.2026', 'Communication pursuant to Article 94(3) EPC'],
    { office: 'EP', number: 'EP23123456.8', type: 'EP3', issue_date: '2026-03-16' },
  ],
  [
    'a form of the PCT',
    ['PATENT COOPERATION TREATY', 'International application No. PCT/CN2024/098765', 'Date of mailing 16 March 2026', 'Form PCT/ISA/220'],
    { office: 'WO', number: 'PCT/CN2024/098765', type: 'PC04', issue_date: '2026-03-16' },
  ],
  [
    'a Japanese notice',
    ['拒絶理由通知書', '特許出願の番号  特願2024-012345', '発送番号  123456', '発送日  令和8年3月16日', '特許庁審査官'],
    { office: 'JP', number: '特願2024-012345', type: 'JP1', issue_date: '2026-03-16', serial_no: '123456' },
  ],
]

for (const [name, lines, expected] of NOTICES)
  test(`[1.03] ${name} gives its facts`, () => {
    const reading = readNotice(pagesOf(...lines))
    assert.deepEqual(factsOf(reading, Object.keys(expected)), expected)
    for (const fact of ['number', 'type', 'issue_date'] as const) assert.ok(isSure(reading[fact]), `${fact} ${JSON.stringify(reading[fact])}`)
  })

test('a contradiction, a wrong check digit and a title within a sentence are doubtful, and a text of no office says nothing', () => {
  const two = readNotice(pagesOf('国家知识产权局', '申请号：202310123456.6', '申请号：202420765432.0', '发文日：2026年3月16日', '补正通知书'))
  assert.equal(isSure(two.number), false)
  const wrong = readNotice(pagesOf('国家知识产权局', '申请号：202310123456.7', '补正通知书'))
  assert.equal(isSure(wrong.number), false)
  const cited = readNotice(
    pagesOf('国家知识产权局', '申请人针对上述第一次审查意见通知书所提交的意见陈述已经收到并予以考虑，特此告知申请人和代理机构'),
  )
  assert.equal(isSure(cited.type), false)
  assert.deepEqual(Object.values(readNotice(pagesOf('Invoice 2026-03-16', 'No. 202310123456.6'))).flat(), [])
})

test('a reading names its page, its line and the place of its value', () => {
  const line = {
    text: '申请号：202310123456.6  发文日：2026年03月16日',
    box: [0.1, 0.1, 0.8, 0.02],
    spans: [
      [0, 0.1, 0.4],
      [20, 0.6, 0.9],
    ],
  } as const
  const { issue_date } = readNotice({
    pages: [
      { text: '', lines: [{ text: '国家知识产权局' }] },
      { text: line.text, lines: [line] },
    ],
  })
  const [best] = issue_date
  assert.equal(best?.page, 2)
  assert.ok((best?.box?.[0] ?? 0) > 0.6 && (best?.box?.[0] ?? 1) < 0.9, JSON.stringify(best))
  assert.match(best?.quote ?? '', /发文日/)
})
