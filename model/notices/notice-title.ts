import type { FactReading } from './reading.ts'
import type { NoticeForm } from './notice-forms.ts'
import type { ReadLine } from './lines.ts'

const compact = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/[\s:：。．.]/g, '')
    .toUpperCase()

const CHINESE_NUMBERS = '一二三四五六七八九十'
const LATER_ACTION = /第([一二三四五六七八九十]|[1-9])次审查意见通知书/
// A recognised title may have one wrong character in ten.
const MAX_WRONG = 0.1
// Titles are at the top; later text cites other notices.
const MAX_LINES = 60

/** The kind of the notice and its round, by its title or its printed form. */
export function readTitle({ titles, forms = [] }: NoticeForm, lines: readonly ReadLine[]): { type: FactReading[]; round: FactReading[] } {
  const [type, round]: [FactReading[], FactReading[]] = [[], []]
  const known = titles.flatMap(([code, ...names]) => names.map((name) => ({ code, name: compact(name) })))
  for (const line of lines.slice(0, MAX_LINES)) {
    const place = { page: line.page, ...(line.box && { box: line.box }), quote: line.text.trim().slice(0, 200) }
    const add = (value: string, confidence: number) => type.push({ ...place, value, confidence: confidence * (line.confidence ?? 1) })
    for (const [pattern, code] of forms) if (pattern.test(line.text)) add(code, 0.97)
    const text = compact(line.text)
    const later = LATER_ACTION.exec(text)
    if (later) {
      const number = Number(later[1]) || CHINESE_NUMBERS.indexOf(later[1] ?? '') + 1
      add(number === 1 ? 'CN14' : 'CN15', weightOf(text, later[0].length))
      round.push({ ...place, value: String(number), confidence: 0.95 * (line.confidence ?? 1) })
      continue
    }
    const named = known.filter(({ name }) => text.includes(name)).toSorted((a, b) => b.name.length - a.name.length)[0]
    if (named) add(named.code, weightOf(text, named.name.length))
    else if (line.confidence !== undefined) for (const near of nearTo(text, known)) add(near.code, near.confidence)
  }
  const sorted = (readings: FactReading[]) => readings.toSorted((a, b) => b.confidence - a.confidence)
  return { type: sorted(type), round: sorted(round) }
}

/** A title is alone on its line or after its label; within a sentence it is only mentioned. */
const weightOf = (line: string, title: number) => (line.length <= title + 2 ? 0.98 : line.length <= title * 1.6 + 6 ? 0.92 : 0.5)

function nearTo(text: string, known: readonly { code: string; name: string }[]) {
  return known.flatMap(({ code, name }) => {
    if (name.length < 6 || Math.abs(text.length - name.length) > 2) return []
    const wrong = distance(text, name) / name.length
    return wrong <= MAX_WRONG ? [{ code, confidence: 0.9 - wrong }] : []
  })
}

/** The number of characters to insert, delete or replace. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [i, sign] of [...one].entries()) {
    const next = [i + 1]
    for (const [j, wanted] of [...other].entries())
      next.push(Math.min((next[j] ?? 0) + 1, (row[j + 1] ?? 0) + 1, (row[j] ?? 0) + (sign === wanted ? 0 : 1)))
    row = next
  }
  return row[other.length] ?? 0
}
