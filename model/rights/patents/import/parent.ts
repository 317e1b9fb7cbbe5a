import { recognise } from '../../../cases/numbers/recognise.ts'
import { relationIn } from '../../../cases/relations/relation-words.ts'
import type { Words } from '../../../kit/fields.ts'
import { type Cell, isFormulaError } from '../../../import/values/cell.ts'
import { readDay } from '../../../import/values/days.ts'
import { type PriorityRow, readingOf, type RowRead, type RowSetting } from '../../../import/row.ts'

/** Used if the file does not state whether the case is a continuation, a continuation-in-part or a division. */
const PARENT = { zh: '母案', en: 'parent' } as const

/** `isOriginal`: the column has the word of the Korean or Japanese office for the application that was divided or converted. */
type Stated = { no: string; date: Cell; kinds: readonly string[]; isOriginal: boolean }
type Own = { country: string; application_key: string; filing_date: string | undefined }
/** `continues`: the row says that it divides or continues an application: it enters no national phase itself, whichever international number it repeats. */
type ParentRead = Pick<RowRead, 'said' | 'notes' | 'parentless'> & { continues: boolean }

/**
 * The application that a column names as the parent, as a line of earlier applications: it becomes a relation where it is a case of ours,
 * and stays as text with a finding where it is not. The case itself is not its own parent, and an application at another office is
 * only text. A case said to be a division or a continuation without a parent is told as such.
 */
export function readParent(
  { no, date, kinds, isOriginal }: Stated,
  own: Own & { isNamed: boolean; claims: readonly PriorityRow[] },
  setting: RowSetting,
): ParentRead {
  const relation = kinds.map((words) => relationIn(words)).find((one) => one && one.type !== 'PROVISIONAL')
  const day = readDay(date, readingOf(setting, 'parent_date'))
  const stated = day && 'day' in day ? day.day : undefined
  // A division has the filing date of its parent; a continuation of the United States has its own.
  const filed = stated ?? (own.country === 'US' ? undefined : own.filing_date)
  const told = relation ?? relationIn(no)
  // A first filing of which the row claims priority is no parent; in the United States a continuation claims its parent, too.
  const isClaimed = ({ number }: Numbered) => !told && !isOriginal && own.country !== 'US' && own.claims.some((one) => isSame(one, number))
  const named = isFormulaError(no) || !/\d/.test(no) ? [] : numbersIn(no, own, filed).filter((one) => !isClaimed(one))
  if (named.length === 0) {
    if (!relation || own.isNamed) return { said: [], notes: [], continues: relation !== undefined }
    const words: Words = [`${relation.words}：文件没有写明母案申请号`, `${relation.words}: the file names no parent application`]
    const parentless = words[setting.lang === 'en' ? 1 : 0]
    return { said: [parentless], parentless, notes: [words], continues: true }
  }
  const said = named.map(({ number, isForeign }) =>
    [...number, isForeign ? stated : filed, told?.words ?? (isForeign ? undefined : PARENT[setting.lang ?? 'zh'])].filter(Boolean).join(' '),
  )
  const isDivided = isOriginal && named.some((one) => !one.isForeign && !isInternational(one))
  return { said, notes: [], continues: isDivided || (told !== undefined && told.type !== 'PROVISIONAL') }
}

type Numbered = { number: string[]; isForeign: boolean }

const isSame = ({ priority_country, priority_no }: PriorityRow, [office, no = '']: readonly string[]) =>
  priority_country === office && digitsOf(no) !== '' && digitsOf(priority_no ?? '') === digitsOf(no)

const digitsOf = (no: string) => no.replace(/\D/g, '')

/** Where the day of filing goes back to that of the original, also if the row does not say that it is a division. */
const GOES_BACK: Readonly<Record<string, Words>> = {
  KR: ['韩国专利法第52条第2款', 'Korean Patent Act, art. 52(2)'],
  JP: ['日本特许法第44条第2款', 'Japanese Patent Act, art. 44(2)'],
}

type DatedBack = { day: string; words: Words }

/**
 * The filing date of a division whose row has the day of its own submission as the filing date: that of its parent. A parent may also be a
 * first filing of which priority is claimed, so the row has to say that it is a division, or the column, or in Korea and Japan the time between.
 */
export function dividedFrom(stated: Stated, own: Own, setting: RowSetting): DatedBack | undefined {
  const parent = earlierIn(stated, own, setting)
  if (!parent) return undefined
  const { day, filed } = parent
  const isTold = parent.isInternational ? filed > monthsAfter(day, ENTRY_MONTHS) : stated.isOriginal || filed > monthsAfter(day, PRIORITY_MONTHS)
  if (!(parent.type === 'DIV' || (parent.type === undefined && own.country in GOES_BACK && isTold))) return undefined
  const [zh, en] = GOES_BACK[own.country] ?? ['', '']
  return {
    day,
    words: [
      `文件的申请日 ${filed} 按分案的递交日记录，申请日为母案的 ${day}${zh && `（${zh}）`}`,
      `the filing date ${filed} of the file is recorded as the day on which the division was submitted; its filing date is ${day}, that of its parent${en && ` (${en})`}`,
    ],
  }
}

/** The international application that the row of a national phase in Korea or Japan names in the place of a parent: its own day is that of the entry. */
export function enteredFrom(stated: Stated, own: Own, setting: RowSetting): (DatedBack & { pct_no: string }) | undefined {
  const parent = earlierIn(stated, own, setting)
  if (!parent?.isInternational || parent.type !== undefined || !OF_PHASES.test(own.application_key)) return undefined
  const { no, day, filed } = parent
  if (filed > monthsAfter(day, ENTRY_MONTHS)) return undefined // a division of the national phase
  return {
    day,
    pct_no: recognise(no)[0]?.printed ?? no,
    words: [
      `文件的申请日 ${filed} 按进入国家阶段日记录，申请日为国际申请日 ${day}（PCT第11条第3款）`,
      `the filing date ${filed} of the file is recorded as the day of the national entry; its filing date is the international one, ${day} (PCT art. 11(3))`,
    ],
  }
}

/** Japan counts the applications of national phases from 500001, Korea from 7000001, and with them the divisions of these. */
export const OF_PHASES = /^(?:JP20\d{2}5\d{5}|KR[12]020\d{2}7\d{6})$/

/** Of a first filing, priority is claimed within 12 months (Korean Patent Act, art. 55(1); Japanese Patent Act, art. 41(1)): 2 more where it is restored, and one for days on which the office is closed. */
const PRIORITY_MONTHS = 15

/** The entry is within 30 or 31 months of the priority date (PCT art. 22, 39), with the same additions. */
const ENTRY_MONTHS = 34

const monthsAfter = (day: string, months: number) => `${Temporal.PlainDate.from(day).add({ months })}`

/** The application of the same office, or the international one, that the row names with an earlier day than its own. */
function earlierIn({ no, date, kinds }: Stated, own: Own, setting: RowSetting) {
  const read = readDay(date, readingOf(setting, 'parent_date'))
  const day = read && 'day' in read ? read.day : undefined
  const filed = own.filing_date
  if (!day || !filed || day >= filed || own.country === 'US' || isFormulaError(no)) return undefined
  const [parent] = numbersIn(no, own, day)
  if (!parent || parent.isForeign) return undefined
  const type = [...kinds, no].map((words) => relationIn(words)?.type).find((one) => one !== undefined)
  return { no: parent.number.join(' '), day, filed, type, isInternational: isInternational(parent) }
}

const isInternational = ({ number }: Numbered) => /^PCT/i.test(number[0] ?? '')

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
