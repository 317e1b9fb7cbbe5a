import { recognise } from '../../../cases/numbers/recognise.ts'
import { relationIn } from '../../../cases/relations/relation-words.ts'
import type { Words } from '../../../kit/fields.ts'
import { type Cell, isFormulaError } from '../../../import/values/cell.ts'
import { readDay } from '../../../import/values/days.ts'
import { readingOf, type RowRead, type RowSetting } from '../../../import/row.ts'

/** Used if the file does not state whether the case is a continuation, a continuation-in-part or a division. */
const PARENT = { zh: '母案', en: 'parent' } as const

type Stated = { no: string; date: Cell; kinds: readonly string[] }
type Own = { country: string; application_key: string; filing_date: string | undefined }
/** `continues`: the row says that it divides or continues an application: it enters no national phase itself, whichever international number it repeats. */
type ParentRead = Pick<RowRead, 'said' | 'notes' | 'parentless'> & { continues: boolean }

/**
 * The application that a column names as the parent, as a line of earlier applications: it becomes a relation where it is a case of ours,
 * and stays as text with a finding where it is not. The case itself is not its own parent, and an application at another office is
 * only text. A case said to be a division or a continuation without a parent is told as such.
 */
export function readParent({ no, date, kinds }: Stated, own: Own & { isNamed: boolean }, setting: RowSetting): ParentRead {
  const relation = kinds.map((words) => relationIn(words)).find((one) => one && one.type !== 'PROVISIONAL')
  const day = readDay(date, readingOf(setting, 'parent_date'))
  const stated = day && 'day' in day ? day.day : undefined
  // A division has the filing date of its parent; a continuation of the United States has its own.
  const filed = stated ?? (own.country === 'US' ? undefined : own.filing_date)
  const named = isFormulaError(no) || !/\d/.test(no) ? [] : numbersIn(no, own, filed)
  if (named.length === 0) {
    if (!relation || own.isNamed) return { said: [], notes: [], continues: relation !== undefined }
    const words: Words = [`${relation.words}：文件没有写明母案申请号`, `${relation.words}: the file names no parent application`]
    const parentless = words[setting.lang === 'en' ? 1 : 0]
    return { said: [parentless], parentless, notes: [words], continues: true }
  }
  const told = relation ?? relationIn(no)
  const said = named.map(({ number, isForeign }) =>
    [...number, isForeign ? stated : filed, told?.words ?? (isForeign ? undefined : PARENT[setting.lang ?? 'zh'])].filter(Boolean).join(' '),
  )
  return { said, notes: [], continues: told !== undefined && told.type !== 'PROVISIONAL' }
}

type Numbered = { number: string[]; isForeign: boolean }

/** Where the list of the office itself names an original application, the day of filing goes back to that of the original. */
const GOES_BACK: Readonly<Record<string, Words>> = {
  KR: ['韩国专利法第52条第2款', 'Korean Patent Act, art. 52(2)'],
  JP: ['日本特许法第44条第2款', 'Japanese Patent Act, art. 44(2)'],
}

/**
 * The filing date of a division whose row has the day of its own submission as the filing date: that of its parent. Elsewhere than in Korea
 * and Japan a parent may also be a first filing of which priority is claimed, so the row has to say that it is a division.
 */
export function dividedFrom({ no, date, kinds }: Stated, own: Own, setting: RowSetting): { day: string; words: Words } | undefined {
  const read = readDay(date, readingOf(setting, 'parent_date'))
  const day = read && 'day' in read ? read.day : undefined
  const type = [...kinds, no].map((words) => relationIn(words)?.type).find((one) => one !== undefined)
  const isDivided = type === 'DIV' || (type === undefined && own.country in GOES_BACK)
  if (!day || !own.filing_date || day >= own.filing_date || own.country === 'US' || !isDivided || isFormulaError(no)) return undefined
  const [parent] = numbersIn(no, own, day)
  if (!parent || parent.isForeign) return undefined
  const [zh, en] = GOES_BACK[own.country] ?? ['', '']
  return {
    day,
    words: [
      `文件的申请日 ${own.filing_date} 按分案的递交日记录，申请日为母案的 ${day}${zh && `（${zh}）`}`,
      `the filing date ${own.filing_date} of the file is recorded as the day on which the division was submitted; its filing date is ${day}, that of its parent${en && ` (${en})`}`,
    ],
  }
}

/** The numbers of a cell without that of the case itself, which tables repeat for the first of a family. */
function numbersIn(no: string, { country, application_key }: Own, day: string | undefined): Numbered[] {
  return no.split(/[;；\n]+/).flatMap((one) => {
    const text = (relationIn(one)?.rest ?? one).trim()
    if (text === '') return []
    const office = officeOf(text, country)
    const year = Number(day?.slice(0, 4)) || undefined
    const bare = text.replace(new RegExp(`^${office}[\\s-]*(?=\\d)`), '')
    const [read] = recognise(bare, { office, kind: 'application', ...(year && { year }) })
    if (read && read.normalised === application_key) return []
    if (/^PCT/i.test(text)) return [{ number: [text], isForeign: false }] // an international number names its office itself
    const printed = (read?.office === office ? read.printed : bare).replace(/\s+/g, '').replace(new RegExp(`^${office}(?=\\d)`), '')
    return [{ number: [office, printed], isForeign: office !== country }]
  })
}

/** The office that the number names; Chinese tables write the numbers of China without its letters. */
function officeOf(text: string, country: string): string {
  const office = /^\d{12}\.[\dX]$/i.test(text) && recognise(text, { office: 'CN', kind: 'application' })[0]?.faults.length === 0 ? 'CN' : undefined
  return office ?? (recognise(text, { office: country, kind: 'application' })[0]?.office || country)
}
