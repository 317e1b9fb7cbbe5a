import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readRow } from '../../../import/read-row.ts'
import { patent } from '../patent.ts'
import { readPriorities } from './priorities.ts'
import { importProfile } from './profile.ts'

// Cells of real files of Lens and PATENTSCOPE. `rows`: office, number and day of each priority; `said`: the texts kept for a person.
type Expected = { rows?: string[]; said?: string[]; pct?: string; notes?: number }
type Own = { country: string; filing_date?: string }

const ROWS: readonly (readonly [string, Own, Expected])[] = [
  // Commas and blanks are part of numbers.
  ['[PA 2004 00702 03.05.2004 DK, 60/568,157 04.05.2004 US, PA 2004 00983 24.06.2004 DK, 60/584,690 01.07.2004 US]', { country: 'WO' },
    { rows: ['DK PA 200400702 2004-05-03', 'US 60/568,157 2004-05-04', 'DK PA 200400983 2004-06-24', 'US 60/584,690 2004-07-01'] }],
  ['[1999 01501 1999-10-10T23:59:59.000Z DK, 1999 01641 1999-11-15T23:59:59.000Z DK]', { country: 'US' },
    { rows: ['DK DK 199901501 1999-10-10', 'DK DK 199901641 1999-11-15'] }],
  ['[60/236 105  US, 60/236 105 2000-09-28T23:59:59.000Z US, 60/315 905  US, 60/315 905 2001-08-30T23:59:59.000Z US]', { country: 'ZA' },
    { rows: ['US 60/236,105 2000-09-28', 'US 60/315,905 2001-08-30'] }],
  // The same application in several spellings; the international one is the origin of the case.
  ['[0217077  , GB20020017077  , GB2003003166  , WO2003GB03166  , 0217077 2002-07-23T23:59:59.000Z GB, 0303166 2003-07-23T23:59:59.000Z GB]', { country: 'EP' },
    { rows: ['GB GB0217077 2002-07-23'], pct: 'PCT/GB03/03166 2003-07-23' }],
  ['[2003279484  , JP20030279484  , 2003279484 2003-07-24T23:59:59.000Z JP]', { country: 'EP' }, { rows: ['JP JP 2003-279484 2003-07-24'] }],
  // Five digits within another number are another application.
  ['[41706  , 60417065 2002-10-08T23:59:59.000Z US]', { country: 'EP' }, { rows: ['US 60/417,065 2002-10-08'], said: ['41706'], notes: 1 }],
  ['[GB20020017065  , 60417065 2002-10-08T23:59:59.000Z US]', { country: 'EP' }, { rows: ['US 60/417,065 2002-10-08'], said: ['GB20020017065'], notes: 1 }],
  // Serial and year without the series, which another spelling tells, or nobody.
  ['[07773929  , 788563 P  , EP20070773929  , US20060788563P  , 07773929 2007-03-29T23:59:59.000Z EP, 78856306 2006-03-31T23:59:59.000Z US]', { country: 'EP' },
    { rows: ['EP EP07773929.0 2007-03-29', 'US 60/788,563 2006-03-31'] }],
  ['[470605  , US20060470605  , 47060506 2006-09-06T23:59:59.000Z US]', { country: 'EP' }, { rows: ['US 11/470,605 2006-09-06'] }],
  ['[56304506 2006-11-24T23:59:59.000Z US]', { country: 'EP' }, { rows: ['US null 2006-11-24'], said: ['US 56304506 2006-11-24'], notes: 1 }],
  ['[29953702 2002-11-18T23:59:59.000Z US]', { country: 'EP' }, { rows: ['US null 2002-11-18'], said: ['US 29953702 2002-11-18'], notes: 1 }],
  ['[60582692 2004-06-24T23:59:59.000Z US]', { country: 'US' }, { rows: ['US 60/582,692 2004-06-24'] }],
  // Numbers of international applications without “PCT/US”.
  ['[2004010355 2004-04-02T23:59:59.000Z US, 60460758 2003-04-02T23:59:59.000Z US]', { country: 'US' }, { rows: ['US 60/460,758 2003-04-02'], pct: 'PCT/US2004/010355 2004-04-02' }],
  ['[13206899 1999-04-30T23:59:59.000Z US, 9923573 1999-10-08T23:59:59.000Z US]', { country: 'EP' },
    { rows: ['US null 1999-04-30'], said: ['US 13206899 1999-04-30'], pct: 'PCT/US99/23573 1999-10-08', notes: 1 }],
  // A serial of 1998 with its year looks alike; only another spelling tells.
  ['[9812398 1998-08-27T23:59:59.000Z US]', { country: 'US', filing_date: '1999-08-20' }, { rows: ['US null 1998-08-27'], said: ['US 9812398 1998-08-27'], notes: 1 }],
  ['[98123 P  , US19980098123P  , 9812398 1998-08-27T23:59:59.000Z US]', { country: 'US', filing_date: '1999-08-20' }, { rows: ['US 60/098,123 1998-08-27'] }],
  ['[WO1998US12398  , 9812398 1998-06-12T23:59:59.000Z US]', { country: 'US' }, { pct: 'PCT/US98/12398 1998-06-12' }],
  ['[0301869 2003-01-27T23:59:59.000Z GB, 0302500 2003-05-02T23:59:59.000Z IB]', { country: 'EP' }, { rows: ['GB GB0301869 2003-01-27'], pct: 'PCT/IB03/02500 2003-05-02' }],
  // Lists of agencies.
  ['US63/123,456(2023.03.06)、US63/200,001(2023.04.01)', { country: 'CN', filing_date: '2024-03-05' }, { rows: ['US 63/123,456 2023-03-06', 'US 63/200,001 2023-04-01'] }],
  ['CN 202310123456.7, 6-Mar-23; EP 23160001.2, 10-Mar-23', { country: 'US', filing_date: '2024-03-05' }, { rows: ['CN null 2023-03-06', 'EP EP23160001.2 2023-03-10'], said: ['CN 202310123456.7 2023-03-06'], notes: 1 }],
  ['特願2023-045678 令和5年3月22日', { country: 'JP', filing_date: '2024-03-05' }, { rows: ['JP 特願2023-045678 2023-03-22'] }],
  // Without a country: only where one office writes so, and without a fault.
  ['201510021042.8 2015-01-13', { country: 'US' }, { rows: ['CN 201510021042.8 2015-01-13'] }],
  ['202341012345 2023-02-20', { country: 'US' }, { said: ['202341012345 2023-02-20'], notes: 1 }],
  ['201721012345 2017-06-20', { country: 'US' }, { said: ['201721012345 2017-06-20'], notes: 1 }],
  ['99/12345 1999-10-01', { country: 'US' }, { said: ['99/12345 1999-10-01'], notes: 1 }],
  ['23160001.2 2023-03-10', { country: 'US' }, { said: ['23160001.2 2023-03-10'], notes: 1 }],
  ['205395 2010-04-28', { country: 'US' }, { said: ['205395 2010-04-28'], notes: 1 }],
  ['10-2023-0045678 (2023.03.22)', { country: 'KR', filing_date: '2024-03-05' }, { rows: ['KR 10-2023-0045678 2023-03-22'] }],
  ['10-2023-0045678 (2023년 3월 22일)', { country: 'KR', filing_date: '2024-03-05' }, { rows: ['KR 10-2023-0045678 2023-03-22'] }],
  ['63/123,456 [US] 06-Mar-2023', { country: 'CN', filing_date: '2024-03-05' }, { rows: ['US 63/123,456 2023-03-06'] }],
  ['6-Mar-23 US 63/123,456', { country: 'CN', filing_date: '2024-03-05' }, { rows: ['US 63/123,456 2023-03-06'] }],
  ['美国 63/123,456 2023年3月6日', { country: 'CN', filing_date: '2024-03-05' }, { rows: ['US 63/123,456 2023-03-06'] }],
  // The letter of a provisional application behind its number.
  ['US 63/345,678 P 20220523', { country: 'US', filing_date: '2023-05-22' }, { rows: ['US 63/345,678 2022-05-23'] }],
  ['US 63/345,678 2022-05-23', { country: 'US', filing_date: '2023-05-22' }, { rows: ['US 63/345,678 2022-05-23'] }],
  // Lens: a blank between the year and the serial of an international application.
  ['US 2011 0040981 W 20110617', { country: 'CA', filing_date: '2011-06-17' }, { pct: 'PCT/US2011/040981 2011-06-17' }],
  ['US 2015 0061205 W 20151117;;US 201514941181 A 20151113', { country: 'WO', filing_date: '2015-11-18' },
    { rows: ['WO PCT/US2015/061205 2015-11-17', 'US 14/941,181 2015-11-13'] }],
  // No case comes from an international application that is later than itself.
  ['US 9711379 W 19970701', { country: 'US', filing_date: '1996-04-26' }, { said: ['US PCT/US97/11379 1997-07-01'], notes: 1 }],
  // A second origin is kept as text.
  ['US 2004001637 W 20040121;;US 2004010331 W 20040329', { country: 'US' }, { pct: 'PCT/US2004/001637 2004-01-21', said: ['PCT/US2004/010331 2004-03-29'], notes: 1 }],
] // oxfmt-ignore

const own = ({ country, filing_date }: Own) => ({ country, filing_date, application_key: '', reading: {} })

for (const [priorities, of, { rows = [], said = [], pct, notes = 0 }] of ROWS)
  test(`the priorities of “${priorities.slice(0, 90)}”`, () => {
    const read = readPriorities({ priorities }, own(of))
    assert.deepEqual(
      read.rows.map((row) => `${row.priority_country} ${row.priority_no} ${row.priority_date}`),
      rows,
    )
    assert.deepEqual(read.said, said)
    assert.equal(read.pct && `${read.pct.no} ${read.pct.date}`, pct)
    assert.equal(read.notes.length, notes)
  })

test('a day of the request for examination that can be read in two ways is asked; words beside it are not', () => {
  const columns = [{ heading: '提实审日', field: 'sub_exam_date', confidence: 1 }]
  const setting = { source: undefined, orders: new Map(), date1904: false, today: '2026-06-01', file: 'cases.csv', row: 2 }
  const faulty = (cell: string) => readRow({ model: patent, profile: importProfile }, columns, [cell], setting).faults.map(({ field }) => field)
  assert.deepEqual(['05/03/2020', 'Y(24/03/05)'].map(faulty), [['sub_exam_date'], ['sub_exam_date']])
  assert.deepEqual(['Y(2011.12.26)', '是', '是，见附件'].map(faulty), [[], [], []])
})

test('a priority date later than the filing date is kept as text', () => {
  const read = readPriorities({ priority_date: '2005-06-30' }, own({ country: 'IN', filing_date: '2003-12-19' }))
  assert.deepEqual([read.rows, read.said, read.notes.length], [[], ['2005-06-30'], 1])
})

test('the country alone of a priority is kept as text, unless it is the own', () => {
  const said = (priority_country: string) => readPriorities({ priority_country }, own({ country: 'CN', filing_date: '2013-01-21' })).said
  assert.deepEqual([said('FR'), said('法国 | US'), said('CN'), said('-')], [['FR'], ['法国', 'US'], [], []])
})

for (const [priorities, said] of [
  ['CN202010000001.2 2020-01-01; US', ['US']], // the filing itself comes first
  ['JP2019-123456 2019-02-01; US', ['US']],
  ['JP2019-123456 2019-02-01; JP; CN', []],
] as const)
  test(`of the priorities “${priorities}”, the country without a claim is kept as text`, () => {
    const read = readPriorities({ priorities }, { country: 'CN', filing_date: '2020-01-01', application_key: 'CN2020100000012', reading: {} })
    assert.deepEqual([read.said, read.notes.length], [said, said.length])
  })

test('countries alone in the column of the priorities are kept as text, too, with a note', () => {
  const read = (priorities: string) => readPriorities({ priorities }, own({ country: 'CN', filing_date: '2013-01-21' }))
  assert.deepEqual(
    ['FR', 'US | FR | US', 'CN', '-'].map((cell) => read(cell).said),
    [['FR'], ['US', 'FR'], [], []],
  )
  assert.deepEqual([read('FR').notes.length, read('CN').notes.length], [1, 0])
  assert.deepEqual(read('FR 1261234 20121120;;FR').said, [])
})
