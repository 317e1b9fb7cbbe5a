import { USPTO_ACTS, USPTO_INTERNAL } from '../../model/rights/patents/register-acts.ts'
import type { Words } from '../../model/kit/fields.ts'
import { NOT_OF_IT } from './office.ts'
import { dayOf, entriesOf, plainText, type Said, type Told } from './said.ts'

/** Of an answer of the Open Data Portal, what it says of the application that was asked for, such as US17248024; or why it is not taken. */
export function readFileWrapper(bytes: Uint8Array, number: string): Said | { fault: Words } {
  let answer: unknown
  try {
    answer = JSON.parse(Buffer.from(bytes).toString('utf8'))
  } catch {
    return { fault: ['回答已损坏，未读取', 'the answer is damaged and was not read'] }
  }
  const found = listIn(answer, 'patentFileWrapperDataBag').find((one) => `US${textIn(one, 'applicationNumberText') ?? ''}` === number)
  if (!found) return { fault: NOT_OF_IT }
  const events = found['eventDataBag']
  // An answer without events would delete proposals that wait for a decision.
  if (!Array.isArray(events)) return { fault: ['回答中没有审查历史，未采用', 'the answer has no history and was not taken'] }
  const told = toldIn(found['applicationMetaData'])
  const granted = told.grant_date ? [{ code: 'grant', day: told.grant_date, said: 'Patent granted' }] : []
  const codes = new Set(events.map((event) => textIn(event, 'eventCode')?.trim()))
  const read = events.flatMap(ofEvent).filter(({ code }) => !codes.has(`M${code}`))
  return { told, entries: entriesOf([...granted, ...read].map((one) => ({ ...one, months: null, act: actOf(one) }))) }
}

function actOf({ code, said }: { code: string; said: string }): string | null {
  const [act, words] = Object.hasOwn(USPTO_ACTS, code) ? (USPTO_ACTS[code] ?? []) : []
  return act && words?.test(said) ? act : null
}

/** A national stage is filed on the international filing date (35 USC 363); the office gives the day on which it was complete here. */
function toldIn(meta: unknown): Told {
  const isEntry = partOf(meta, 'nationalStageIndicator') !== false
  return {
    title: plainText(textIn(meta, 'inventionTitle') ?? '') || null,
    filing_date: isEntry ? null : dayIn(meta, 'filingDate'),
    publication_no: publicationIn(textIn(meta, 'earliestPublicationNumber')),
    publication_date: dayIn(meta, 'earliestPublicationDate'),
    grant_no: grantIn(textIn(meta, 'patentNumber')),
    grant_date: dayIn(meta, 'grantDate'),
  }
}

/** US20210210819A1, in older answers US 2017-0071586 A1. */
function publicationIn(text: string | undefined): string | null {
  const plain = text?.replace(/[\s/-]/g, '').toUpperCase()
  return plain && /^US(?:19|20)\d{9}[AP]\d$/.test(plain) ? plain : null
}

/** 11646472, D0532742 or RE043035, without the kind. */
function grantIn(text: string | undefined): string | null {
  const [, letters, digits] = /^(RE|PP|D|H|T)?0*(\d{1,8})$/.exec(text?.trim().toUpperCase() ?? '') ?? []
  return digits ? `US${letters ?? ''}${digits}` : null
}

const CODE = /^[A-Z0-9][A-Z0-9_./=+& -]{0,39}$/

function ofEvent(event: unknown) {
  const [code, day] = [textIn(event, 'eventCode')?.trim() ?? '', dayIn(event, 'eventDate')]
  if (!CODE.test(code) || USPTO_INTERNAL.test(code) || !day) return []
  return [{ code, day, said: plainText(textIn(event, 'eventDescriptionText') ?? '') || code }]
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
const partOf = (from: unknown, code: string) => (isObject(from) ? from[code] : undefined)

function listIn(from: unknown, code: string): Record<string, unknown>[] {
  const found = partOf(from, code)
  return Array.isArray(found) ? found.filter(isObject) : []
}

function textIn(from: unknown, code: string): string | undefined {
  const found = partOf(from, code)
  return typeof found === 'string' ? found : undefined
}

function dayIn(from: unknown, code: string): string | null {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})(?:T|$)/.exec(textIn(from, code) ?? '') ?? []
  return year && month && day ? dayOf(year, month, day) : null
}
