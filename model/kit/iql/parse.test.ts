import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Condition, Predicate } from './ast.ts'
import { IqlError, parseIql } from './parse.ts'
import { printIql } from './print.ts'

const where = (text: string) => parseIql(text).where
const predicate = (text: string) => where(text) as Predicate

for (const text of ['', '   ', '\n\t\u3000']) {
  test(`${JSON.stringify(text)} is a query without condition`, () => assert.deepEqual(parseIql(text), { order: [] }))
}

for (const [text, printed] of [
  ['title="电池"', 'title = "电池"'],
  ["title = '电池'", 'title = "电池"'],
  ['a != 1', 'a != 1'],
  ['a>1 and b>=2 AND c<3 And d<=-4.50', 'a > 1 AND b >= 2 AND c < 3 AND d <= -4.50'],
  ['a = +5', 'a = 5'],
  ['a = true or b = FALSE or c = Null', 'a = TRUE OR b = FALSE OR c = NULL'],
  ['a = 1 or b = 2 and c = 3', 'a = 1 OR (b = 2 AND c = 3)'],
  ['(a = 1 or b = 2) and c = 3', '(a = 1 OR b = 2) AND c = 3'],
  ['not a = 1 and b = 2', 'NOT a = 1 AND b = 2'],
  ['NOT (a = 1 and b = 2)', 'NOT (a = 1 AND b = 2)'],
  ['not not a = 1', 'NOT NOT a = 1'],
  ['((((a = 1))))', 'a = 1'],
  ['status in ("a",\'b\' , 3)', 'status IN ("a", "b", 3)'],
  ['status not in ("a")', 'status NOT IN ("a")'],
  ['d between "2024-01-01" and "2024-12-31" and e = 1', 'd BETWEEN "2024-01-01" AND "2024-12-31" AND e = 1'],
  ['d not between today("-15d") and today()', 'd NOT BETWEEN today("-15d") AND today()'],
  ['title like "%电池_"', 'title LIKE "%电池_"'],
  ['title not like "50\\%"', 'title NOT LIKE "50\\\\%"'],
  ['title contains "电池 管理"', 'title CONTAINS "电池 管理"'],
  ['title not contains "x"', 'title NOT CONTAINS "x"'],
  ['due is empty', 'due IS EMPTY'],
  ['due Is Not Empty', 'due IS NOT EMPTY'],
  ['due within "15d,4m"', 'due WITHIN "15d,4m"'],
  ['due not within "-30d"', 'due NOT WITHIN "-30d"'],
  ['owner=ME()and department=My_Department()', 'owner = me() AND department = my_department()'],
  ['company_sid = my_company()', 'company_sid = my_company()'],
  ['applicant.company.name = "x"', 'applicant.company.name = "x"'],
  ['a\u3000=\u30001', 'a = 1'],
  ['order = 1 and by = 2 and empty = 3 order by order desc, in asc, like', 'order = 1 AND by = 2 AND empty = 3 ORDER BY order DESC, in, like'],
  ['order\n by a.b DESC', 'ORDER BY a.b DESC'],
  ['a = 1 ORDER BY a', 'a = 1 ORDER BY a'],
  ['today = today()', 'today = today()'],
  ['标题 = 1', '标题 = 1'],
] as const) {
  test(`[7.04] ${text} reads as ${printed}`, () => assert.equal(printIql(parseIql(text)), printed))
}

for (const [written, value] of [
  [`'it''s'`, `it's`],
  [`'it\\'s'`, `it's`],
  [`"say ""hi"""`, `say "hi"`],
  [`"say \\"hi\\""`, `say "hi"`],
  [`"it's"`, `it's`],
  [`'C:\\\\x'`, `C:\\x`],
  [`'C:\\x'`, `C:\\x`],
  [`'100\\%'`, `100\\%`],
  [`''`, ''],
  [`''''`, `'`],
  [`'a\nb'`, 'a\nb'],
  [`'a OR 1=1 --'`, 'a OR 1=1 --'],
] as const) {
  test(`the text ${written} is ${value}`, () => {
    const { kind, ...rest } = predicate(`a = ${written}`)
    assert.equal(kind, 'compare')
    assert.deepEqual('value' in rest && rest.value, { kind: 'text', value, at: 5 })
  })
}

for (const [duration, isRead] of [
  ['1000y', true],
  ['1001y', false],
  ['12000m', true],
  ['12001m', false],
  ['-99999d', true],
  [`${'73000d,'.repeat(4)}73000d`, true],
  [`${'73000d,'.repeat(4)}73001d`, false],
] as const)
  test(`a duration of ${duration} is ${isRead ? 'read' : 'refused: more than a thousand years'}`, () => {
    const read = () => parseIql(`a within "${duration}"`)
    if (isRead) assert.doesNotThrow(read)
    else assert.throws(read, (fault) => fault instanceof IqlError && fault.code === 'duration')
  })

test('a number has at most a hundred digits', () => {
  assert.doesNotThrow(() => parseIql(`a = ${'9'.repeat(100)}`))
  assert.throws(() => parseIql(`a = ${'9'.repeat(101)}`), (fault) => fault instanceof IqlError && fault.code === 'number') // oxfmt-ignore
})

test('a number keeps all its digits', () => {
  const read = predicate('a = 12345678901234567890.12')
  assert.deepEqual(read.kind === 'compare' && read.value, { kind: 'number', value: 12345678901234567000, text: '12345678901234567890.12', at: 5 })
})

test('positions count from 1', () => {
  assert.deepEqual(parseIql('  a.b = 1 ORDER BY c'), {
    where: { kind: 'compare', path: ['a', 'b'], at: 3, op: '=', value: { kind: 'number', value: 1, text: '1', at: 9 } },
    order: [{ path: ['c'], at: 20, desc: false }],
  })
})

for (const [text, code, position, expected, found] of [
  ['a =', 'syntax', 4, 'quoted text', ''],
  ['a', 'syntax', 2, 'comparison', ''],
  ['= 1', 'syntax', 1, 'field', '='],
  ['a = 1 b = 2', 'syntax', 7, 'AND', 'b'],
  ['a = 1 and', 'syntax', 10, 'field', ''],
  ['a = 1 and and b = 2', 'syntax', 11, 'field', 'and'],
  ['(a = 1', 'syntax', 7, ')', ''],
  ['a = 1)', 'syntax', 6, 'end', ')'],
  ['a in 1', 'syntax', 6, '(', '1'],
  ['a in ()', 'syntax', 7, 'quoted text', ')'],
  ['a in (1,)', 'syntax', 9, 'quoted text', ')'],
  ['a between 1', 'syntax', 12, 'AND', ''],
  ['a between 1 or 2', 'syntax', 13, 'AND', 'or'],
  ['a is 1', 'syntax', 6, 'EMPTY', '1'],
  ['a like 1', 'syntax', 8, 'quoted text', '1'],
  ['a contains me()', 'syntax', 12, 'quoted text', 'me'],
  ['a not = 1', 'syntax', 7, 'IN', '='],
  ['a = b', 'syntax', 5, 'quoted text', 'b'],
  ['a = now()', 'syntax', 5, 'today()', 'now'],
  ['a = me("x")', 'syntax', 8, ')', '"x"'],
  ['a = today', 'syntax', 10, '(', ''],
  ['order by', 'syntax', 9, 'field', ''],
  ['order by a,', 'syntax', 12, 'field', ''],
  ['order by a desc asc', 'syntax', 17, 'end', 'asc'],
  ['a == 1', 'syntax', 4, 'quoted text', '='],
  ['a <> 1', 'syntax', 4, 'quoted text', '>'],
  ['a; drop table x', 'character', 2, 'operator', ';'],
  ['a = 1 -- x', 'character', 7, 'operator', '-'],
  ['a. = 1', 'character', 2, 'operator', '.'],
  ['a = 1 && b', 'character', 7, 'operator', '&'],
  ['a = “x”', 'character', 5, 'quoted', '“'],
  ['a = 😀', 'character', 5, 'quoted', '😀'],
  ['a = "x\0y"', 'character', 7, 'printable', 'U+0000'],
  ['a = "x', 'unterminated', 5, 'ends with a quote', '"x'],
  [`a = 'it\\'`, 'unterminated', 5, 'ends with a quote', `'it\\'`],
  ['a = 7d', 'number', 5, 'number', '7d'],
  ['a = 1.', 'number', 5, 'number', '1.'],
  ['a = 1.2.3', 'number', 5, 'number', '1.2.'],
  ['a = 1e5', 'number', 5, 'number', '1e'],
  ['1a = 1', 'number', 1, 'number', '1a'],
  [`a = ${'9'.repeat(101)}`, 'number', 5, 'number', '9'.repeat(40)],
  ['a within "7w"', 'duration', 12, 'duration', '7w'],
  ['a within ""', 'duration', 11, 'duration', ''],
  ['a within "2000y"', 'duration', 10, '1000 years', '2000y'],
  ['a = today("soon")', 'duration', 12, 'duration', 'soon'],
  [`a within "${'x'.repeat(50)}"`, 'duration', 11, 'duration', 'x'.repeat(40)],
  [`a within "${'900y,'.repeat(10)}1y"`, 'duration', 10, '1000 years', '900y,'.repeat(8)],
  [`a = 1 ${'b'.repeat(50)}`, 'syntax', 7, 'AND', 'b'.repeat(40)],
  ['a lıke "x"', 'syntax', 3, 'comparison', 'lıke'],
  ['éand = 1 ánd b = 2', 'syntax', 10, 'AND', 'ánd'],
] as const) {
  test(`${JSON.stringify(text.slice(0, 40))} is refused at character ${position}`, () => {
    const fault = faultOf(text)
    assert.deepEqual([fault.code, fault.position, fault.found], [code, position, found])
    assert.ok(fault.en.includes(expected) && fault.expected.en.includes(expected), fault.en)
    assert.match(fault.zh, /应为/)
  })
}

for (const [text, zh, en] of [
  ['a between 1', 'AND', 'AND'],
  ['a is 1', 'NOT或EMPTY，而不是“1”', 'NOT or EMPTY, found “1”'],
  ['a in (1', '逗号或)', 'a comma or )'],
  ['(a = 1', 'AND、OR或)', 'AND, OR or )'],
  ['a like', '引号中的文本', 'quoted text'],
  ['a = 1 order by a desc asc', '逗号或查询结束，而不是“asc”', 'a comma or the end of the query, found “asc”'],
  [
    'a = ',
    '引号中的文本、数值、TRUE、FALSE、NULL或函数（today()、me()、my_department()、my_company()、my_companies()）',
    'quoted text, a number, TRUE, FALSE, NULL or a function (today(), me(), my_department(), my_company(), my_companies())',
  ],
] as const)
  test(`what is expected after “${text}” is listed in both languages`, () => {
    const fault = faultOf(text)
    assert.deepEqual([fault.zh, fault.en], [`此处应为${zh}`, `expected ${en}`])
  })

const many = (count: number, text: string, joint: string) => Array.from({ length: count }, () => text).join(joint)

for (const [name, text, code] of [
  ['100,000 characters', `a = ${' '.repeat(99_995)}1`, undefined],
  ['100,001 characters', `a = ${' '.repeat(99_996)}1`, 'too_long'],
  ['50 levels', `${'('.repeat(50)}a = 1${')'.repeat(50)}`, undefined],
  ['51 levels', `${'('.repeat(51)}a = 1${')'.repeat(51)}`, 'too_deep'],
  ['51 NOTs', `${'not '.repeat(51)}a = 1`, 'too_deep'],
  ['50 levels one after the other', many(60, '((a = 1))', ' and '), undefined],
  ['1000 values', `a in (${many(1000, '1', ',')})`, undefined],
  ['1001 values', `a in (${many(1001, '1', ',')})`, 'too_many_values'],
  ['500 conditions', many(500, 'a = 1', ' or '), undefined],
  ['501 conditions', many(501, 'a = 1', ' or '), 'too_many_predicates'],
  ['20 sort fields', `order by ${many(20, 'a', ',')}`, undefined],
  ['21 sort fields', `order by ${many(21, 'a', ',')}`, 'too_many_orders'],
] as const) {
  test(`${name}: ${code ?? 'accepted'}`, () => {
    if (code) assert.equal(faultOf(text).code, code)
    else assert.ok(parseIql(text))
  })
}

test('a text that is too long is marked at the first character beyond the limit', () => {
  assert.equal(faultOf(`a = ${' '.repeat(100_000)}1`).position, 100_001)
})

test('a text of only brackets is refused at once', () => {
  const start = performance.now()
  for (const text of ['('.repeat(20_000), 'not '.repeat(5000), `${'(not '.repeat(4000)}`, '"'.repeat(19_999), `"${'\\'.repeat(19_998)}`]) {
    assert.throws(() => parseIql(text), IqlError)
  }
  assert.ok(performance.now() - start < 20_000)
})

test('AND binds tighter than OR', () => {
  const shape = (condition?: Condition): unknown =>
    condition && (condition.kind === 'and' || condition.kind === 'or') ? [condition.kind, ...condition.of.map(shape)] : condition?.kind
  assert.deepEqual(shape(where('a=1 or b=1 and c=1 or d=1')), ['or', 'compare', ['and', 'compare', 'compare'], 'compare'])
})

function faultOf(text: string): IqlError {
  try {
    parseIql(text)
  } catch (fault) {
    if (fault instanceof IqlError) return fault
    throw fault
  }
  assert.fail(`${text} was read`)
}
