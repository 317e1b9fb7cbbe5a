import { recognise } from '../cases/numbers/recognise.ts'
import type { DocumentText } from '../documents/text.ts'
import { type Beside, besideLabel, labelPattern, linesOf, placeOf, type ReadLine } from './lines.ts'
import { NOTICE_FORMS, NOTICE_OFFICES, type NoticeForm, type NoticeOffice } from './notice-forms.ts'
import { readTitle } from './notice-title.ts'
import { datesIn } from './printed-dates.ts'
import type { FactReading, NoticeReading } from './reading.ts'

const NOTHING: NoticeReading = { office: [], number: [], type: [], issue_date: [], serial_no: [], set_due: [], round_no: [], filing_date: [] }

/** The facts that a notice states, each with its readings. */
export function readNotice({ pages }: Pick<DocumentText, 'pages'>): NoticeReading {
  const lines = linesOf(pages)
  const office = officeOf(lines)
  const [first] = office
  if (!first) return NOTHING
  const of = first.value as NoticeOffice // officeOf names only these
  const form = NOTICE_FORMS[of]
  const { type, round } = readTitle(form, lines)
  return {
    office,
    number: numbersIn(lines, of, form),
    type: [...type],
    issue_date: datesAfter(lines, of, form.dispatched),
    serial_no: form.serial ? valuesAfter(lines, form.serial.labels, form.serial.pattern) : [],
    set_due: [...datesAfter(lines, of, form.due ?? []), ...(of === 'CN' ? statedDue(lines) : [])],
    round_no: round,
    filing_date: form.filed ? datesBeside(lines, of, form.filed, 0) : [],
  }
}

// Further down a national notice may mention the treaty.
const NEAR_TOP = 30

/** The office whose marks come first. A notice of the PCT also names the office that acts under it. */
function officeOf(lines: readonly ReadLine[]): FactReading[] {
  const found = NOTICE_OFFICES.flatMap((office) => {
    const at = lines.findIndex(({ text }) => [text, text.replace(/\s+/g, '')].some((one) => NOTICE_FORMS[office].marks.test(one)))
    const line = lines[at]
    return line ? [{ office, at: office === 'WO' && at < NEAR_TOP ? -1 : at, line }] : []
  })
  return found
    .toSorted((a, b) => a.at - b.at)
    .map(({ office, line }, rank) => ({ ...placeOf(line, 0, line.text.length), value: office, confidence: rank === 0 ? 0.97 : 0.5 }))
}

function numbersIn(lines: readonly ReadLine[], office: NoticeOffice, { number: { labels, pattern, labelled } }: NoticeForm): FactReading[] {
  const patterns = labelled ? [pattern, labelled] : [pattern]
  const beside = labels.flatMap((label) => besideLabel(lines, labelPattern(label)).flatMap((places) => firstIn(places, patterns)))
  const readings = beside.map(({ reading, isOther }) => asNumber(reading, office, isOther))
  if (readings.length > 0) return sorted(readings)
  const anywhere = lines.flatMap((line) => [...line.text.matchAll(globally(pattern))].map((match) => readingAt(line, match.index, match[0], 0.82)))
  return sorted(anywhere.map((reading) => asNumber(reading, office, false)))
}

const globally = (pattern: RegExp) => new RegExp(pattern.source, `${pattern.flags.replace('g', '')}g`)

/** The number as the office prints it. A wrong check digit makes it doubtful. */
function asNumber(reading: FactReading, office: NoticeOffice, isMark: boolean): FactReading {
  if (isMark) return { ...reading, value: reading.value.replace(/\s/g, ''), confidence: reading.confidence * 0.95 }
  const compact = reading.value.replace(/\s/g, '').replace(/^(?:CN|ZL|EP)(?=\d)/, '')
  const [found] = recognise(compact, { office, kind: 'application' })
  if (!found || found.kind === 'unknown') return { ...reading, value: compact, confidence: reading.confidence * 0.5 }
  const isFaulty = found.faults.some(({ code }) => code !== 'other_kind' && code !== 'other_office')
  return { ...reading, value: found.printed, confidence: reading.confidence * (isFaulty ? 0.5 : 1) }
}

/** The first match beside or below a label; a value two lines below may belong to something else. */
function firstIn(places: readonly Beside[], patterns: readonly RegExp[]): { reading: FactReading; isOther: boolean }[] {
  for (const [index, pattern] of patterns.entries())
    for (const { line, from, below } of places) {
      const match = pattern.exec(line.text.slice(from))
      if (match) return [{ reading: readingAt(line, from + match.index, match[0], below === 0 ? 0.98 : 0.96 - below * 0.02), isOther: index > 0 }]
    }
  return []
}

const valuesAfter = (lines: readonly ReadLine[], labels: readonly string[], pattern: RegExp) =>
  sorted(
    labels.flatMap((label) => besideLabel(lines, labelPattern(label)).flatMap((places) => firstIn(places, [pattern]).map(({ reading }) => reading))),
  )

function datesAfter(lines: readonly ReadLine[], office: NoticeOffice, labels: readonly string[]): FactReading[] {
  return sorted(labels.flatMap((label, rank) => datesBeside(lines, office, labelPattern(label), rank)))
}

function datesBeside(lines: readonly ReadLine[], office: NoticeOffice, label: RegExp, rank: number): FactReading[] {
  return besideLabel(lines, label).flatMap((places) => {
    for (const place of places) {
      const day = nearest(place, office)
      if (day)
        return [readingAt(place.line, day.at, place.line.text.slice(day.at, day.end), (place.below === 0 ? 0.98 : 0.95) - rank * 0.005, day.iso)]
    }
    return []
  })
}

/** The first date after a label; of those below it, the one nearest to its column. */
function nearest({ line, from, under }: Beside, office: NoticeOffice) {
  const days = datesIn(line.text, office).filter(({ at }) => at >= from)
  if (under === undefined || days.length < 2) return days[0]
  const distance = ({ at, end }: { at: number; end: number }) => Math.abs((placeOf(line, at, end).box?.[0] ?? 0) - under)
  return days.toSorted((a, b) => distance(a) - distance(b))[0]
}

/** The date by which the notice itself asks for a payment or an answer. */
function statedDue(lines: readonly ReadLine[]): FactReading[] {
  return lines.flatMap((line) =>
    datesIn(line.text, 'CN').flatMap(({ iso, at, end }) => {
      const isDue = /(?:应当?|请|须|最迟)?[在于]\s*$/.test(line.text.slice(0, at)) && /^\s*(?:之前|以前|前)/.test(line.text.slice(end))
      return isDue ? [readingAt(line, at, line.text.slice(at, end), 0.93, iso)] : []
    }),
  )
}

const readingAt = (line: ReadLine, at: number, text: string, confidence: number, value = text): FactReading => ({
  ...placeOf(line, at, at + text.length),
  value,
  confidence: confidence * (line.confidence === undefined ? 1 : 0.55 + 0.45 * line.confidence),
})

const sorted = (readings: readonly FactReading[]) => readings.toSorted((a, b) => b.confidence - a.confidence)
