// The recognition of a number during typing.
import type { Kind, Recognised } from '../../../../model/cases/numbers/recognise.ts'
import { recognise } from '../../../../model/cases/numbers/recognise.ts'

export type Reading = Recognised & { isExact: boolean }

/** The kind of number in each field. */
export const KIND_OF: Readonly<Record<string, Kind>> = {
  application_no: 'application',
  publication_no: 'publication',
  grant_no: 'grant',
  patent_no: 'patent',
  pct_no: 'application',
  pct_pub_no: 'publication',
  priority_no: 'application',
}

/** The best reading; undefined for a too short text. */
export function readNumber(text: string, code: string, office: string): Reading | null {
  const typed = text.trim()
  if (typed.replace(/\W/g, '').length < 5) return null
  const kind = KIND_OF[code]
  const own = code.startsWith('pct_') ? 'WO' : office
  const [best] = recognise(typed, { ...(own && { office: own }), ...(kind && { kind }) })
  return best ? { ...best, isExact: best.printed === typed } : null
}
