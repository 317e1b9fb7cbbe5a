import assert from 'node:assert/strict'
import { test } from 'node:test'
import { patent } from '../../rights/patents/patent.ts'
import { readRow } from '../read-row.ts'
import { type Between, peopleOf, withoutAnd, withoutPartyCode } from './people.ts'

// Cells of real files of Lens, PATENTSCOPE and Google Patents.
const ROWS: readonly (readonly [string, Between | undefined, readonly string[]])[] = [
  // Lens: two semicolons between people, one within a name.
  ['GRUENBAUM; LEON', ';;', ['GRUENBAUM, LEON']],
  ['DELGADO, JR.; ROY', ';;', ['DELGADO, JR., ROY']],
  ['MORRIS; JOSEPH J.;;GRASS; GERARD G.', ';;', ['MORRIS, JOSEPH J.', 'GRASS, GERARD G.']],
  ['GLENMARK PHARMACEUTICALS LTD ; GLENMARK GENERICS LTD', ';;', ['GLENMARK PHARMACEUTICALS LTD', 'GLENMARK GENERICS LTD']],
  ['ELWHA LLC;;ELWHA LLC', ';;', ['ELWHA LLC']],
  // PATENTSCOPE: semicolons alone; two blanks within a Japanese name.
  ['ELBEX VIDEO LTD. ;ELBEX AMERICA (NY), INC. ;ELBERBAUM, David ', ';', ['ELBEX VIDEO LTD.', 'ELBEX AMERICA (NY), INC.', 'ELBERBAUM, David']],
  ['SUZUKI KISAKU;鈴木  喜作', ';', ['SUZUKI KISAKU', '鈴木 喜作']],
  ['ZERBE HORST G.;호스트 지. 제르브;알-칼릴, 페디아', ';', ['ZERBE HORST G.', '호스트 지. 제르브', '알-칼릴, 페디아']],
  ['THE UNITED STATES OF AMERICA, AS REPRESENTED BY THE SECRETARY OF AGRICULTURE', ';', ['THE UNITED STATES OF AMERICA, AS REPRESENTED BY THE SECRETARY OF AGRICULTURE']],
  ['HERCULES INCORPORATED,', ';', ['HERCULES INCORPORATED']],
  ['MAIN, Allan, ;BUWALDA, Robert, J, ', ';', ['MAIN, Allan', 'BUWALDA, Robert, J']],
  ['LIRA; ALFREDO S.', ';', ['LIRA, ALFREDO S.']],
  ['HANNON; GEORGIA A.;HANNON; TODD J.', ';', ['HANNON, GEORGIA A.', 'HANNON, TODD J.']],
  ['LLODRA, JR.; JOSEPH A.;TINARI; HENRY A.', ';', ['LLODRA, JR., JOSEPH A.', 'TINARI, HENRY A.']],
  ['ACME INC; BELL J.', ';', ['ACME INC', 'BELL J.']],
  // No source: the marks tell.
  ['BRUMMETT; BARRY J.;STOERCK; THOMAS H.', undefined, ['BRUMMETT, BARRY J.', 'STOERCK, THOMAS H.']],
  ['鈴木  喜作;柳澤  賢一', undefined, ['鈴木 喜作', '柳澤 賢一']],
  ['Mattias Brí_nnstrí_m, Jonas SJí_BERG, Erik Coelingh', undefined, ['Mattias Brí_nnstrí_m', 'Jonas SJí_BERG', 'Erik Coelingh']],
  ['Akira Horibe, _Ö_ Îæó_€Â', undefined, ['Akira Horibe', '_Ö_ Îæó_€Â']],
  ['GETRAG GETRIEBE HERMANN HAGENMEYER GMBH & CIE KG', undefined, ['GETRAG GETRIEBE HERMANN HAGENMEYER GMBH & CIE KG']],
  ['Apple, Inc.', undefined, ['Apple, Inc.']],
  ['Smith, John', undefined, ['Smith, John']],
  ['John Smith, Jane Doe', undefined, ['John Smith', 'Jane Doe']],
] // oxfmt-ignore

for (const [text, between, names] of ROWS)
  test(`the people of “${text}”${between ? ` with “${between}” between them` : ''}`, () =>
    assert.deepEqual(
      peopleOf(text, between).map(({ name }) => name),
      names,
    ))

test('the number that another system gives to an applicant is no part of its name', () => {
  for (const [text, name] of [
    ['华为技术有限公司(HW001)', '华为技术有限公司'],
    ['ACME Corp. [C0012]', 'ACME Corp.'],
    ['某某研究院（10086）', '某某研究院'],
    ['ELBIT SYSTEMS (1998)', 'ELBIT SYSTEMS (1998)'],
    ['三星（中国）', '三星（中国）'],
    ['NAGARJUNA FERTILIZERS LIMITED(NFCL)', 'NAGARJUNA FERTILIZERS LIMITED(NFCL)'],
  ] as const)
    assert.equal(withoutPartyCode(text), name)
})

test('the word “and” and its sign separate natural persons, also beside commas', () => {
  for (const [text, names] of [
    ['John Smith & Jane Doe', ['John Smith', 'Jane Doe']],
    ['Smith, John & Doe, Jane', ['Smith, John', 'Doe, Jane']],
    ['John Smith, Jane Doe & Max Roe', ['John Smith', 'Jane Doe', 'Max Roe']],
    ['John Smith, Jane Doe, and Max Roe', ['John Smith', 'Jane Doe', 'Max Roe']],
    ['Jürgen Müller und Änne Groß', ['Jürgen Müller', 'Änne Groß']],
    ['张三 & 李四', ['张三', '李四']],
    ['Jean et Paul Dupont', ['Jean et Paul Dupont']], // of one surname: a person tells
    ['John Smith, Jr. & Jane Doe', ['John Smith, Jr.', 'Jane Doe']],
    ['Smith, John, Doe, Jane and Roe, Max', ['Smith, John', 'Doe, Jane', 'Roe, Max']],
    ['Smith, John and Doe, Jane, Roe, Max', ['Smith, John', 'Doe, Jane', 'Roe, Max']],
    ['Johnson & Johnson Inc.', ['Johnson & Johnson Inc.']],
    ['Anders Land; Roland Sand', ['Anders Land', 'Roland Sand']],
  ] as const)
    assert.deepEqual(
      peopleOf(withoutAnd(text)).map(({ name }) => name),
      names,
    )
})

test('the address after a firm is no part of its name, alone and in a list', () => {
  const names = (text: string) => peopleOf(text).map(({ name }) => name)
  assert.deepEqual(names('BASF SE, 67056 Ludwigshafen, DE'), ['BASF SE'])
  assert.deepEqual(names('BASF SE, 67056 Ludwigshafen, DE; Bayer AG, 51373 Leverkusen, DE; Max Roe'), ['BASF SE', 'Bayer AG', 'Max Roe'])
})

test('a name longer than its field is shortened with a note that names the field and the length', () => {
  const setting = { source: undefined, orders: new Map(), date1904: false, today: '2026-06-01', file: 'cases.csv', row: 2 }
  const columns = [{ heading: 'Applicants', field: 'applicants', confidence: 1 }]
  const { values, notes, faults } = readRow({ model: patent }, columns, [`${'虚'.repeat(298)}公司; Bayer AG`], setting)
  const [first, second] = values.applicants as { applicant_sid: { named: string } }[]
  assert.deepEqual([[...(first?.applicant_sid.named ?? '')].length, second?.applicant_sid.named, faults], [255, 'Bayer AG', []])
  assert.match(notes[0]?.[1] ?? '', /^Applicants: “虚+…” has 300 characters; only the first 254 were imported$/)
})
