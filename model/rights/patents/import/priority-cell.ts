import type { Words } from '../../../kit/fields.ts'
import { recognise } from '../../../cases/numbers/recognise.ts'
import { isSeriesIn } from '../../../cases/numbers/us.ts'
import { relationIn } from '../../../cases/relations/relation-words.ts'
import { listOf } from '../../../import/values/cell.ts'
import { readDay } from '../../../import/values/days.ts'
import { officeNamed } from '../../../import/values/office-names.ts'

/** `no`, `country` and `date` are empty where the file does not state them. */
export type Claim = { country: string; no: string; date: string; kind: string; relation?: string }

/** The claims of a cell that holds them all, the countries that stand alone in it, and the texts of it that are neither. */
export function claimsIn(text: string): { claims: Claim[]; countries: string[]; unread: string[] } {
  const whole = listOf(text.replace(/^\[|\]$/g, '').replace(BETWEEN, ';')).flatMap(single)
  const [countries, parts] = [whole.filter(isCountry), whole.filter((part) => !isCountry(part))]
  const read = parts.map((part) => ({ part, claim: readClaim(part) }))
  const dated = read.flatMap(({ claim }) => (claim && claim.date !== '' && claim.no !== '' ? claim : []))
  const again = read.filter(({ claim, part }) => !claim?.date && !claim?.kind && dated.some((one) => isSameNumber(part, one))).map(({ part }) => part)
  const kept = read.filter(({ part }) => !again.includes(part))
  return {
    claims: kept.flatMap(({ claim }) => (claim ? withKind(claim, again) : [])),
    countries,
    unread: kept.flatMap(({ part, claim }) => (claim ? [] : part)),
  }
}

const isCountry = (part: string) => /^[A-Z]{2}$/.test(part)

/**
 * Commas between claims: numbers contain commas, too (`60/574,510 25.05.2004 US, PA 2004 00983 24.06.2004 DK`). PATENTSCOPE leaves
 * two blanks for a day that it does not know.
 */
const BETWEEN =
  /(?<=(?:T[\d:.]+Z?|\d{1,2}\.\d{1,2}\.\d{4}|\S ) [A-Z]{2}),\s+|(?<=\S\s\s),\s+|,\s+(?=\S+\s+(?:\d{4}-\d{2}-\d{2}T|\d{1,2}\.\d{1,2}\.\d{4})|[A-Z]{2} \d{8} \S)/g

/** `US63/123,456(2023.03.06)、US63/200,001(2023.04.01)`: every piece has its own day. */
function single(part: string): string[] {
  const pieces = part.split(/\s*[、，]\s*/)
  return pieces.length > 1 && pieces.every((piece) => DAY.test(piece)) ? pieces : [part]
}

function readClaim(part: string): Claim | undefined {
  const related = relationIn(part)
  const claim = claimOf(related?.rest ?? part) ?? undated(related?.rest ?? part)
  return claim && { ...claim, ...(related && { relation: related.words }) }
}

const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?'
const DAY = new RegExp(
  [
    /\b\d{4}([-./])\d{1,2}\1\d{1,2}(?:T[\d:.]+Z?)?/,
    /(?:令和|平成|昭和|民[国國])\s*(?:\d{1,3}|元)\s*年\s*\d{1,2}\s*月\s*\d{1,2}\s*日/,
    /\d{4}\s*[年년]\s*\d{1,2}\s*[月월]\s*\d{1,2}\s*[日일]/,
    new RegExp(`\\b\\d{1,2}[- ]${MONTH}[- ,]+(?:\\d{4}|\\d{2})\\b|\\b${MONTH} \\d{1,2}, \\d{4}\\b`),
    /\b\d{1,2}\.\d{1,2}\.\d{4}\b/,
    /(?<=\s)\d{8}$/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'i',
)
/** Only of a text without another day: application numbers of Finland, Norway and Ireland begin with their year. */
const DAY_BEFORE_NUMBER = /(?<=^[A-Z]{2} )(?:19|20)\d{6}(?= \S*\d{3}\S*$)/

/**
 * `US 42146903 A 20030422`, `US 2011 0040981 W 20110617`, `205395 2010-04-28T23:59:59.000Z IL`, `CN201610021042.8 2016-01-13`,
 * `2016-01-13 CN 201610021042.8`, `US 20100622 12/820,600`.
 */
export function claimOf(text: string): Claim | undefined {
  const [stamp = ''] = DAY.exec(text) ?? DAY_BEFORE_NUMBER.exec(text) ?? []
  const day = stamp && readDay(stamp)
  if (!day || 'fault' in day) return undefined
  const rest = text
    .replace(stamp, ' ')
    .replace(/(?<=\d[\d/]*),(?=\d{3}\b)/g, '') // a serial number is one word: `US 63/345,678 P`
    .replace(/[,，|()（）[\]]/g, ' ')
    .trim()
    .replace(/\s+/g, ' ')
  if (rest === '') return { country: '', no: '', kind: '', date: day.day } // a day alone is a priority to be completed
  const lens = /^([A-Z]{2}) (\d{4} \d{6,7}|\S+) ([A-Z]\d?)$/.exec(rest)
  if (lens) return { country: lens[1] ?? '', no: lens[2]?.replace(' ', '') ?? '', kind: lens[3] ?? '', date: day.day }
  const after = /^(\S.*?) ([A-Z]{2})$/.exec(rest)
  const before = /^([A-Z]{2}) ?(\S.*)$/.exec(rest)
  const [country, no] = after ? [after[2], after[1]] : /^PCT/i.test(rest) ? ['WO', rest] : [before?.[1], before?.[2]]
  if (country === 'IB' && /^(\d{7}|\d{10})$/.test(no ?? '')) return { country, no: no ?? '', kind: 'W', date: day.day } // received by the International Bureau
  const office = officeNamed(country ?? '')
  if (office && no) return { country: office, no, kind: '', date: day.day }
  const named = /^(\p{L}{2,}) ?(\d.*)$/u.exec(rest)
  const [by, number] = named && officeNamed(named[1] ?? '') ? [officeNamed(named[1] ?? ''), named[2]] : [officeOf(rest), rest]
  return by && number ? { country: by, no: number, kind: '', date: day.day } : undefined
}

/** The office of a number that names none: the only one that writes so. Without its check digit, a Chinese number may be an Indian one. */
function officeOf(no: string): string | undefined {
  const sound = recognise(no, { kind: 'application' }).filter(({ faults }) => faults.length === 0)
  const [office, ...others] = new Set(sound.map((one) => one.office))
  return others.length === 0 ? office : undefined
}

/** `US 201762467123 P`: a number of its office with the letter that exports write behind it. */
function undated(text: string): Claim | undefined {
  const [, country, no, kind] = /^([A-Z]{2}) (\S*\d{4}\S*) ([A-Z]\d?)$/.exec(text) ?? []
  return country && no && kind && officeNamed(country) ? { country, no, kind, date: '' } : undefined
}

const digitsOf = (text: string) => text.replace(/\D/g, '')

/** PATENTSCOPE writes an application several times: `0303166`, `GB2003003166`, `WO2003GB03166` and `0303166 2003-07-23 GB`. */
function isSameNumber(text: string, claim: Claim): boolean {
  const of = /^WO\d{4}([A-Z]{2})\d/.exec(text)?.[1] ?? /^[A-Z]{2}(?=\d)|(?<=\s)[A-Z]{2}$/.exec(text)?.[0] ?? claim.country
  const end = digitsOf(text).slice(-5)
  if (end.length < 5 || of !== claim.country) return false
  const [no, year] = [digitsOf(claim.no.replace(/[.-][\dX]$/, '')), claim.date.slice(2, 4)]
  return no.endsWith(end) || digitsOf(claim.no).endsWith(end) || (lacksSeries(claim) && no.endsWith(end + year))
}

/** The kind that the other spellings of a number tell: `WO2003GB03166` is international, `US20060788563P` provisional. */
function withKind(claim: Claim, again: readonly string[]): Claim {
  if (claim.kind !== '' || claim.no === '') return claim
  const others = again.filter((text) => isSameNumber(text, claim))
  if (others.some((text) => text.startsWith('WO') && text.includes(claim.country)) || isPctOfAmerica(claim)) return { ...claim, kind: 'W' }
  if (!lacksSeries(claim) || others.length === 0) return claim
  if (others.some((text) => /^(US)?\d+ ?P$/.test(text))) return { ...claim, kind: 'P' }
  return others.some((text) => /^US\d+$/.test(text)) ? { ...claim, kind: 'A' } : claim
}

/**
 * `9923573` of 1999, `2004010355` of 2004: the numbers of international applications, without “PCT/US”. `9812398` of 1998 may also be
 * the serial 98,123 with its year.
 */
function isPctOfAmerica({ country, no, date }: Claim): boolean {
  const year = date.slice(0, 4)
  return (
    country === 'US' &&
    (year < '2004' ? /^\d{7}$/.test(no) && no.startsWith(year.slice(2)) && !no.endsWith(year.slice(2)) : /^\d{10}$/.test(no) && no.startsWith(year))
  )
}

/** `56304506` of 2006: serial and year of an application of the United States, as databases wrote them until 2011. */
export function lacksSeries({ country, no, kind, date }: Claim): boolean {
  const isShaped = country === 'US' && kind === '' && /^\d{6,8}$/.test(no) && date < '2012' && no.endsWith(date.slice(2, 4))
  return isShaped && !(no.length === 8 && isSeriesIn(no.slice(0, 2), Number(date.slice(0, 4))))
}

export const LACKS_SERIES = (no: string): Words => [
  `“${no}”是不带系列号的美国申请号（序号与年份），请补全`,
  `“${no}” is a US application number without its series (serial and year): complete it`,
]
