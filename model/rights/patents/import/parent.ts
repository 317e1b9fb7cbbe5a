import { recognise } from '../../../cases/numbers/recognise.ts'
import { relationIn } from '../../../cases/relations/relation-words.ts'
import type { Words } from '../../../kit/fields.ts'
import { type Cell, isFormulaError } from '../../../import/values/cell.ts'
import { readDay } from '../../../import/values/days.ts'
import { readingOf, type RowSetting } from '../../../import/row.ts'

/** Where the file does not say whether it is a continuation, one in part or a division. */
const PARENT = { zh: '母案', en: 'parent' } as const

type Stated = { no: string; date: Cell; kinds: readonly string[] }
type Own = { country: string; filing_date: string | undefined; isNamed: boolean }

/**
 * The application that a column names as the parent, as a line of earlier applications: it becomes a relation where it is a case of ours,
 * and stays as text with a finding where it is not. A case said to be a division or a continuation without a parent is told as such.
 */
export function readParent({ no, date, kinds }: Stated, own: Own, setting: RowSetting): { said: string[]; notes: Words[] } {
  const relation = kinds.map((words) => relationIn(words)).find((one) => one && one.type !== 'PROVISIONAL')
  if (no === '' || !/\d/.test(no) || isFormulaError(no)) {
    if (!relation || own.isNamed) return { said: [], notes: [] }
    const words: Words = [`${relation.words}：文件没有写明母案申请号`, `${relation.words}: the file names no parent application`]
    return { said: [words[setting.lang === 'en' ? 1 : 0]], notes: [words] }
  }
  const day = readDay(date, readingOf(setting, 'parent_date'))
  // A division has the filing date of its parent; a continuation of the United States has its own.
  const parents = day && 'day' in day ? day.day : own.country === 'US' ? undefined : own.filing_date
  const within = relationIn(no)
  const words = relation?.words ?? within?.words ?? (own.country === 'US' ? PARENT[setting.lang ?? 'zh'] : '分案')
  const said = no.split(/[;；\n]+/).flatMap((one) => {
    const text = (relationIn(one)?.rest ?? one).trim()
    return text === '' ? [] : [[...numberOf(text, own.country, parents), parents, words].filter(Boolean).join(' ')]
  })
  return { said, notes: [] }
}

/** In the print of its office, where it is a number of the case's own; an international one names its office itself. */
function numberOf(text: string, country: string, day: string | undefined): string[] {
  if (/^PCT/i.test(text)) return [text]
  const year = Number(day?.slice(0, 4)) || undefined
  const bare = text.replace(new RegExp(`^${country}[\\s-]*(?=\\d)`), '')
  const [read] = recognise(bare, { office: country, kind: 'application', ...(year && { year }) })
  return [country, (read?.office === country ? read.printed : bare).replace(/\s+/g, '')]
}
