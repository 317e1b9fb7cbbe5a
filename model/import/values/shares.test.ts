import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Field } from '../../kit/fields.ts'
import { readValue } from './read-value.ts'
import { withShares } from './shares.ts'

for (const [names, shares] of [
  [
    ['张三：60', '李四：40'],
    ['60', '40'],
  ],
  [
    ['张三：60', '李四：39'],
    [undefined, undefined],
  ],
  [
    ['张三：60', '李四：39.9'],
    [undefined, undefined],
  ],
  [
    ['张三：33.33', '李四：33.33', '王五：33.34'],
    ['33.33', '33.33', '33.34'],
  ],
  [
    ['张三：60', '李四'],
    [undefined, undefined],
  ],
  [
    ['张三 60%', '李四'],
    ['60', undefined],
  ],
  [
    ['张三(60)', '李四（40）'],
    ['60', '40'],
  ],
  [
    ['张三(60)', '李四（30）'],
    [undefined, undefined],
  ],
  [
    ['张三[ 12.5 % ]', '李四【87.50％】'],
    ['12.5', '87.50'],
  ],
  [
    ['张三：33.3%', '李四:66.7'],
    ['33.3', '66.7'],
  ],
  [
    ['张三33.5 %', '李四 5％'],
    ['33.5', '5'],
  ],
  [
    ['张三 100%', '李四'],
    ['100', undefined],
  ],
  [
    ['张三 60', '李四 40'],
    [undefined, undefined],
  ],
  [
    ['张三(甲)', '李四(1234)'],
    [undefined, undefined],
  ],
] as const)
  test(`of ${names.join(', ')} the shares are ${shares.map((one) => one ?? 'none').join(', ')}`, () => {
    const read = withShares(names)
    assert.deepEqual(read.map(({ share }) => share), shares) // oxfmt-ignore
    assert.deepEqual(read.map(({ name, share }) => (share === undefined ? '' : name)), shares.map((share, at) => (share === undefined ? '' : names[at]?.slice(0, 2)))) // oxfmt-ignore
  })

const PART: Field = { type: 'option', zh: '承担比例', en: 'Part borne', options: { '50': ['一半', 'Half'], '100': ['全部', 'Whole'] } }
for (const [cell, code] of [
  ['50%', '50'],
  ['100 ％', '100'],
  ['0.5', '50'],
  ['Whole', '100'],
  ['1000%', undefined],
  ['5%', undefined],
] as const)
  test(`${cell} is ${code ?? 'none'} of the percentages 50 and 100`, () => {
    const read = readValue(PART, cell)
    assert.equal(read && 'value' in read ? read.value : undefined, code)
  })
