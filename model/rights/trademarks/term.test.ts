import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NICE_CLASSES, classNumbers, goodsIn, goodsPerClass } from './nice-classes.ts'
import { beginOfTerm, endOfTerm, nextEnd } from './term.ts'

for (const [country, from, end, next] of [
  ['CN', '2016-11-22', '2026-11-21', '2036-11-21'],
  ['CN', '2014-03-01', '2024-02-29', '2034-02-28'],
  ['CN', '2016-02-29', '2026-02-28', '2036-02-28'],
  ['EM', '1996-12-02', '2006-12-02', '2016-12-02'],
  ['WO', '2016-01-31', '2026-01-31', '2036-01-31'],
  ['HK', '2016-11-22', '2026-11-21', '2036-11-21'],
  ['MO', '2018-06-30', '2025-06-29', '2032-06-29'],
] as const)
  test(`a term of ${country} from ${from} ends on ${end}, and the next one on ${next}`, () => {
    assert.equal(endOfTerm(from, { country }), end)
    assert.equal(nextEnd(from, end, { country }), next)
  })

test('without its beginning, the next term is counted from the end of the last', () => {
  assert.equal(nextEnd(null, '2026-11-21', { country: 'CN' }), '2036-11-21')
})

test('the term begins with the registration, the filing or the international registration', () => {
  const dates = { filing_date: '2020-01-02', reg_date: '2021-01-02', intl_reg_date: '2019-01-02' }
  assert.equal(beginOfTerm({ ...dates, country: 'CN', route: 'DIRECT' }), '2021-01-02')
  assert.equal(beginOfTerm({ ...dates, country: 'EM', route: 'EUTM' }), '2020-01-02')
  assert.equal(beginOfTerm({ ...dates, country: 'CN', route: 'MADRID_DESIGNATION' }), '2019-01-02')
  assert.equal(beginOfTerm({ country: 'EM', filing_date: '2020-01-02' }), undefined)
  for (const country of ['GB', 'RU', 'CH', 'VN', 'TH', 'MY', 'ID', 'SA', 'ZA', 'IL', 'TR', 'NO'])
    assert.equal(beginOfTerm({ ...dates, country }), '2020-01-02')
  for (const country of ['TW', 'MO', 'KR', 'JP', 'US', 'CA', 'BR', 'PH']) assert.equal(beginOfTerm({ ...dates, country }), '2021-01-02')
  assert.equal(beginOfTerm({ country: 'RU', reg_date: '2021-01-02' }), '2021-01-02') // nothing earlier is known
})

test('there are 45 classes, each titled with its number in both languages', () => {
  assert.deepEqual(
    Object.keys(NICE_CLASSES),
    Array.from({ length: 45 }, (_, at) => String(at + 1)),
  )
  for (const [code, [zh, en]] of Object.entries(NICE_CLASSES)) assert.ok(zh.startsWith(`${code} `) && en.startsWith(`${code} `), code)
})

test('the items of a list of goods are counted, and an unknown list leaves the counts unknown', () => {
  assert.equal(goodsIn('计算机；耳机;传感器；'), 3)
  assert.equal(goodsIn(''), 0)
  assert.deepEqual(goodsPerClass([{ goods: 'a; b' }, { goods: 'c', goods_count: 12 }]), [2, 12])
  assert.equal(goodsPerClass([{ goods: 'a' }, {}]), undefined)
  assert.deepEqual(classNumbers([{ class_no: '35' }, { class_no: '9' }, { class_no: '9' }]), ['9', '35'])
})
