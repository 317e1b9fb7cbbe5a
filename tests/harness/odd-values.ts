import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import type { Field } from '../../model/kit/fields.ts'

const half = '\ud800'
export const texts = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\0',
    half,
    '\u202e',
    '🏳️‍🌈',
    '𠮷',
    "'",
    '"',
    '\\',
    '%',
    "'; drop table patent; --",
    '../../etc/passwd',
    '<script>',
    '{{7*7}}',
    '${1}',
    '__proto__',
    'constructor',
    'NaN',
    '1e999',
    '-0',
    '2024-02-30',
    '0000-00-00',
    '9999-12-31',
    '+010000-01-01T00:00:00Z',
    '2024-01-01T00:00:00Z',
    'x'.repeat(70_000),
    '电'.repeat(5000),
    '\n\r\t',
    'ORDER BY',
    "title LIKE '\\\\'",
  ),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({ maxLength: 10 }),
)
const STRANGE: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  -1e308,
  2 ** 53,
  2 ** 31,
  2 ** 63,
  [],
  {},
  [[]],
  [null],
  [{}],
  [[[[[]]]]],
  { sid: {} },
  { sid: null },
  { toString: 1, valueOf: 1 },
  [{ toString: 1, valueOf: 1 }],
  { length: 1e9 },
  { then: 1 },
  { toJSON: 1 },
  Array.from({ length: 3000 }, (_, i) => i),
]

/** What a caller might send for any field; `known` are keys of records that are there. */
export function oddValues(known: readonly string[]) {
  const sids = fc.oneof(fc.constantFrom(...known), fc.constant(randomUUID()), fc.constant('00000000-0000-0000-0000-000000000000'))
  const odd: fc.Arbitrary<unknown> = fc.oneof(
    texts,
    sids,
    fc.constantFrom<unknown>(...STRANGE, { name: half, sid: known[0] }, [{ sid: known[0], name: '\0', size: 'x' }], deep(400)),
    fc.array(fc.oneof(texts, sids, fc.integer()), { maxLength: 4 }),
    fc.jsonValue({ maxDepth: 4 }),
  )
  const near = (field: Field) => nearly(field, sids, odd)
  const record = (fields: Record<string, Field>) => {
    const codes = Object.keys(fields).filter((code) => !fields[code]?.computed)
    const asked = codes.filter((code) => fields[code]?.required)
    const either = (code: string) => fc.oneof({ weight: 8, arbitrary: near(fields[code] as Field) }, { weight: 1, arbitrary: odd }) // code is one of its keys
    return fc
      .subarray(codes, { maxLength: Math.min(6, codes.length) })
      .chain((some) => fc.record(Object.fromEntries([...asked, ...some].map((code) => [code, either(code)]))))
  }

  return { texts, sids, odd, near, record }
}

/** Something the field could take, or nearly. */
function nearly(field: Field, sids: fc.Arbitrary<string>, odd: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  switch (field.type) {
    case 'option':
      return fc.constantFrom(...Object.keys(field.options))
    case 'options':
      return fc.array(fc.oneof(texts, fc.constantFrom(...Object.keys(field.options ?? { a: 1 }))), { maxLength: 3 })
    case 'integer':
      return fc.oneof(fc.integer(), fc.constantFrom<unknown>(2147483648, '7', '+7', '1.0', -0))
    case 'decimal':
    case 'money':
      return fc.constantFrom<unknown>('1.00', 1, '1e3', '999999999999999999', '-0', '0.001', '1,000.5', 1e21, 0.1 + 0.2)
    case 'date':
      return fc.constantFrom('2024-02-29', '1799-12-31', '2200-12-31', '2023-02-29', '2024-1-1', '2024-01-01T00:00:00Z')
    case 'datetime':
      return fc.constantFrom(
        '2024-02-29T00:00:00Z',
        '0000-01-01T00:00:00Z',
        '9999-12-31T23:59:59-23:59',
        '2024-01-01T24:00:00Z',
        '2024-01-01T00:00:60Z',
      )
    case 'boolean':
      return fc.constantFrom<unknown>(true, 'true', 1)
    case 'reference':
      return fc.oneof(
        sids,
        sids.map((sid) => ({ sid, name: half })),
      )
    case 'references':
      return fc.array(sids, { maxLength: 4 })
    case 'rows':
      return fc.array(
        fc.record(Object.fromEntries(Object.entries(field.of).map(([code, part]) => [code, fc.oneof(nearly(part, sids, odd), odd)])), {
          requiredKeys: [],
        }),
        { maxLength: 3 },
      )
    case 'attachment':
      return fc.array(fc.record({ sid: sids, name: fc.oneof(texts, odd), size: odd }), { maxLength: 2 })
    case 'json':
      return fc.oneof(odd, fc.constant({ a: '\0' }), fc.constant([half]), fc.constant({ '\0': 1 }))
    default:
      return fc.oneof(texts, fc.stringMatching(/^[A-Z]{2}\d{3,8}$/))
  }
}

export function encodeSafe(text: string) {
  return encodeURIComponent(text.toWellFormed().slice(0, 400))
}

function deep(levels: number): unknown {
  return levels === 0 ? 1 : [deep(levels - 1)]
}
