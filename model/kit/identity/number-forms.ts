import type { NumberFault } from './fault.ts'
import { plain } from './fault.ts'
import { checkDoi, checkIssn } from './publication-codes.ts'
import { checkDomainName, checkRightNumber, type RightNumber } from './right-codes.ts'

/** The form and check of a number: the printed form, and its faults. */
type Form = { printed: (text: string) => string; faults: (text: string) => NumberFault[] }

const ofRight = (kind: RightNumber): Form => ({ printed: plain, faults: (text) => checkRightNumber(kind, text) })

const OF_ALL_KINDS = {
  issn: { printed: issn, faults: checkIssn },
  doi: { printed: doi, faults: (text) => checkDoi(doi(text)) },
  domain: { printed: (text) => text.normalize('NFKC').trim().toLowerCase().replace(/\.$/, ''), faults: checkDomainName },
} as const satisfies Record<string, Form>

type OfAllKinds = keyof typeof OF_ALL_KINDS
export type NumberForm = RightNumber | OfAllKinds

const isOfAllKinds = (form: NumberForm): form is OfAllKinds => Object.hasOwn(OF_ALL_KINDS, form)
const formOf = (form: NumberForm): Form => (isOfAllKinds(form) ? OF_ALL_KINDS[form] : ofRight(form))

export const printedNumber = (form: NumberForm, text: string): string => formOf(form).printed(text)
export const numberFaults = (form: NumberForm, text: string): NumberFault[] => formOf(form).faults(text)

function issn(text: string) {
  const bare = plain(text)
    .replace(/^ISSN:?/, '')
    .replace('-', '')
  return bare.length === 8 ? `${bare.slice(0, 4)}-${bare.slice(4)}` : text.trim()
}

/** Without the address of the resolver; letters of either case name the same document. */
function doi(text: string) {
  return text
    .trim()
    .replace(/^(?:https?:\/\/(?:dx\.)?doi\.org\/|doi:\s*)/i, '')
    .toLowerCase()
}
