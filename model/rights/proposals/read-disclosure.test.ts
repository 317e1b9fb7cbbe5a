import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TextPage } from '../../documents/text.ts'
import { readDisclosure } from './read-disclosure.ts'

const page = (...lines: string[]): TextPage => ({ text: lines.join('\n'), lines: lines.map((text) => ({ text })) })
const set = (...lines: string[]): TextPage => ({ text: lines.join('\n'), lines: lines.map((text) => ({ text, box: [0.1, 0.1, 0.8, 0.02] as const })) }) // oxfmt-ignore
const read = (...pages: TextPage[]) => Object.fromEntries(readDisclosure({ pages }).map(({ field, value }) => [field, value]))

const FORMS: readonly (readonly [string, readonly TextPage[], Readonly<Record<string, string>>])[] = [
  [
    'a Chinese form with numbered headings',
    [
      page(
        '技术交底书',
        '发明名称：一种虚构的折叠锁',
        '发明人：张虚构',
        '一、背景技术',
        '现在的锁不能自检。',
        '二、现有技术的缺点',
        '容易失效。',
        '三、本发明的技术方案（详细描述）',
        '在锁舌上装传感器。',
        '传感器每分钟自检。',
        '四、有益效果',
        '失效时报警。',
        '五、附图说明',
        '图1为结构图。',
      ),
    ],
    {
      title: '一种虚构的折叠锁',
      background: '现在的锁不能自检。',
      problem: '容易失效。',
      solution: '在锁舌上装传感器。\n传感器每分钟自检。',
      effect: '失效时报警。',
    },
  ],
  [
    'a table whose cells are lines',
    [
      page(
        '提案名称',
        '虚构电池的散热方法',
        '提案人',
        '李虚构',
        '要解决的技术问题',
        '电池过热',
        '创新点/保护点',
        '1. 双层散热片',
        '替代方案',
        '液冷',
      ),
    ],
    { title: '虚构电池的散热方法', problem: '电池过热', key_points: '1. 双层散热片', alternatives: '液冷' },
  ],
  [
    'an English form',
    [
      page(
        'Invention Disclosure Form',
        'Title of the invention: Fictional lock',
        '1. Background',
        'Locks fail silently.',
        '2. Problem to be solved',
        'Nobody notices.',
        '3. Detailed description of the invention',
        'A sensor tests the bolt.',
        '4. Advantages',
        'Alarm.',
        '5. Claims',
        'A lock.',
      ),
    ],
    {
      title: 'Fictional lock',
      background: 'Locks fail silently.',
      problem: 'Nobody notices.',
      solution: 'A sensor tests the bolt.',
      effect: 'Alarm.',
    },
  ],
  [
    'slides: a section ends with its slide',
    [page('虚构冷却系统', '2026'), page('技术问题', '过热'), page('实验数据', '表一'), page('技术方案', '水循环')],
    { title: '虚构冷却系统', problem: '过热', solution: '水循环' },
  ],
  [
    'a set page: lines of a paragraph are joined, and repeated heads and page numbers are left out',
    [
      set('虚构公司 机密', '技术方案', '锁舌上装有', '传感器。', '1'),
      set('虚构公司 机密', '第二段。', '2'),
      set('虚构公司 机密', '有益效果', '报警', '3'),
    ],
    { solution: '锁舌上装有传感器。\n第二段。', effect: '报警' },
  ],
  ['an unfilled template says nothing', [page('技术方案', '（请详细描述技术方案）', '有益效果')], {}],
  ['words of a sentence are no heading', [page('技术方案如图所示，并且有很多优点。', '有益效果很多。')], {}],
]
for (const [name, pages, expected] of FORMS) test(name, () => assert.deepEqual(read(...pages), expected))

test('each value says its page, heading and lines, and a long one is cut', () => {
  const [title, solution] = readDisclosure({ pages: [page('发明名称', '虚构锁'), page('三、技术方案', '甲'.repeat(6000), '乙')] })
  assert.deepEqual([title?.page, title?.first_line, title?.last_line, title?.heading], [1, 1, 2, '发明名称'])
  assert.deepEqual([solution?.page, solution?.first_line, solution?.last_line, solution?.cut, solution?.value.length], [2, 1, 3, true, 5000])
})
