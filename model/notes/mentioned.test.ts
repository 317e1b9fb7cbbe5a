import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mentionedAfter, mentionedIn } from './mentioned.ts'

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
  ['请 @张三 核对', [short, namesake], ['4']],
  ['请 @张三 核对', [short, namesake, short], ['1']],
  ['请 @张三、@张三 核对', [short, short], ['1']],
  ['请 @张三丰（未选中）核对', [short], ['1']],
  ['Please check @Li Second', [short, other], ['3']],
  ['张三', [short], []],
] as const)
  test(`“${text}” mentions ${mentioned.length} of ${chosen.length} chosen people`, () => {
    assert.deepEqual(mentionedIn(text, chosen).map(({ sid }) => sid), mentioned) // oxfmt-ignore
  })

test('a note that is changed in another language still mentions whom its text names in the first one', () => {
  const former = { text: '请 @王五 与 @张三 核对', people: [{ sid: '5', name: 'Wang Fifth' }, short] }
  const after = (text: string) => mentionedAfter(text, former.people, former).map(({ sid }) => sid)
  assert.deepEqual(after('请 @王五 与 @张三 尽快核对'), ['5', '1'])
  assert.deepEqual(after('请 @王五 核对'), ['5'])
})
