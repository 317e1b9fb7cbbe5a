import type { Words } from '../../../kit/fields.ts'
import { doesContinue, relationIn } from '../../../cases/relations/relation-words.ts'
import { recognise } from '../../../cases/numbers/recognise.ts'
import { type Cell, listOf, textOf } from '../../../import/values/cell.ts'
import { type Reading, readDay } from '../../../import/values/days.ts'
import type { PriorityRow } from '../../../import/row.ts'
import { officeNamed } from '../../../import/values/office-names.ts'
import { type Claim, claimOf, claimsIn, LACKS_SERIES, lacksSeries } from './priority-cell.ts'

/** `pct` is the international application of a national phase: exports list it among the priorities. `said`: text that is not readable as a claim. */
export type Priorities = { rows: PriorityRow[]; said: string[]; pct?: { no: string; date: string }; notes: Words[]; faults: Words[] }

type Given = { priorities?: Cell; priority_no?: Cell; priority_date?: Cell; priority_country?: Cell }
type Own = { country: string; application_key: string; filing_date: string | undefined; reading: Reading }

export function readPriorities(given: Given, own: Own): Priorities {
  const result: Priorities = { rows: [], said: [], notes: [], faults: [] }
  const { claims: found, countries } = foundIn(textOf(given.priorities), result)
  const columns = claimsBeside(given, own.reading, result)
  const { stated, beside } = withDays(found, columns, own, result)
  const dated = beside.filter(({ no, date }) => no !== '' || !stated.some((one) => one.date === date))
  const seen = new Set<string>()
  for (const claim of [...stated, ...dated]) {
    if (isOrigin(claim, own)) {
      keepOrigin(claim, result)
      continue
    }
    const key = claim.no === '' ? claim.date : keyOf(claim)
    const isLater = claim.date >= (own.filing_date ?? '9999')
    if (isLater && !isParent(claim, key, own)) {
      if (own.filing_date !== undefined && claim.date > own.filing_date && key !== own.application_key) sayAfter(claim, result)
      continue // else the filing itself, which exports list first
    }
    if (key === own.application_key || seen.has(`${claim.country} ${key}`)) continue
    seen.add(`${claim.country} ${key}`)
    result.rows.push(usable(claim, result))
  }
  const read = new Set([...found, ...beside].map((claim) => (isInternational(claim) ? 'WO' : claim.country)))
  const isUnread = stated.length + beside.length + result.said.length === 0
  if (isUnread) sayCountry([...listOf(textOf(given.priority_country)), ...countries], { ...own, read }, result)
  else if (!read.has('')) sayCountry(countries, { ...own, read }, result) // else it may be that of a claim without one
  return result
}

function foundIn(text: string, { notes, said }: Priorities) {
  const { claims, countries, unread } = claimsIn(text)
  for (const part of unread) {
    notes.push([`优先权“${part.slice(0, 60)}”无法识别`, `the priority “${part.slice(0, 60)}” is not recognised`])
    said.push(part.slice(0, 200))
  }
  return { claims, countries }
}

/** A case comes from one international application; a continuation of several names them all. */
function keepOrigin(claim: Claim, result: Priorities) {
  const no = printedOf(claim)
  result.pct ??= { no, date: claim.date }
  if (result.pct.no === no) return
  result.notes.push([
    `还有一件国际申请“${no.slice(0, 60)}”，按原文保留`,
    `a further international application, “${no.slice(0, 60)}”, is kept as text`,
  ])
  result.said.push([no.slice(0, 60), claim.date].join(' '))
}

/** Another country than the case's own tells that there is a priority, of which number and day are to be completed. */
function sayCountry(countries: readonly string[], { country, read }: Own & { read: ReadonlySet<string> }, { notes, said }: Priorities) {
  const isOther = (office: string | undefined) => office !== undefined && office !== country && !read.has(office)
  const others = [...new Set(countries.filter((one) => isOther(officeNamed(one))))]
  if (others.length === 0) return
  notes.push([
    `优先权只写了国家“${others.join('、')}”，没有号码和日期`,
    `of the priority, only the country “${others.join(', ')}” is stated, neither number nor date`,
  ])
  said.push(...others)
}

/** Exports with a column for the earliest priority date write numbers without their days: the only number has that day. */
function withDays(found: readonly Claim[], beside: readonly Claim[], { application_key, filing_date = '' }: Own, { notes, said }: Priorities) {
  const stated = found.filter(({ date }) => date !== '')
  const others = found.filter((claim) => claim.date === '' && keyOf({ ...claim, date: filing_date }) !== application_key) // exports list the filing itself
  const [open, day] = [others[0], beside[0]]
  if (open && day?.no === '' && stated.length === 0 && others.length === 1 && beside.length === 1)
    return { stated: [{ ...open, date: day.date }], beside: [] }
  for (const { country, no, kind } of others) {
    const text = [country, no, kind].filter((part) => part !== '').join(' ')
    notes.push([`优先权“${text.slice(0, 60)}”缺少日期`, `the priority “${text.slice(0, 60)}” has no date`])
    said.push(text.slice(0, 200))
  }
  return { stated, beside }
}

/** One of the two days is wrong. */
function sayAfter(claim: Claim, { notes, said }: Priorities) {
  const line = [claim.country, printedOf(claim).slice(0, 60), claim.date].filter((part) => part !== '').join(' ')
  notes.push([`优先权“${line}”晚于申请日`, `the priority “${line}” is later than the filing date`])
  said.push(line)
}

/** A division has the filing date of its parent, which is another application of the same office. */
function isParent(claim: Claim, key: string, { country, application_key, filing_date }: Own): boolean {
  if (claim.country !== country || claim.no === '' || claim.date !== filing_date || key === application_key) return false
  const relation = relationIn(claim.relation ?? '')?.type
  return (
    (relation !== undefined && relation !== 'PROVISIONAL') || (application_key !== '' && reading(claim) !== undefined && faultsOf(claim).length === 0)
  )
}

/** A number that the write would refuse is kept as text; the priority of its day is to be completed. */
function usable(claim: Claim, { notes, said }: Priorities): PriorityRow {
  const faults = faultsOf(claim)
  if (faults.length === 0) return rowOf(claim)
  notes.push(...faults)
  const row = rowOf(claim)
  said.push([claim.country, claim.no.slice(0, 60), claim.date].filter((part) => part !== '').join(' '))
  return { ...row, priority_no: null, is_refused: true }
}

function rowOf(claim: Claim): PriorityRow {
  const isProvisional = claim.kind === 'P' || relationIn(claim.relation ?? '')?.type === 'PROVISIONAL'
  const right = isProvisional ? 'PROVISIONAL' : reading(claim)?.right
  return {
    priority_no: claim.no === '' ? null : printedOf(claim).slice(0, 60),
    priority_date: claim.date,
    priority_country: isInternational(claim) ? 'WO' : claim.country || null,
    ...(right && { subtype: right }),
    ...(claim.relation && !isProvisional && { relation: claim.relation }),
  }
}

/** Within a year it is a priority; later the case is its national phase, which has the same filing date or a day of entry, unless it continues it (35 USC 120, 365(c)). */
function isOrigin(claim: Claim, { country, filing_date }: Own): boolean {
  if (!isInternational(claim) || country === 'WO' || doesContinue(claim.relation)) return false
  const yearOn = `${Temporal.PlainDate.from(claim.date).add({ months: 12 })}`
  return !filing_date || claim.date === filing_date || yearOn < filing_date
}

const isInternational = ({ kind, no }: Claim) => kind === 'W' || /^PCT/i.test(no)

/** Number, date and country in separate columns, each perhaps with several values; a date alone is a priority to be completed. */
function claimsBeside({ priority_no, priority_date, priority_country }: Given, reading: Reading, result: Priorities): Claim[] {
  const [numbers, countries] = [listOf(textOf(priority_no)), listOf(textOf(priority_country))]
  const days = datesIn(priority_date, reading, result)
  const countryAt = (at: number) => officeNamed(countries[at] ?? countries[0] ?? '')
  const numbered = numbers.flatMap((said, at) => {
    const related = relationIn(said)
    const [no, named] = [related?.rest ?? said, related && { relation: related.words }]
    const whole = /\d{4}[-./年]\d{1,2}[-./月]\d{1,2}/.test(no) ? claimOf(`${countryAt(at) ?? ''} ${no.replace(/[()（）]/g, ' ')}`.trim()) : undefined
    if (whole) return { ...whole, ...named }
    const date = days[at] ?? (days.length === 1 ? days[0] : undefined)
    const country = countryAt(at) ?? recognise(no)[0]?.office ?? ''
    if (date) return { country, no: country ? no.replace(new RegExp(`^${country}[\\s-]*`), '') : no, kind: '', date, ...named }
    result.notes.push([`优先权“${no.slice(0, 60)}”缺少日期`, `the priority “${no.slice(0, 60)}” has no date`])
    result.said.push(said.slice(0, 200))
    return []
  })
  const bare = days.slice(numbers.length).filter((date) => !numbered.some((one) => one.date === date))
  return [...numbered, ...bare.map((date, at) => ({ country: countryAt(numbers.length + at) ?? '', no: '', kind: '', date }))]
}

/** The days of a cell. One that can be read in two ways is a fault of the row; another text is kept as it stands. */
function datesIn(cell: Cell, reading: Reading, { notes, said, faults }: Priorities): string[] {
  const cells =
    cell instanceof Date || typeof cell === 'number'
      ? [cell]
      : listOf(textOf(cell).replace(/(?<=\d{4}[-./年]\d{1,2}[-./月]\d{1,2}日?)\s*[,，、]\s*/g, ';'))
  return cells.flatMap((one) => {
    const day = readDay(one, reading)
    if (!day) return []
    if ('day' in day) return day.day
    const isDouble = (['mdy', 'dmy', 'ymd'] as const).filter((order) => 'day' in (readDay(one, { ...reading, order }) ?? {})).length > 1
    if (isDouble) faults.push(day.fault)
    else {
      notes.push(day.fault)
      said.push(textOf(one).slice(0, 200))
    }
    return []
  })
}

function reading({ country, no, date, kind }: Claim) {
  if (no === '') return undefined
  const isPrinted = no.includes('/') // as the office prints it; of bare digits, the letter tells how they are read
  return recognise(kind && !isPrinted ? `${country} ${no} ${kind}` : no, {
    ...((kind === 'W' || country) && { office: kind === 'W' ? 'WO' : country }),
    kind: 'application',
    year: Number(date.slice(0, 4)),
  })[0]
}

const CURED = new Set(['check_missing', 'check_added'])

/** Reports a number that the write would refuse. */
const faultsOf = (claim: Claim): Words[] =>
  lacksSeries(claim)
    ? [LACKS_SERIES(claim.no)]
    : (reading(claim)?.faults ?? []).flatMap(({ level, code, zh, en }) =>
        level === 'error' && !CURED.has(code)
          ? [[`优先权“${claim.no.slice(0, 60)}”：${zh}`, `the priority “${claim.no.slice(0, 60)}”: ${en}`] as const]
          : [],
      )

const printedOf = (claim: Claim) => reading(claim)?.printed ?? claim.no
const keyOf = (claim: Claim) => reading(claim)?.normalised ?? claim.no
