import type { Between } from './people.ts'
import { yearIn, ZONE } from '../../kit/days/clock.ts'
import type { Words } from '../../kit/fields.ts'
import { type Cell, textOf } from './cell.ts'

/** The order of a date with three small numbers; `unknown` until a user decides. */
export type DayOrder = 'mdy' | 'dmy' | 'ymd' | 'unknown'
export type Reading = { order?: DayOrder; date1904?: boolean; between?: Between }
export type ReadDay = { day: string } | { fault: Words } | undefined

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

const KOREAN: Readonly<Record<string, string>> = { 년: '年', 월: '月', 일: '日' }

/** Parses the date of a cell, in any known export format; undefined when the cell is empty. */
export function readDay(cell: Cell, { order = 'mdy', date1904 = false }: Reading = {}): ReadDay {
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
  return readText(bracketed ?? text, order) ?? { fault: [`“${text.slice(0, 40)}”不是日期`, `“${text.slice(0, 40)}” is not a date`] }
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

function readText(text: string, order: DayOrder): ReadDay {
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
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text)
  if (dotted) return checked(Number(dotted[3]), Number(dotted[2]), Number(dotted[1]), text)
  const [, first = '', mark, second = '', third = ''] = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{2}|\d{4})\.?(?:\s.*)?$/.exec(text) ?? []
  if (first && third.length === 2) return readTwoDigits([first, second, third], mark === '.' && order === 'mdy' ? 'unknown' : order, text)
  if (first) return readSmall([Number(first), Number(second)], yearOf(third), order, text)
  return readNamed(text)
}

type Three = readonly [first: string, second: string, third: string]

/** The year has two digits: `24/03/05` is of March 2024 in Asia, of March 2005 elsewhere. */
function readTwoDigits(parts: Three, order: DayOrder, text: string): ReadDay {
  const [first, second, third] = parts
  if (order === 'ymd') return checked(yearOf(first), Number(second), Number(third), text)
  const possible = ordersIn(parts, text.includes('.'))
  if (order === 'unknown' || !possible.has(order)) {
    const days = [...possible].flatMap((one) => dayOf(parts, one) ?? [])
    if (new Set(days).size > 1) return eitherDay(days, text)
    if (days[0]) return { day: days[0] }
  }
  return readSmall([Number(first), Number(second)], yearOf(third), order, text)
}

function dayOf(parts: Three, order: Exclude<DayOrder, 'unknown'>): string | undefined {
  const [first, second, third] = parts
  const [year, month, day] = { mdy: [third, first, second], dmy: [third, second, first], ymd: [first, second, third] }[order]
  const read = checked(yearOf(year ?? ''), Number(month), Number(day), '')
  return read && 'day' in read ? read.day : undefined
}

/** A two-digit year up to next year, or of the second half of the last century. */
const isYear = (text: string) => text.length === 4 || Number(text) <= (yearIn(ZONE) + 1) % 100 || Number(text) >= 50

/** The orders in which the three numbers are a date of the time of which files tell. */
function ordersIn([first, second, third]: Three, isDotted: boolean): Set<Exclude<DayOrder, 'unknown'>> {
  const [isMonth, isDay] = [(text: string) => Number(text) >= 1 && Number(text) <= 12, (text: string) => Number(text) >= 1 && Number(text) <= 31]
  return new Set([
    ...(!isDotted && isMonth(first) && isDay(second) && isYear(third) ? (['mdy'] as const) : []),
    ...(isDay(first) && isMonth(second) && isYear(third) ? (['dmy'] as const) : []),
    ...(third.length === 2 && first.length === 2 && isYear(first) && isMonth(second) && isDay(third) ? (['ymd'] as const) : []),
  ])
}

function readSmall([first, second]: [number, number], year: number, order: DayOrder, text: string): ReadDay {
  if (order === 'unknown' && first <= 12 && second <= 12 && first !== second)
    return eitherDay([iso(year, first, second), iso(year, second, first)], text)
  const dayFirst = first > 12 || (order === 'dmy' && second <= 12)
  return dayFirst ? checked(year, second, first, text) : checked(year, first, second, text)
}

/** A date on which a right may depend is never guessed. */
function eitherDay(days: readonly string[], text: string): ReadDay {
  return {
    fault: [
      `“${text}”可能是 ${days.join('，也可能是 ')}：请选择日期写法（先写的是年、月还是日）`,
      `“${text}” can be ${days.join(' or ')}: choose the date format (year, month or day first)`,
    ],
  }
}

const iso = (year: number, month: number, day: number) => `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`

/** "12-Aug-2004", "August 12, 2004". */
function readNamed(text: string): ReadDay {
  const yearFirst = /^(\d{4})[\s/-]+([A-Za-z]{3,9})\.?[\s/-]+(\d{1,2})$/.exec(text)
  const dayFirst = /^(\d{1,2})(?:st|nd|rd|th)?[\s/-]+([A-Za-z]{3,9})\.?,?[\s/-]+(\d{2}|\d{4})$/.exec(text)
  const monthFirst = /^([A-Za-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/.exec(text)
  if (yearFirst) return checked(Number(yearFirst[1]), monthNamed(yearFirst[2]), Number(yearFirst[3]), text)
  const [day, name, year] = dayFirst ? [dayFirst[1], dayFirst[2], dayFirst[3]] : monthFirst ? [monthFirst[2], monthFirst[1], monthFirst[3]] : []
  const month = monthNamed(name)
  return month > 0 ? checked(yearOf(year ?? ''), month, Number(day), text) : undefined
}

const monthNamed = (name = '') => MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1

/** Two digits are a year up to next year, or one of the preceding century. */
function yearOf(text: string) {
  if (text.length === 4) return Number(text)
  const next = (yearIn(ZONE) + 1) % 100
  return Number(text) <= next ? 2000 + Number(text) : 1900 + Number(text)
}

function checked(year: number, month: number, day: number, text: string): ReadDay {
  try {
    const date = Temporal.PlainDate.from({ year, month, day }, { overflow: 'reject' })
    if (date.year < 1800 || date.year > 2200) return notDate(text || date.toString())
    return { day: date.toString() }
  } catch {
    return { fault: [`没有“${text}”这一天`, `“${text}” is not a calendar date`] }
  }
}

/** The order that every date of a column allows. A column that allows several or none is unknown; undefined without such dates. */
export function dayOrderOf(cells: readonly Cell[]): DayOrder | undefined {
  let possible: ReadonlySet<DayOrder> | undefined
  for (const cell of cells) {
    const text = textOf(cell).normalize('NFKC')
    const [, first = '', mark, second = '', third = ''] = /^'?(\d{1,2})([-/.])(\d{1,2})\2(\d{2}|\d{4})(?!\d)/.exec(text) ?? []
    if (!first || (mark === '.' && third.length === 4)) continue // with dots and a whole year, the day comes first
    const here = ordersIn([first, second, third], mark === '.')
    if (here.size > 0) possible = possible ? new Set([...possible].filter((one) => here.has(one as 'mdy'))) : here // a set of the other type
  }
  if (!possible) return undefined
  return possible.size === 1 ? [...possible][0] : 'unknown'
}
