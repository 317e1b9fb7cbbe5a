import assert from 'node:assert/strict'
import { test } from 'node:test'
import { patent } from '../rights/patents/patent.ts'
import { listOf, textOf, withoutTags } from './values/cell.ts'
import { readRow } from './read-row.ts'
import { namesOf, peopleOf } from './values/people.ts'
import { parseRows, printRows } from './values/child-rows.ts'
import { headingKey, matchHeadings } from './headings.ts'
import { standingOf } from '../rights/patents/import/legal-status.ts'
import { importProfile as profile } from '../rights/patents/import/profile.ts'
import { officeNamed } from './values/office-names.ts'
import { statusOf } from '../rights/patents/import/status.ts'

for (const [words, standing] of [
  ['授权', 'granted'],
  ['授权 | 权利转移', 'granted'],
  ['权利恢复', 'granted'],
  ['实质审查 | 诉讼 | 复审', 'examination'],
  ['公开', 'published'],
  ['撤回-视为撤回', 'deemed_withdrawn'],
  ['撤回-主动撤回', 'withdrawn'],
  ['驳回', 'refused'],
  ['未缴年费 | 诉讼 | 无效程序', 'lapsed_fee'],
  ['权利终止', 'terminated'],
  ['期限届满 | 权利转移', 'expired'],
  ['放弃-视为放弃', 'deemed_abandoned'],
  ['避免重复授权 | 一案双申', 'abandoned'],
  ['全部撤销', 'invalid'],
  ['등록결정(재심사후)', 'granted'],
  ['거절결정(일반)', 'refused'],
  ['Expired - Fee Related', 'lapsed_fee'],
  ['Active', 'granted'],
  ['???', undefined],
] as const)
  test(`“${words}” means ${standing ?? 'nothing'}`, () => assert.equal(standingOf(words), standing))

for (const [country, words, status] of [
  ['US', '授权', 'US_GRANTED'],
  ['EP', 'granted', 'EP_GRANTED'],
  ['KR', '등록결정(일반)', 'JP_GRANTED'],
  ['CN', '驳回 | 复审', 'REEXAM'],
  ['CN', '未缴年费', 'TERMINATED'],
] as const)
  test(`“${words}” is ${status} in ${country}`, () =>
    assert.deepEqual(statusOf(words, { country, patent_type: 'INVENTION', filing_date: '2020-01-01', today: '2026-11-21' }), { status }))

for (const [words, dates, status] of [
  ['Registered', { filing_date: '2020-01-01' }, 'HAG_REGISTERED'],
  ['', { filing_date: '2020-01-01', publication_date: '2020-07-03' }, 'HAG_REGISTERED'], // no phase that ends after 34 months
  ['', { filing_date: '2026-10-01' }, 'INTL_FILED'],
  ['', { filing_date: '1999-01-01', publication_date: '1999-07-03' }, 'EXPIRED'],
  ['expired', { filing_date: '2020-01-01' }, 'EXPIRED'],
  ['lapsed', { filing_date: '2020-01-01' }, 'LAPSED'],
] as const)
  test(`a Hague registration said to be “${words}”, of ${dates.filing_date}, is ${status}`, () =>
    assert.equal(statusOf(words, { country: 'WO', patent_type: 'DESIGN', today: '2026-11-21', ...dates }).status, status))

test('an unknown status is derived from the dates, with the reason in both languages', () => {
  const facts = { country: 'CN', patent_type: 'UTILITY', today: '2026-11-21' }
  const read = (more: object, words = '') => statusOf(words, { ...facts, ...more })
  assert.equal(read({ filing_date: '2020-01-01', grant_date: '2020-09-01' }).status, 'GRANTED')
  assert.equal(read({ filing_date: '2012-01-01', grant_date: '2012-09-01' }).status, 'EXPIRED')
  assert.equal(read({ filing_date: '2025-01-01', publication_date: '2026-01-01' }).status, 'PUBLISHED')
  const { status, reason } = read({ filing_date: '2026-01-01' }, '某种说法')
  assert.equal(status, 'FILED')
  assert.match(reason?.[0] ?? '', /某种说法/)
  assert.match(reason?.[1] ?? '', /not recognised; status derived from the filing/)
})

for (const [text, names] of [
  ['高申,胡楚玲,理查德·G·佩斯泰尔', ['高申', '胡楚玲', '理查德·G·佩斯泰尔']],
  ['SOLOMON NEAL;;MUELLER RAYMOND JAY', ['SOLOMON NEAL', 'MUELLER RAYMOND JAY']],
  ['Brakeley Welles II Kenneth, John Erik Hershey', ['Brakeley Welles II Kenneth', 'John Erik Hershey']],
  ['Pactiv Packaging, Inc.', ['Pactiv Packaging, Inc.']],
  ['张三、李四；王五', ['张三', '李四', '王五']],
  ['张三 | 张三 | -', ['张三']],
  ['G·霍茨曼,H-M·埃根维勒', ['G·霍茨曼', 'H-M·埃根维勒']],
  ['史蒂夫·乔布斯、蒂姆·库克', ['史蒂夫·乔布斯', '蒂姆·库克']],
  ['约翰·史密斯', ['约翰·史密斯']],
  ['华为技术有限公司&清华大学', ['华为技术有限公司', '清华大学']],
  ['华为技术有限公司·清华大学', ['华为技术有限公司', '清华大学']],
  ['张三&李四', ['张三', '李四']],
  ['张三，John Smith、李四', ['张三', 'John Smith', '李四']],
  ['华为技术有限公司 518129 广东省深圳市龙岗区坂田', ['华为技术有限公司']],
  ['清华大学 地址：北京市海淀区清华园1号', ['清华大学']],
  ['이명재,박기현', ['이명재', '박기현']],
  ['김철수·이영희', ['김철수', '이영희']],
  ['한국타이어, 주식회사, 현대자동차', ['한국타이어, 주식회사', '현대자동차']],
  ['トヨタ自動車株式会社，本田技研工業株式会社', ['トヨタ自動車株式会社', '本田技研工業株式会社']],
  ['スティーブ・ジョブズ', ['スティーブ・ジョブズ']],
  ['架空 太郎', ['架空 太郎']],
  ['高橋 一郎', ['高橋 一郎']],
  ['张三 李四', ['张三', '李四']],
  ['王芳 单晓', ['王芳', '单晓']],
  ['山田太郎・鈴木一郎', ['山田太郎', '鈴木一郎']],
  ['山田 太郎, 鈴木 花子', ['山田 太郎', '鈴木 花子']],
  ['田中 一郎、高橋 美咲', ['田中 一郎', '高橋 美咲']],
  ['张 伟，李 强', ['张 伟', '李 强']],
  ['张伟 李强，王芳 刘洋', ['张伟', '李强', '王芳', '刘洋']],
  ['NOVO NORDISK A / S', ['NOVO NORDISK A / S']],
  ['VESTAS WIND SYSTEMS A / S; NOVO NORDISK A / S', ['VESTAS WIND SYSTEMS A / S', 'NOVO NORDISK A / S']],
  ['John Smith / S. Miller', ['John Smith', 'S. Miller']],
  ['山田 太郎；鈴木 花子', ['山田 太郎', '鈴木 花子']],
  ['小宮 術伸; John Smith', ['小宮 術伸', 'John Smith']],
  ['小宮　術伸；虚构株式会社', ['小宮 術伸', '虚构株式会社']],
  ['虚构甲株式会社、小宮 術伸、山田太郎', ['虚构甲株式会社', '小宮 術伸', '山田太郎']],
  ['Smith, John; 小宮 術伸', ['Smith, John', '小宮 術伸']],
  ['欧阳锋 张三；John Smith', ['欧阳锋', '张三', 'John Smith']],
  ['1.张三 2.李四 3.王五', ['张三', '李四', '王五']],
  ['①张三②李四', ['张三', '李四']],
  ['(1) 张三；(2) 李四', ['张三', '李四']],
  ['虚构甲有限公司 虚构乙有限公司', ['虚构甲有限公司', '虚构乙有限公司']],
  ['中国科学院 自动化研究所', ['中国科学院 自动化研究所']],
  ['Müller, Hans-Peter / van der Berg, Jan', ['Müller, Hans-Peter', 'van der Berg, Jan']],
  ['3M 1.5 Labs Inc.', ['3M 1.5 Labs Inc.']],
  ['Smith, John', ['Smith, John']],
  ['Procter & Gamble', ['Procter & Gamble']],
  ['AT & T IP I LP;;AT&T MOBILITY IL LLC', ['AT & T IP I LP', 'AT&T MOBILITY IL LLC']],
  ['Robert Bosch GmbH & Volkswagen Group AG', ['Robert Bosch GmbH', 'Volkswagen Group AG']],
  ['Samsung Electronics Co., Ltd., LG Chem, Ltd.', ['Samsung Electronics Co., Ltd.', 'LG Chem, Ltd.']],
  ['Mahindra Ltd., Gateway Building, Apollo Bunder, Mumbai 400001', ['Mahindra Ltd.']],
  ['KRESS; ROBERT W.;;STUMP; JOSEPH W.', ['KRESS, ROBERT W.', 'STUMP, JOSEPH W.']],
  ['WIESENTHAL; JOHN F.', ['WIESENTHAL, JOHN F.']],
  ['DELGADO, JR.; ROY;;DIXON; DON', ['DELGADO, JR., ROY', 'DIXON, DON']],
  ['SONY; PANASONIC', ['SONY', 'PANASONIC']],
  ['GLENMARK PHARMACEUTICALS LTD ; GLENMARK GENERICS LTD', ['GLENMARK PHARMACEUTICALS LTD', 'GLENMARK GENERICS LTD']],
  ['DIEHL BGT DEFENCE GMBH & CO KG', ['DIEHL BGT DEFENCE GMBH & CO KG']],
  ['POLYTEC AUTOMOTIVE GmbH & Co. KG;;THYSSENKRUPP PRESTA AG', ['POLYTEC AUTOMOTIVE GmbH & Co. KG', 'THYSSENKRUPP PRESTA AG']],
  ['하인, 로저 지.;;하인, 데렉 엘.', ['하인, 로저 지.', '하인, 데렉 엘.']],
  ['리퀴드 로보틱스, 아이엔씨.', ['리퀴드 로보틱스, 아이엔씨.']],
  ['John Vincent Bond, III, Gerald H Engelman, Jonas Ekmark', ['John Vincent Bond, III', 'Gerald H Engelman', 'Jonas Ekmark']],
  [
    'Akira Horibe, Shozaburo Iwabuchi, Hiroshi Kono, Hiroyuki Okudera, Koichi Tanaka, _Ö_ Îæó_€Â, Noemie Lesartre',
    ['Akira Horibe', 'Shozaburo Iwabuchi', 'Hiroshi Kono', 'Hiroyuki Okudera', 'Koichi Tanaka', '_Ö_ Îæó_€Â', 'Noemie Lesartre'],
  ],
  [
    'Jun-ichi c/o Pharmaceutical Research Laboratories TANABE, Satoko Ono',
    ['Jun-ichi c/o Pharmaceutical Research Laboratories TANABE', 'Satoko Ono'],
  ],
  ['AGUERA Y ARCAS, Blaise H.; FYNN, Scott V.', ['AGUERA Y ARCAS, Blaise H.', 'FYNN, Scott V.']],
  ['Lloyd Matthew I.;Van Tuyl Rusch, II Willard', ['Lloyd Matthew I.', 'Van Tuyl Rusch, II Willard']],
  ['RUSCH II, Willard Van Tuyl', ['RUSCH II, Willard Van Tuyl']],
  ['SCHAEFFLER TECHNOLOGIES AG & CO. KG;PRIVATTI, Mario, Willian', ['SCHAEFFLER TECHNOLOGIES AG & CO. KG', 'PRIVATTI, Mario, Willian']],
  ['ARIZONA BOARD OF REGENTS, ACTING FOR ARIZONA STATE UNIVERSITY', ['ARIZONA BOARD OF REGENTS, ACTING FOR ARIZONA STATE UNIVERSITY']],
] as const)
  test(`“${text}” has ${names.length} names`, () => assert.deepEqual(namesOf(text), names))

for (const [text, people] of [
  ['KEMPF DALE J US', [['KEMPF DALE J', 'US']]],
  ['VLEESCHOUWER LUC DE', [['VLEESCHOUWER LUC DE', undefined]]],
  [
    'KEMPF DALE J [US]; NORBECK DANIEL W [US]',
    [
      ['KEMPF DALE J', 'US'],
      ['NORBECK DANIEL W', 'US'],
    ],
  ],
  ['三星电子株式会社(KR)', [['三星电子株式会社', 'KR']]],
  ['KIM HO IN', [['KIM HO IN', undefined]]],
  [
    'KEMPF DALE J US;;VALENTINE KENNETH H',
    [
      ['KEMPF DALE J US', undefined],
      ['VALENTINE KENNETH H', undefined],
    ],
  ],
] as const)
  // oxfmt-ignore
  test(`“${text}” names ${people.length} people and their countries`, () =>
    assert.deepEqual(
      peopleOf(text).map(({ name, country }) => [name, country]),
      people,
    ))

test('lists are split at every separator that exports use', () =>
  assert.deepEqual(listOf('A01B 1/00|C08L 7/00；H01M 4/38;;H01M 10/05\nB60C 1/00'), [
    'A01B 1/00',
    'C08L 7/00',
    'H01M 4/38',
    'H01M 10/05',
    'B60C 1/00',
  ]))
test('markup is removed from titles, and letters are kept', () => assert.equal(withoutTags('LiFePO<sub>4</sub> &amp; a < b'), 'LiFePO4 & a < b'))
test('a long number in a cell is not printed with an exponent', () => assert.equal(textOf(1020110142560), '1020110142560'))

for (const [name, code] of [
  ['中国', 'CN'],
  ['United States of America', 'US'],
  ['欧洲专利局', 'EP'],
  ['대한민국', 'KR'],
  ['jp', 'JP'],
  ['台湾', 'TW'],
  ['WIPO', 'WO'],
  ['Atlantis', undefined],
] as const)
  test(`${name} is ${code ?? 'no office'}`, () => assert.equal(officeNamed(name), code))

test('the column with the higher confidence is mapped when two columns match one field', () => {
  const columns = matchHeadings(patent, ['[标]原始申请(专利权)人', '申请人', ' 公开（公告）号 ', '受理局', 'Lens ID', '心情'], { profile })
  assert.deepEqual(
    columns.map(({ field }) => field),
    [null, 'applicants', 'publication_no', 'country', null, null],
  )
})

test('only in the file of a case do the further words for a company name the one to which the record belongs', () => {
  for (const heading of ['Entity', 'Company name', '公司名称', '子公司']) {
    assert.equal(matchHeadings(patent, [heading], { profile })[0]?.field, 'company_sid', heading)
    assert.equal(matchHeadings(patent, [heading])[0]?.field, null, `${heading} of another list`)
  }
  assert.equal(matchHeadings(patent, ['公司'])[0]?.field, 'company_sid')
})

test('the part of a group of headings that names the country of a priority', () => {
  for (const heading of ['优先权 › 优先权国', '优先权国', '优先权国家/地区'])
    assert.equal(matchHeadings(patent, [heading], { profile })[0]?.field, 'priority_country', heading)
})

test('co-owners in a separate column are added to the applicants', () => {
  const headings = ['第一申请人', '共同申请人', '其他申请人']
  const columns = matchHeadings(patent, headings, { profile })
  assert.deepEqual(
    columns.map(({ field }) => field),
    ['applicants', 'applicants', 'applicants'],
  )
  const setting = { source: undefined, orders: new Map(), date1904: false, today: '2026-11-22', file: 'a.xlsx', row: 2 }
  const { values } = readRow({ model: patent, profile }, columns, ['甲公司', '乙公司', '丙大学;丁大学'], setting)
  assert.deepEqual(
    (values.applicants as { applicant_sid: { named: string } }[]).map(({ applicant_sid }) => applicant_sid.named),
    ['甲公司', '乙公司', '丙大学', '丁大学'],
  )
})

for (const [cell, names] of [
  ['PARKER HANNIFIN FILTRATION (US), INC.', ['PARKER HANNIFIN FILTRATION (US), INC.']],
  ['Evonik (China), Co., Ltd.', ['Evonik (China), Co., Ltd.']],
  ['PECOFACET (US), INC.; KEMPF (DE), GmbH', ['PECOFACET (US), INC.', 'KEMPF (DE), GmbH']],
  ['甲公司(中国), 乙公司', ['甲公司(中国)', '乙公司']],
] as const)
  test(`the applicants “${cell}” are ${names.length}`, () => {
    const setting = { source: undefined, orders: new Map(), date1904: false, today: '2026-11-22', file: 'a.xlsx', row: 2 }
    const { values } = readRow({ model: patent, profile }, matchHeadings(patent, ['申请人'], { profile }), [cell], setting)
    assert.deepEqual(
      (values.applicants as { applicant_sid: { named: string } }[]).map(({ applicant_sid }) => applicant_sid.named),
      names,
    )
  })

test('a user’s mapping of a heading has priority', () => {
  const remembered = new Map([
    [headingKey('申请人'), null],
    [headingKey('心情'), 'tags'],
  ])
  assert.deepEqual(
    matchHeadings(patent, ['申请人', '心情'], { remembered, profile }).map(({ field }) => field),
    [null, 'tags'],
  )
})

test('child rows in one cell parse back as printed', () => {
  const field = patent.fields.inventors
  const rows = [
    { inventor_sid: '张三', contribution_pct: '60.00', not_published: true },
    { inventor_sid: 'Lee, Ann', contribution_pct: '40.00', not_published: false },
  ]
  const printed = printRows(
    field,
    rows,
    ({ zh }) => zh,
    (_part, value) => String(value),
  )
  assert.equal(printed, '张三 [贡献度: 60.00, 不公布姓名: true]\nLee, Ann [贡献度: 40.00]')
  assert.deepEqual(parseRows(field, printed.split('\n')), {
    rows: [
      { inventor_sid: '张三', contribution_pct: '60.00', not_published: 'true' },
      { inventor_sid: 'Lee, Ann', contribution_pct: '40.00' },
    ],
  })
})
