// The recognition of a number during typing.
import type { Recognised } from '../../../../model/cases/numbers/recognise.ts'
import { recognise } from '../../../../model/cases/numbers/recognise.ts'
import { KIND_OF } from './kind-of.ts'

export type Reading = Recognised & { isExact: boolean }

/** The best reading; undefined for a too short text. */
export function readNumber(text: string, code: string, office: string): Reading | null {
  const typed = text.trim()
  if (typed.replace(/\W/g, '').length < 5) return null
  const kind = KIND_OF[code]
  const own = code.startsWith('pct_') ? 'WO' : office
  const [best] = recognise(typed, { ...(own && { office: own }), ...(kind && { kind }) })
  return best ? { ...best, isExact: best.printed === typed } : null
}
