import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { cnCheckDigit } from './cn.ts'
import { normalise, recognise, type Kind } from './recognise.ts'
import { searchKeys } from './search-keys.ts'

const year = 2026
const best = (text: string, hint = {}) => recognise(text, { year, ...hint })[0] ?? assert.fail('no reading')

for (const [body, digit] of [
  ['202310123456', '6'],
  ['201811564288', 'X'],
  ['202010566088', '9'],
  ['200510096239', '4'],
  ['202310000002', 'X'],
  ['98100123', '8'],
] as const) {
  test(`the check digit of ${body} is ${digit}`, () => assert.equal(cnCheckDigit(body), digit))
}

for (const [text, kind, office, right, normalised, printed] of [
  ['202310123456.6', 'application', 'CN', 'INVENTION', 'CN2023101234566', '202310123456.6'],
  ['202420765432.0', 'application', 'CN', 'UTILITY', 'CN2024207654320', '202420765432.0'],
  ['202530011223.7', 'application', 'CN', 'DESIGN', 'CN2025300112237', '202530011223.7'],
  ['202180045678.X', 'application', 'CN', 'INVENTION', 'CN202180045678X', '202180045678.X'],
  ['202290000123.3', 'application', 'CN', 'UTILITY', 'CN2022900001233', '202290000123.3'],
  ['202310000002.X', 'application', 'CN', 'INVENTION', 'CN202310000002X', '202310000002.X'],
  ['ZL202310123456.6', 'patent', 'CN', 'INVENTION', 'CN2023101234566', 'ZL202310123456.6'],
  ['ｚｌ ２０２３１０１２３４５６．６', 'patent', 'CN', 'INVENTION', 'CN2023101234566', 'ZL202310123456.6'],
  ['申请号：202310123456.6', 'application', 'CN', 'INVENTION', 'CN2023101234566', '202310123456.6'],
  ['CN2023101234566', 'application', 'CN', 'INVENTION', 'CN2023101234566', '202310123456.6'],
  ['98100123.8', 'application', 'CN', 'INVENTION', 'CN981001238', '98100123.8'],
  ['CN117123456A', 'publication', 'CN', 'INVENTION', 'CN117123456A', 'CN117123456A'],
  ['CN112345678B', 'grant', 'CN', 'INVENTION', 'CN112345678B', 'CN112345678B'],
  ['CN219876543U', 'grant', 'CN', 'UTILITY', 'CN219876543U', 'CN219876543U'],
  ['CN308123456S', 'grant', 'CN', 'DESIGN', 'CN308123456S', 'CN308123456S'],
  ['CN1047187A', 'publication', 'CN', 'INVENTION', 'CN1047187A', 'CN1047187A'],
  ['CN85100312A', 'publication', 'CN', 'INVENTION', 'CN85100312A', 'CN85100312A'],
  ['JP-P-2021-00130123', 'application', 'JP', undefined, 'JP2021130123', '特願2021-130123'],
  ['JPP2021-130123A', 'publication', 'JP', undefined, 'JP2021130123A', '特開2021-130123'],
  ['18/123,456', 'application', 'US', 'INVENTION', 'US18123456', '18/123,456'],
  ['63/456,789', 'application', 'US', 'PROVISIONAL', 'US63456789', '63/456,789'],
  ['29/123,456', 'application', 'US', 'DESIGN', 'US29123456', '29/123,456'],
  ['US 2024/0123456 A1', 'publication', 'US', undefined, 'US20240123456A1', 'US 2024/0123456 A1'],
  ['US2004/0030448A1', 'publication', 'US', undefined, 'US20040030448A1', 'US 2004/0030448 A1'],
  ['US 11,987,654 B2', 'grant', 'US', undefined, 'US11987654B2', 'US 11,987,654 B2'],
  ['US08083141', 'grant', 'US', undefined, 'US8083141', 'US 8,083,141'],
  ['US5686888A', 'grant', 'US', undefined, 'US5686888A', 'US 5,686,888 A'],
  ['USRE043035', 'grant', 'US', undefined, 'USRE43035', 'US RE43,035'],
  ['USD532742S1', 'grant', 'US', 'DESIGN', 'USD532742S1', 'US D532,742 S1'],
  ['US 200913058230 A', 'application', 'US', 'INVENTION', 'US13058230', '13/058,230'],
  ['EP23123456.8', 'application', 'EP', undefined, 'EP231234568', 'EP23123456.8'],
  ['EP 83101967 A', 'application', 'EP', undefined, 'EP831019674', 'EP83101967.4'],
  ['EP4123456A1', 'publication', 'EP', undefined, 'EP4123456A1', 'EP 4123456 A1'],
  ['PCT/CN2024/098765', 'application', 'WO', undefined, 'PCTCN2024098765', 'PCT/CN2024/098765'],
  ['PCT/US99/12817', 'application', 'WO', undefined, 'PCTUS1999012817', 'PCT/US99/12817'],
  ['US 9912817 W', 'application', 'WO', undefined, 'PCTUS1999012817', 'PCT/US99/12817'],
  ['US 2006/0000980 W', 'application', 'WO', undefined, 'PCTUS2006000980', 'PCT/US2006/000980'],
  ['WO/2024/123456', 'publication', 'WO', undefined, 'WO2024123456', 'WO 2024/123456'],
  ['WO 2024/123456 A1', 'publication', 'WO', undefined, 'WO2024123456A1', 'WO 2024/123456 A1'],
  ['WO 99/12345', 'publication', 'WO', undefined, 'WO1999012345', 'WO 99/12345'],
  ['DM/234567', 'grant', 'WO', 'DESIGN', 'DM234567', 'DM/234567'],
  ['特願2024-012345', 'application', 'JP', 'INVENTION', 'JP2024012345', '特願2024-012345'],
  ['JP2024-012345', 'application', 'JP', undefined, 'JP2024012345', '特願2024-012345'],
  ['特開2004-313702', 'publication', 'JP', 'INVENTION', 'JP2004313702A', '特開2004-313702'],
  ['平成10年特許願第206009号', 'application', 'JP', 'INVENTION', 'JPH10206009', '特願平10-206009'],
  ['令和8年特許願第523456号', 'application', 'JP', 'INVENTION', 'JP2026523456', '特願2026-523456'],
  ['平成17年意匠登録願第 1234 号', 'application', 'JP', 'DESIGN', 'JP2005001234', '意願2005-001234'],
  ['特願平10-206009', 'application', 'JP', 'INVENTION', 'JPH10206009', '特願平10-206009'],
  ['特許第4206830号', 'grant', 'JP', undefined, 'JP4206830', '特許第4206830号'],
  ['登録1654321', 'grant', 'JP', undefined, 'JP1654321', '登録第1654321号'],
  ['意匠登録第1654321号', 'grant', 'JP', 'DESIGN', 'JP1654321S', '意匠登録第1654321号'],
  ['意匠登録1654321', 'grant', 'JP', 'DESIGN', 'JP1654321S', '意匠登録第1654321号'],
  ['実登3212345', 'grant', 'JP', 'UTILITY', 'JP3212345U', '実用新案登録第3212345号'],
  ['JPH0816243A', 'publication', 'JP', undefined, 'JPH08016243A', 'JP H08-16243 A'],
  ['JPWO2017203590A1', 'publication', 'JP', undefined, 'JPWO2017203590A1', 'JPWO2017/203590 A1'],
  ['10-2023-0123456', 'application', 'KR', 'INVENTION', 'KR1020230123456', '10-2023-0123456'],
  ['1020110142560', 'application', 'KR', 'INVENTION', 'KR1020110142560', '10-2011-0142560'],
  ['1013879670000', 'grant', 'KR', 'INVENTION', 'KR101387967', '10-1387967'],
  ['KR102255162B1', 'grant', 'KR', 'INVENTION', 'KR102255162B1', '10-2255162 B1'],
  ['KR100396150*', 'grant', 'KR', 'INVENTION', 'KR100396150', '10-0396150'],
  ['DE102013209538B4', 'grant', 'DE', 'INVENTION', 'DE102013209538B4', 'DE 10 2013 209 538 B4'],
  ['DE 10 2013 209 538.4', 'application', 'DE', 'INVENTION', 'DE102013209538', '10 2013 209 538.4'],
  ['GB1109507.3', 'application', 'GB', undefined, 'GB201109507', 'GB1109507.3'],
  ['GB20230006615', 'application', 'GB', undefined, 'GB202306615', 'GB2306615'],
  ['GB19990030084', 'application', 'GB', undefined, 'GB199930084', 'GB9930084'],
  ['US 61123456 P', 'application', 'US', 'PROVISIONAL', 'US61123456', '61/123,456'],
  ['GB201109507', 'application', 'GB', undefined, 'GB201109507', 'GB1109507'],
  ['GB2426068A', 'publication', 'GB', undefined, 'GB2426068A', 'GB2426068 A'],
  ['HK1235368A', 'publication', 'HK', undefined, 'HK1235368A', 'HK1235368 A'],
  ['TWI734446B', 'grant', 'TW', 'INVENTION', 'TWI734446B', 'TWI734446 B'],
  ['TW201925031A', 'publication', 'TW', undefined, 'TW201925031A', 'TW201925031 A'],
  ['TW 100211132', 'application', 'TW', 'UTILITY', 'TW100211132', '100211132'],
  ['6736/DELNP/2010', 'application', 'IN', undefined, 'IN6736DELNP2010', '6736/DELNP/2010'],
  ['RU2526321C1', 'grant', 'RU', undefined, 'RU2526321C1', 'RU 2526321 C1'],
] as const) {
  test(`[5.19] ${text} is ${printed}, ${kind} of ${office}`, () => {
    const { faults, ...rest } = best(text)
    assert.deepEqual(rest, { kind, office, ...(right && { right }), normalised, printed })
    assert.deepEqual(faults, [])
  })
}

// As exports write them, in the field in which they stand.
for (const [text, field, office, kind, normalised, printed] of [
  ['10-2044-8860000', 'grant', 'KR', 'grant', 'KR102044886', '10-2044886'],
  ['1020448860000', 'grant', 'KR', 'grant', 'KR102044886', '10-2044886'],
  ['1020013450000', 'grant', 'KR', 'grant', 'KR102001345', '10-2001345'],
  ['10-2044-8860000', undefined, undefined, 'grant', 'KR102044886', '10-2044886'],
  ['10-2014-0010000', 'application', 'KR', 'application', 'KR1020140010000', '10-2014-0010000'],
  ['1020130074484', 'publication', 'KR', 'publication', 'KR1020130074484', '10-2013-0074484'],
  ['JP2012-191945A', 'application', 'JP', 'publication', 'JP2012191945A', '特開2012-191945'],
  ['JP2012-191945A', undefined, undefined, 'publication', 'JP2012191945A', '特開2012-191945'],
  ['2012-191945', 'publication', 'JP', 'publication', 'JP2012191945A', '特開2012-191945'],
  ['JP2015-511199A', 'publication', 'JP', 'publication', 'JP2015511199A', '特表2015-511199'],
  ['JP 2012191945 A', 'application', 'JP', 'application', 'JP2012191945', 'JP 2012-191945'],
  ['EP 19850110683', undefined, undefined, 'application', 'EP851106831', 'EP85110683.1'],
  ['EP 20040012345 A', 'application', 'EP', 'application', 'EP040123457', 'EP04012345.7'],
  ['US 10123499 P', 'application', 'US', 'application', 'US60101234', '60/101,234'],
  ['US 97775707 P', 'application', 'US', 'application', 'US60977757', '60/977,757'],
  ['US 857707 P', 'application', 'US', 'application', 'US61008577', '61/008,577'],
  ['US 10072108 P', 'application', 'US', 'application', 'US61100721', '61/100,721'],
  ['US 201462012345 P', 'application', 'US', 'application', 'US62012345', '62/012,345'],
  ['US 202063012345 P', 'application', 'US', 'application', 'US63012345', '63/012,345'],
] as const) {
  test(`${text} in ${field ? `a field of a ${field}` : 'no field'} is ${printed}`, () => {
    const found = best(text, { ...(field && { kind: field }), ...(office && { office }) })
    assert.deepEqual([found.kind, found.normalised, found.printed], [kind, normalised, printed])
  })
}

for (const [text, code, level, expected] of [
  ['202310123456.7', 'check', 'error', '202310123456.6'],
  ['2023101234.5', 'length', 'error', undefined],
  ['202340123456.2', 'type', 'error', undefined],
  ['202310132456.6', 'check', 'error', '202310132456.2'],
  ['20231012345O.5', 'letter_o', 'error', '202310123450.5'],
  ['198410123456.5', 'year', 'error', undefined],
  ['209910123456.9', 'year', 'error', undefined],
  ['202310123456', 'check_missing', 'error', '202310123456.6'],
  ['ZL 202310123456.6A', 'trailing', 'error', 'ZL202310123456.6'],
  ['98100123.1', 'check', 'error', '98100123.8'],
  ['CN117123456Z', 'kind_code', 'error', undefined],
  ['CN217123456A', 'kind_code', 'error', undefined],
  ['CN11712345A', 'length', 'error', undefined],
  ['18/12345', 'length', 'warning', undefined],
  ['US 2024/123456 A1', 'length', 'warning', 'US 2024/0123456 A1'],
  ['US 11,987,654 A1', 'kind_code', 'warning', undefined],
  ['EP23123456.9', 'check', 'warning', 'EP23123456.8'],
  ['EP41234567A1', 'length', 'warning', undefined],
  ['PCT/CN24/098765', 'year', 'warning', undefined],
  ['PCT/CN2024/98765', 'length', 'warning', 'PCT/CN2024/098765'],
  ['PCT/XX2024/098765', 'receiving_office', 'warning', undefined],
  ['WO 2024/12345 A1', 'length', 'warning', 'WO 2024/012345 A1'],
  ['特願2024-12345', 'length', 'warning', '特願2024-012345'],
  ['11-2023-0123456', 'prefix', 'warning', undefined],
  ['10-2023-123456', 'length', 'warning', '10-2023-0123456'],
  ['CN 201310123456 A', 'check_added', 'warning', '201310123456.2'],
  ['FR 12', 'unrecognised', 'warning', undefined],
  ['hello', 'unrecognised', 'warning', undefined],
] as const) {
  test(`${text} is refused: ${code}`, () => {
    const [fault] = best(text).faults
    assert.deepEqual([fault?.code, fault?.level, fault?.expected], [code, level, expected])
    assert.ok(fault?.zh && fault.en)
  })
}

// In the formats of exports of Lens, Google, PATENTSCOPE, KIPRIS and the Indian office.
for (const [text, office, kind, normalised] of [
  ['US 42146903 A', 'US', 'application', 'US10421469'],
  ['US 42751873 A', 'US', 'application', 'US05427518'],
  ['US 1795415 A', 'US', 'application', 'US01017954'],
  ['US 99912301 A', 'US', 'application', 'US09999123'],
  ['US 94261110 A', 'US', 'application', 'US12942611'],
  ['US 93103311 A', 'US', 'application', 'US12931033'],
  ['US 899708 A', 'US', 'application', 'US12008997'],
  ['US18123456', 'US', 'application', 'US18123456'],
  ['US7857318', 'US', 'publication', 'US7857318'],
  ['CN 87215446 U', 'CN', 'application', 'CN872154467'],
  ['KR 19980022226 A', 'KR', 'application', 'KR1019980022226'],
  ['JP 20600998 A', 'JP', 'application', 'JPH10206009'],
  ['JP 2003145514 A', 'JP', 'application', 'JP2003145514'],
  ['JP11332489', 'JP', 'publication', 'JPH11332489'],
  ['AU 1988/021052 A', 'AU', 'application', 'AU1988021052'],
  ['AU2002/356703A1', 'AU', 'publication', 'AU2002356703A1'],
  ['FR 7333833 A', 'FR', 'application', 'FR7333833'],
  ['GB 1028362 A', 'GB', 'application', 'GB1028362'],
  ['DE000069233417', 'DE', 'publication', 'DE69233417'],
  ['ru02262857', 'RU', 'publication', 'RU2262857'],
  ['za2005/02132', 'ZA', 'publication', 'ZA200502132'],
  ['mxPA/a/2005/003863', 'MX', 'publication', 'MXPA2005003863'],
  ['BRPI0314094', 'BR', 'publication', 'BRPI0314094'],
  ['201641017526', 'IN', 'application', 'IN201641017526'],
  ['IN/PCT/2002/00231/DEL', 'IN', 'application', 'INPCT2002231DEL'],
  ['IN 1509DE2015 A', 'IN', 'application', 'IN1509DEL2015'],
  ['291162', 'IN', 'grant', 'IN291162'],
] as const) {
  test(`${text} in a ${kind} field of ${office} is stored as ${normalised}`, () => assert.equal(normalise(text, { office, kind, year }), normalised))
}

test('a number of the wrong kind or office gets a warning', () => {
  assert.deepEqual(
    best('CN117123456A', { office: 'CN', kind: 'application' }).faults.map(({ code }) => code),
    ['other_kind'],
  )
  assert.deepEqual(
    best('US11987654B2', { office: 'JP', kind: 'grant' }).faults.map(({ code }) => code),
    ['other_office'],
  )
  assert.deepEqual(best('ZL202310123456.6', { office: 'CN', kind: 'application' }).faults, [])
})

for (const spellings of [
  [
    'ZL202310123456.6',
    'ZL 2023 1 0123456.6',
    '202310123456.6',
    '2023101234566',
    '202310123456',
    'CN202310123456',
    'cn2023101234566',
    '２０２３１０１２３４５６．６',
  ],
  ['CN117123456A', 'CN 117123456 A', 'CN117123456', '117123456', '117123456A', 'CN117123456B'],
  ['US 11,987,654 B2', 'US11987654B2', 'US11987654', '11987654', '11,987,654'],
  ['18/123,456', '18123456', 'US18/123456', 'US 18/123,456'],
  ['US 2024/0123456 A1', 'US20240123456A1', 'US20240123456', '2024/0123456', '20240123456'],
  ['EP23123456.8', 'EP 23123456', '23123456.8', '23123456', 'EP231234568'],
  ['EP0095016A1', 'EP95016', 'EP0095016B1', '0095016', '95016'],
  ['PCT/US99/12817', 'PCTUS1999012817', 'PCT/US1999/012817', 'US 9912817 W'],
  ['PCT/CN2024/098765', 'PCTCN2024098765', 'CN2024098765'],
  ['WO 2024/123456 A1', 'WO2024123456', 'WO/2024/123456', '2024/123456', 'WO2024/123456A2'],
  ['10-2011-0142560', '1020110142560', 'KR10-2011-0142560', 'KR1020110142560A'],
  ['10-1387967', '1013879670000', 'KR101387967B1', '101387967'],
  ['特願2024-012345', 'JP2024-012345', 'JP2024012345', '2024012345', '2024-012345'],
  ['6736/DELNP/2010', '6736DELNP2010', 'IN6736DELNP2010A'],
  ['DE102013209538B4', '10 2013 209 538.4', 'DE102013209538'],
] as const) {
  test(`${spellings[0]} is found in every spelling`, () => {
    const stored = new Set(searchKeys(spellings[0]))
    for (const asked of spellings)
      assert.ok(
        searchKeys(asked).some((key) => stored.has(key)),
        `${asked}: ${searchKeys(asked)} / ${[...stored]}`,
      )
  })
}

test('different numbers share no search key', () => {
  const stored = new Set(searchKeys('ZL202310123456.6'))
  for (const other of ['202310123457.4', 'CN117123456A', '20231012345']) assert.ok(!searchKeys(other).some((key) => stored.has(key)), other)
})

test('any text is parsed without an error and stored as letters and digits', () => {
  const written = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.stringMatching(/^(CN|US|EP|WO|JP|KR|DE|GB|ZL|PCT\/|10-|)[0-9]{2,13}[./-]?[0-9X]{0,7} ?(A1|B2|A|U)?$/),
  )
  fc.assert(
    fc.property(written, fc.constantFrom<Kind | undefined>(undefined, 'application', 'publication', 'grant'), (text, kind) => {
      const [first] = recognise(text, { ...(kind && { kind }), year })
      assert.ok(first && /^[\p{L}\p{N}]*$/u.test(first.normalised), `${text} → ${first?.normalised}`)
      searchKeys(text)
    }),
    { numRuns: 3000 },
  )
})

test('a long text is parsed in bounded time', () => {
  const start = performance.now()
  for (const text of ['1'.repeat(50_000), 'CN'.repeat(25_000), '/'.repeat(50_000), `IN${'0'.repeat(50_000)}`]) recognise(text)
  assert.ok(performance.now() - start < 20_000)
})
