import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Cell } from './cell.ts'
import { startOn } from '../../../tests/harness/today.ts'
import { dayOrderOf, readDay, type Reading } from './days.ts'

startOn('2026-12-31')

const FORMS: readonly (readonly [Cell, string])[] = [
  ['2004-02-12', '2004-02-12'],
  ['2011.12.26', '2011-12-26'],
  ['20040212', '2004-02-12'],
  [20040212, '2004-02-12'],
  [43890, '2020-02-29'],
  ['43890', '2020-02-29'],
  [new Date(Date.UTC(2020, 1, 29)), '2020-02-29'],
  ['2019/3/5', '2019-03-05'],
  ['2019年3月5日', '2019-03-05'],
  ['２０１９年３月５日', '2019-03-05'],
  ['2010-04-28T23:59:59.000Z', '2010-04-28'],
  ['2016-07-06 00:00:00', '2016-07-06'],
  ['6/7/95', '1995-06-07'],
  ['11/11/97', '1997-11-11'],
  ['3/18/17', '2017-03-18'],
  ['12/25/2024', '2024-12-25'],
  ['29.12.2011', '2011-12-29'],
  ['Y(2011.12.26)', '2011-12-26'],
  ['12-Aug-2004', '2004-08-12'],
  ['August 12, 2004', '2004-08-12'],
  ['2021-Jan-05', '2021-01-05'],
  ['5th March 2021', '2021-03-05'],
  ['27/03/2009', '2009-03-27'],
  ['2021 年 3 月 5 日', '2021-03-05'],
  ["'2021-03-05", '2021-03-05'],
  ['2019년 8월 13일', '2019-08-13'],
  ['2019년8월13일', '2019-08-13'],
  ['令和4年3月5日', '2022-03-05'],
  ['令和元年5月1日', '2019-05-01'],
  ['R4.3.5', '2022-03-05'],
  ['平成 30 年 12 月 1 日', '2018-12-01'],
  ['S63/1/7', '1988-01-07'],
  ['民国113年3月5日', '2024-03-05'],
  ['民國113年5月6日', '2024-05-06'],
  ['113/05/06', '2024-05-06'],
  ['113年5月6日', '2024-05-06'],
  ['中華民國99年12月31日', '2010-12-31'],
]

for (const [cell, day] of FORMS)
  test(`${cell instanceof Date ? 'a date cell' : JSON.stringify(cell)} is ${day}`, () => assert.deepEqual(readDay(cell), { day }))

for (const cell of ['2023-02-30', '31.02.2020', 'soon', '12345678', '2020-13-01'])
  test(`${cell} is refused in both languages`, () => {
    const read = readDay(cell)
    assert.ok(read && 'fault' in read && read.fault[0] !== read.fault[1])
  })

for (const cell of ['', '-', 'N/A', '0000-00-00', null, undefined, 0] as const)
  test(`${JSON.stringify(cell)} is neither a date nor a fault`, () => assert.equal(readDay(cell), undefined))

for (const [cell, day] of [
  ['6/7/26', '2026-06-07'],
  ['6/7/27', '2027-06-07'],
  ['6/7/28', '1928-06-07'],
  ['6/7/00', '2000-06-07'],
  ['6/7/99', '1999-06-07'],
  ['12/6/20', '2020-12-06'],
] as const)
  test(`in 2026, ${cell} is ${day}`, () => assert.deepEqual(readDay(cell), { day }))

test('a column with the day before the month is read in that order in every row', () => {
  assert.equal(dayOrderOf(['07/07/2011', '27/03/2009', '02/04/2008']), 'dmy')
  assert.deepEqual(readDay('02/04/2008', { order: 'dmy' }), { day: '2008-04-02' })
  assert.equal(dayOrderOf(['6/7/95', '11/21/97']), 'mdy')
  assert.equal(dayOrderOf(['2020-01-01', null]), undefined)
})

test('day and month are never guessed if no row, or two contradictory rows, decide their order', () => {
  assert.equal(dayOrderOf(['05/03/2020', '07/06/2021']), 'unknown')
  assert.equal(dayOrderOf(['15/03/2020', '06/27/2021', '05/03/2020']), 'unknown')
  const read = readDay('05/03/2020', { order: 'unknown' })
  assert.ok(read && 'fault' in read && read.fault.every((words) => words.includes('2020-05-03') && words.includes('2020-03-05')))
  assert.deepEqual(readDay('15/03/2020', { order: 'unknown' }), { day: '2020-03-15' })
  assert.deepEqual(readDay('07/07/2020', { order: 'unknown' }), { day: '2020-07-07' })
})

const daysOf = (cell: Cell, reading: Reading) => {
  const read = readDay(cell, reading)
  return read && 'fault' in read ? [...new Set(read.fault[1].match(/\d{4}-\d\d-\d\d/g))].sort() : read?.day
}

test('a year of two digits may come first: what can be read in two ways is asked', () => {
  for (const cell of ['24/03/05', '24.03.05', '24-03-05']) {
    assert.deepEqual(readDay(cell, { order: 'ymd' }), { day: '2024-03-05' })
    assert.deepEqual(readDay(cell, { order: 'dmy' }), { day: '2005-03-24' })
    for (const order of ['mdy', 'unknown'] as const) assert.deepEqual(daysOf(cell, { order }), ['2005-03-24', '2024-03-05'])
  }
  assert.deepEqual(readDay('98/03/05', { order: 'unknown' }), { day: '1998-03-05' })
  assert.equal(dayOrderOf(['24/03/05', '23/11/28']), 'unknown') // of 2005 and 1928, or of 2024 and 2023
  assert.equal(dayOrderOf(['24/03/05', '30/11/17']), 'dmy')
  assert.equal(dayOrderOf(['24/03/05', '22/11/17']), 'unknown')
  assert.equal(dayOrderOf(['24.03.05', '99.11.17']), 'ymd')
  assert.equal(dayOrderOf(['29.12.2011', '01.02.2012']), undefined)
})

test('the two digits of a coming year make no column year first, and a day that may lie ahead needs the whole year', () => {
  const ends = ['05/06/30', '12/07/31', '01/02/28']
  for (const ahead of [false, true]) assert.equal(dayOrderOf(ends, {}, ahead), 'unknown')
  assert.equal(dayOrderOf([...ends, '06/15/30'], {}, true), 'mdy')
  assert.deepEqual(daysOf('05/06/30', { order: 'unknown' }), ['1930-05-06', '1930-06-05', '2005-06-30'])
  assert.deepEqual(daysOf('24/03/30', { order: 'unknown' }), ['1930-03-24', '2024-03-30'])
  for (const cell of ['05/06/30', '6-May-30', '30/05/06']) {
    const reading = { order: cell.startsWith('05') ? 'mdy' : 'ymd', ahead: true } as const
    assert.deepEqual(daysOf(cell, reading), ['1930-05-06', '2030-05-06'])
    assert.match(String(Object.values(readDay(cell, reading) ?? {})), /四位年份.*four digits/)
  }
  assert.deepEqual(readDay('05/06/27', { order: 'mdy', ahead: true }), { day: '2027-05-06' })
  assert.deepEqual(readDay('05/06/58', { order: 'mdy', ahead: true }), { day: '1958-05-06' })
  assert.equal(dayOrderOf(['24/03/05', '30/11/17'], {}, true), 'unknown')
})

test('a stated order is never overridden', () => {
  assert.deepEqual(daysOf('06/15/30', { order: 'dmy' }), ['1930-06-15'])
  assert.deepEqual(daysOf('99/11/17', { order: 'dmy' }), ['1999-11-17'])
  assert.deepEqual(daysOf('13/6/20', {}), ['2013-06-20', '2020-06-13'])
  assert.deepEqual(readDay('05/06/30', { order: 'dmy' }), { day: '1930-06-05' })
  assert.equal(dayOrderOf(['24.03.05', '99.11.17'], { user: 'dmy' }), 'dmy')
  assert.equal(dayOrderOf(['24/03/05', '22/11/17'], { user: 'ymd', source: 'dmy' }), 'ymd')
  assert.equal(dayOrderOf(['24/03/05', '22/11/17'], { source: 'dmy' }), 'dmy')
  assert.equal(dayOrderOf(['24/03/05', '22/11/17'], { source: 'mdy' }), 'unknown', 'the source writes otherwise')
  assert.equal(dayOrderOf(['27/03/2009', '05/03/2009'], { user: 'mdy' }), 'dmy', 'the user speaks of another column')
  assert.equal(dayOrderOf(['27/03/2009', '05/03/09'], { user: 'mdy' }), 'unknown')
})

test('whole years say nothing of years of two digits in the same column', () => {
  assert.equal(dayOrderOf(['27/03/2009', '24/03/05']), 'unknown')
  assert.equal(dayOrderOf(['27/03/2009', '24/03/05'], { user: 'ymd' }), 'ymd')
  assert.deepEqual(daysOf('05/03/2020', { order: 'ymd' }), ['2020-03-05', '2020-05-03'])
  assert.deepEqual(readDay('27/03/2009', { order: 'ymd' }), { day: '2009-03-27' })
  assert.deepEqual(readDay('04/25/2024', { order: 'dmy' }), { day: '2024-04-25' }, 'no other day can be meant')
})

test('with dots and a whole year the day comes first, whatever follows', () => {
  for (const order of ['mdy', 'dmy', 'ymd', 'unknown'] as const)
    for (const cell of ['05.03.2024', '05.03.2024 10:22', '05.03.2024.', '5.3.2024T10:22:00'])
      assert.deepEqual(readDay(cell, { order }), { day: '2024-03-05' }, cell)
})

test('dates in the 1904 system are four years and one day later', () => assert.deepEqual(readDay(42_798, { date1904: true }), { day: '2021-03-05' }))
