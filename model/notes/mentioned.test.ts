import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mentionedIn } from './mentioned.ts'

const [short, long, other, namesake] = [
  { sid: '1', name: '张三' },
  { sid: '2', name: '张三丰' },
  { sid: '3', name: 'Li Second' },
  { sid: '4', name: '张三' },
]

for (const [text, chosen, mentioned] of [
  ['请 @张三 核对', [short], ['1']],
  ['请 @张三丰 核对', [short, long], ['2']],
  ['请 @张三 和 @张三丰 核对', [short, long], ['1', '2']],
  ['请 @张三、@张三 核对', [short, namesake], ['1', '4']],
  ['Please check @Li Second', [short, other], ['3']],
  ['张三', [short], []],
] as const)
  test(`“${text}” mentions ${mentioned.length} of ${chosen.length} chosen people`, () => {
    assert.deepEqual(mentionedIn(text, chosen).map(({ sid }) => sid), mentioned) // oxfmt-ignore
  })
