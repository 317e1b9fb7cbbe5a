import type { Between } from './people.ts'
import { yearIn, ZONE } from '../../kit/days/clock.ts'
import type { Words } from '../../kit/fields.ts'
import { type Cell, textOf } from './cell.ts'

/** The order of a date with three small numbers; `unknown` until a user decides. */
export type DayOrder = 'mdy' | 'dmy' | 'ymd' | 'unknown'
/** `ahead`: the day may lie in the future, so that a year of two digits may be one of this century. */
export type Reading = { order?: DayOrder; date1904?: boolean; between?: Between; ahead?: boolean }
/** `isUnclear`: the text is a day, but it does not tell which of several. */
export type ReadDay = { day: string } | { fault: Words; isUnclear?: true } | undefined

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

const KOREAN: Readonly<Record<string, string>> = { 년: '年', 월: '月', 일: '日' }

/** Parses the date of a cell, in any known export format; undefined when the cell is empty. */
export function readDay(cell: Cell, { order = 'mdy', date1904 = false, ahead = false }: Reading = {}): ReadDay {
  if (cell instanceof Date)
    return Number.isNaN(cell.getTime()) ? undefined : checked(cell.getUTCFullYear(), cell.getUTCMonth() + 1, cell.getUTCDate(), '')
  if (typeof cell === 'number') return readNumber(cell, date1904)
  const text = textOf(cell)
    .normalize('NFKC')
    .replace(/^'/, '')
    .replace(/(?<=\d\s*)[년월일]/g, (sign) => KOREAN[sign] ?? sign)
    .replace(/(?<=[年月\d])\s+(?=[年月日])|(?<=[年月])\s+(?=\d)/g, '')
  if (text === '' || /^0+([-/.]0+)*$/.test(text)) return undefined
  const bracketed = /\(([^()]*\d[^()]*)\)/.exec(text)?.[1]
  return readText(bracketed ?? text, order, ahead) ?? { fault: [`“${text.slice(0, 40)}”不是日期`, `“${text.slice(0, 40)}” is not a date`] }
}

/** Excel counts days from 1900, including a nonexistent one; eight digits are a date without its dashes. */
function readNumber(value: number, date1904 = false): ReadDay {
  const whole = Math.trunc(value)
  if (whole >= 18_000_101 && whole <= 22_001_231) return readText(String(whole), 'mdy') ?? notDate(value)
  if (whole < 1 || whole > 110_000) return value === 0 ? undefined : notDate(value)
  return {
    day: Temporal.PlainDate.from(date1904 ? '1904-01-01' : '1899-12-30')
      .add({ days: whole })
      .toString(),
  }
}

const notDate = (value: unknown): ReadDay => ({ fault: [`“${String(value)}”不是日期`, `“${String(value)}” is not a date`] })

/** The year before the first one of each era of Japan and of Taiwan. */
const ERAS: Readonly<Record<string, number>> = {
  令和: 2018,
  R: 2018,
  平成: 1988,
  H: 1988,
  昭和: 1925,
  S: 1925,
  民国: 1911,
  民國: 1911,
  中華民國: 1911,
  中华民国: 1911,
}
const ERA_DAY = /^(令和|平成|昭和|[RHS](?=\d{1,2}[./-])|民[国國]|中[华華]民[国國])\s*(\d{1,3}|元)[年./-](\d{1,2})[月./-](\d{1,2})日?$/i

function readText(text: string, order: DayOrder, ahead = false): ReadDay {
  const iso = /^(\d{4})(?:[-/.年]\s*)(\d{1,2})(?:[-/.月]\s*)(\d{1,2})日?\.?(?:[T\s].*)?$/.exec(text)
  if (iso) return checked(Number(iso[1]), Number(iso[2]), Number(iso[3]), text)
  const [, era = '', year = '', month, day] = ERA_DAY.exec(text) ?? []
  if (era) return checked((ERAS[era.toUpperCase()] ?? 0) + (year === '元' ? 1 : Number(year)), Number(month), Number(day), text)
  const republic = /^(1\d{2})[年./-](\d{1,2})[月./-](\d{1,2})日?$/.exec(text) // no other calendar has a year of three digits
  if (republic) return checked(1911 + Number(republic[1]), Number(republic[2]), Number(republic[3]), text)
  const packed = /^(\d{4})(\d{2})(\d{2})$/.exec(text)
  if (packed) return checked(Number(packed[1]), Number(packed[2]), Number(packed[3]), text)
  const serial = /^\d{5}(\.\d+)?$/.exec(text)
  if (serial) return readNumber(Number(text))
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})\.?(?:[T\s].*)?$/.exec(text) // the day comes first, whatever the order of other dates
  if (dotted) return checked(Number(dotted[3]), Number(dotted[2]), Number(dotted[1]), text)
  const [, first = '', mark, second = '', third = ''] = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{2}|\d{4})\.?(?:\s.*)?$/.exec(text) ?? []
  if (first && third.length === 2) return readTwoDigits({ parts: [first, second, third], isDotted: mark === '.', ahead }, order, text)
  if (first) return readSmall([Number(first), Number(second)], Number(third), order, text)
  return readNamed(text, ahead)
}

type Order = Exclude<DayOrder, 'unknown'>
type Small = { parts: readonly [first: string, second: string, third: string]; isDotted: boolean; ahead: boolean }

/** The year has two digits: `24/03/05` is of March 2024 in Asia, of March 2005 elsewhere. A stated order is the only one. */
function readTwoDigits(small: Small, order: DayOrder, text: string): ReadDay {
  const possible = daysOf(small, [...ordersIn(small)])
  const days = order === 'unknown' ? possible : daysOf(small, [order])
  if (days.length === 1 && days[0]) return { day: days[0] }
  if (possible.length === 0) return noSuchDay(text)
  return eitherDay(days.length > 0 ? days : possible, text)
}

function daysOf({ parts: [first, second, third], isDotted, ahead }: Small, orders: readonly Order[]): string[] {
  const days = orders.flatMap((order) => {
    if ((order === 'mdy' && isDotted) || (order === 'ymd' && first.length === 1)) return [] // nobody writes so
    const [year, month, day] = ({ mdy: [third, first, second], dmy: [third, second, first], ymd: [first, second, third] } as const)[order]
    return yearsOf(year, ahead).flatMap((one) => dayOf(checked(one, Number(month), Number(day), '')))
  })
  return [...new Set(days)]
}

const dayOf = (read: ReadDay) => (read && 'day' in read ? read.day : [])

/** The orders in which the three numbers are a date. Nobody puts first the year of a day before 1950. */
function ordersIn({ parts: [first, second, third], isDotted, ahead }: Small): Set<Order> {
  const [isMonth, isDay] = [(text: string) => Number(text) >= 1 && Number(text) <= 12, (text: string) => Number(text) >= 1 && Number(text) <= 31]
  const isYear = first.length === 2 && third.length === 2 && (ahead || Number(first) <= nextYear() || Number(first) >= 50)
  return new Set([
    ...(!isDotted && isMonth(first) && isDay(second) ? (['mdy'] as const) : []),
    ...(isDay(first) && isMonth(second) ? (['dmy'] as const) : []),
    ...(isYear && isMonth(second) && isDay(third) ? (['ymd'] as const) : []),
  ])
}

function readSmall([first, second]: [number, number], year: number, order: DayOrder, text: string): ReadDay {
  if ((order === 'unknown' || order === 'ymd') && first <= 12 && second <= 12 && first !== second)
    return eitherDay([iso(year, first, second), iso(year, second, first)], text)
  const dayFirst = first > 12 || (order === 'dmy' && second <= 12)
  return dayFirst ? checked(year, second, first, text) : checked(year, first, second, text)
}

/** A date on which a right may depend is never guessed. */
function eitherDay(days: readonly string[], text: string): ReadDay {
  const differsInCentury = days.length > 1 && new Set(days.map((day) => day.slice(2))).size === 1
  const [zh, en] = differsInCentury
    ? ['请写四位年份', 'write the year with four digits']
    : ['请选择日期写法（先写的是年、月还是日）', 'choose the date format (year, month or day first)']
  return {
    fault: [`“${text}”可能是 ${days.join('，也可能是 ')}：${zh}`, `“${text}” can be ${days.join(' or ')}: ${en}`],
    isUnclear: true,
  }
}

const iso = (year: number, month: number, day: number) => `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`

/** "12-Aug-2004", "August 12, 2004". */
function readNamed(text: string, ahead: boolean): ReadDay {
  const yearFirst = /^(\d{4})[\s/-]+([A-Za-z]{3,9})\.?[\s/-]+(\d{1,2})$/.exec(text)
  const dayFirst = /^(\d{1,2})(?:st|nd|rd|th)?[\s/-]+([A-Za-z]{3,9})\.?,?[\s/-]+(\d{2}|\d{4})$/.exec(text)
  const monthFirst = /^([A-Za-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/.exec(text)
  if (yearFirst) return checked(Number(yearFirst[1]), monthNamed(yearFirst[2]), Number(yearFirst[3]), text)
  const [day, name, year] = dayFirst ? [dayFirst[1], dayFirst[2], dayFirst[3]] : monthFirst ? [monthFirst[2], monthFirst[1], monthFirst[3]] : []
  const month = monthNamed(name)
  if (month === 0) return undefined
  const [read = noSuchDay(text), ...others] = yearsOf(year ?? '', ahead).map((one) => checked(one, month, Number(day), text))
  return others.length > 0 && read && 'day' in read ? eitherDay([read, ...others].flatMap(dayOf), text) : read
}

const monthNamed = (name = '') => MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1

const nextYear = () => (yearIn(ZONE) + 1) % 100

/** Two digits are a year up to next year, or one of the preceding century; of a day that may lie ahead, they may be one of the next 30 years, too. */
function yearsOf(text: string, ahead: boolean): number[] {
  const year = Number(text)
  if (text.length === 4) return [year]
  if (year <= nextYear()) return [2000 + year]
  return ahead && year <= nextYear() + 30 ? [1900 + year, 2000 + year] : [1900 + year]
}

function checked(year: number, month: number, day: number, text: string): ReadDay {
  try {
    const date = Temporal.PlainDate.from({ year, month, day }, { overflow: 'reject' })
    if (date.year < 1800 || date.year > 2200) return notDate(text || date.toString())
    return { day: date.toString() }
  } catch {
    return noSuchDay(text)
  }
}

const noSuchDay = (text: string): ReadDay => ({ fault: [`没有“${text}”这一天`, `“${text}” is not a calendar date`] })

/** The orders that are stated for a whole file: by its user, and by the program from which it comes. */
export type Stated = { user?: DayOrder | undefined; source?: DayOrder | undefined }

/**
 * The order of the dates of a column; undefined without such dates. What whole years say alone is certain. Where years have two digits, the
 * order that the user states counts; the one of the source only if every date allows it.
 */
export function dayOrderOf(cells: readonly Cell[], { user, source }: Stated = {}, ahead = false): DayOrder | undefined {
  let possible: ReadonlySet<DayOrder> | undefined
  const lengths = new Set<number>()
  for (const cell of cells) {
    const text = textOf(cell).normalize('NFKC')
    const [, first = '', mark, second = '', third = ''] = /^'?(\d{1,2})([-/.])(\d{1,2})\2(\d{2}|\d{4})(?!\d)/.exec(text) ?? []
    if (!first || (mark === '.' && third.length === 4)) continue // with dots and a whole year, the day comes first
    const here: Set<DayOrder> = ordersIn({ parts: [first, second, third], isDotted: mark === '.', ahead })
    if (here.size === 0) continue
    lengths.add(third.length)
    if (third.length === 4) here.add('ymd') // says nothing of years of two digits
    possible = possible?.intersection(here) ?? here
  }
  if (!possible) return undefined
  const fits = [...possible].filter((order) => order !== 'ymd' || lengths.has(2))
  const allows = (order: DayOrder) => fits.length === 0 || fits.includes(order)
  if (user && (allows(user) || !lengths.has(4))) return user
  if (user && lengths.has(2)) return 'unknown'
  if (fits.length === 1) return fits[0]
  return source && allows(source) ? source : 'unknown'
}
