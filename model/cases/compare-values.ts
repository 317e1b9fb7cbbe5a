import type { Field } from '../kit/fields.ts'
import type { Model } from '../kit/model.ts'
import { normalise } from './numbers/recognise.ts'

type Of = { model: Model; code: string; office: string }

/**
 * Whether a list from elsewhere agrees with the record of a case. A value that the list lacks is no difference; numbers are compared
 * in their normalised form, texts without width, case and blanks.
 */
export function areAlike({ model, code, office }: Of, ours: unknown, theirs: unknown): boolean {
  if (isEmpty(theirs)) return true
  if (isEmpty(ours)) return false
  const kind = numberKindOf(model, code)
  const keyOf = (value: unknown) => (kind ? normalise(String(value), { kind, office }) : textKey(value))
  const [own, other] = [keyOf(ours), keyOf(theirs)]
  return own === other || (kind !== undefined && isLevelLeftOut(own, other))
}

const LEVEL = /(?<=^(?:EP\d{7}|US(?:RE|PP|D|H|T)?\d{1,8}))(?!D$)[A-Z]\d?$/

/** A number of the EPO, or of a US patent, without kind code states no level; a D after the number of a US application is none. */
const isLevelLeftOut = (one: string, other: string) => LEVEL.test(one) !== LEVEL.test(other) && one.replace(LEVEL, '') === other.replace(LEVEL, '')

const isEmpty = (value: unknown) => value === null || value === undefined || value === ''

const textKey = (value: unknown) => String(value).normalize('NFKC').replace(/\s+/g, '').toLowerCase()

/** The kind of number that the field holds, as the field with its normalised form declares it. */
function numberKindOf({ fields }: Model, code: string) {
  const key = Object.values<Field>(fields).find(({ normalises }) => normalises?.field === code)
  return key?.normalises?.kind
}
