import { EPO_ACTS, NOTED_ELSEWHERE } from '../../model/rights/patents/register-acts.ts'
import { all, type Element, first, textIn } from '../import/workbook/xml-tree.ts'
import { dayOf, entriesOf, type Entry, plainText } from './said.ts'

type Read = Omit<Entry, 'key' | 'act'> & { details?: readonly string[] }

/** Of one document of the register: each dated step, event and date of the bibliography. */
export function entriesIn(document: Element): Entry[] {
  const steps = [...all(document, 'procedural-step').flatMap(ofStep), ...all(document, 'dossier-event').flatMap(ofEvent)]
  return entriesOf([...steps, ...ofBibliography(document)].map((one) => ({ ...one, act: EPO_ACTS[one.code] ?? null })))
}

const CODE = /^[A-Z0-9][A-Z0-9 ]{1,19}$/

/** A step has a day for each thing that happened in it, such as the dispatch of a communication and the reply. */
function ofStep(step: Element): Read[] {
  const code = textIn(step, 'procedural-step-code') ?? ''
  if (!CODE.test(code)) return []
  const texts = all(step, 'procedural-step-text').map(({ attributes, text }) => [attributes['step-text-type'] ?? '', plainText(text)] as const)
  const name = texts.find(([kind]) => kind === 'STEP_DESCRIPTION')?.[1] || code
  const details = texts.flatMap(([kind, text]) => (kind === 'STEP_DESCRIPTION' || !text ? [] : [`${inWords(kind)} ${text}`]))
  const limit = first(step, 'time-limit')
  return all(step, 'procedural-step-date').flatMap((date) => {
    const [kind, day] = [date.attributes['step-date-type'] ?? '', dayIn(date)]
    if (!day || !/^[A-Z_]{1,38}$/.test(kind)) return []
    const said = plainText(`${[name, ...details].join(', ')} (${inWords(kind)})`)
    return [{ code: `${code}/${kind}`, day, said, details, months: kind === 'DATE_OF_DISPATCH' ? monthsIn(limit) : null }]
  })
}

const inWords = (code: string) => (/^[A-Z_]+$/.test(code) ? code.toLowerCase().replaceAll('_', ' ') : plainText(code))

function monthsIn(limit: Element | undefined): number | null {
  const text = limit?.attributes['time-limit-unit'] === 'months' ? limit.text.trim() : ''
  return /^\d{1,2}$/.test(text) && Number(text) > 0 ? Number(text) : null
}

/** An act that the Bulletin mentions takes effect on the day of the Bulletin. */
function ofEvent(event: Element): Read[] {
  const code = textIn(event, 'event-code') ?? ''
  const day = (EPO_ACTS[code] && dayIn(first(event, 'gazette-reference'))) || dayIn(first(event, 'event-date'))
  if (!CODE.test(code) || NOTED_ELSEWHERE.test(code) || !day) return []
  return [{ code, day, said: plainText(textIn(event, 'event-text') ?? '') || code, months: null }]
}

function ofBibliography(document: Element): Read[] {
  const one = (code: string, said: string, day: string | null): Read[] => (day ? [{ code, day, said, months: null }] : [])
  const requested = dayIn(first(document, 'request-for-examination'))
  const reports = all(document, 'search-report-information').filter(({ attributes }) => attributes.office === 'EP')
  const mailed = reports.flatMap((report) =>
    one('search-report-mailed', 'European search report mailed', dayIn(first(report, 'date-search-report-mailed'))),
  )
  return [...one('request-for-examination', 'Request for examination filed', requested), ...mailed]
}

/** The first date in the element, where there is such a day. */
export function dayIn(element: Element | undefined): string | null {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(textIn(element, 'date') ?? '') ?? []
  return year && month && day ? dayOf(year, month, day) : null
}
