import type { NumberFault } from '../../kit/identity/fault.ts'

export type Kind = 'application' | 'publication' | 'grant' | 'patent' | 'mark' | 'unknown'
export type Right = 'INVENTION' | 'UTILITY' | 'DESIGN' | 'PLANT' | 'PROVISIONAL'

export type Recognised = {
  kind: Kind
  office: string
  right?: Right
  /** Key for search and uniqueness: office, then letters and digits only. */
  normalised: string
  /** The number in the office's print format. */
  printed: string
  faults: NumberFault[]
}

/** Facts known in advance: the field of the number, the office of its record. */
export type Hint = { office?: string; kind?: Kind; year?: number }

export type Groups = Record<string, string>

/**
 * One format of a number. `pattern` matches the compact text without its office; a `bare` shape needs no
 * office or hint; a `whole` shape names its office in the pattern itself.
 */
export type Shape = {
  kind: Kind | ((groups: Groups, hint: Hint) => Kind)
  pattern: RegExp
  bare?: true
  whole?: true
  /** Tried last: other matching shapes are likelier. */
  unlikely?: true
  right?: (groups: Groups) => Right | undefined
  normalised: (groups: Groups, hint: Hint) => string
  printed: (groups: Groups, hint: Hint) => string
  faults?: (groups: Groups, hint: Hint) => NumberFault[]
}

/** A is published, every later letter is granted, unless the field decides otherwise. */
export function kindOfCode({ code }: Groups, hint: Hint): Kind {
  if (hint.kind === 'publication' || hint.kind === 'grant') return hint.kind
  return !code || /^(A|D[01])/.test(code) ? 'publication' : 'grant'
}

export function grouped(digits: string): string {
  return digits.replace(/^0+(?=\d)/, '').replace(/\B(?=(\d{3})+$)/g, ',')
}

export function rightOfLetter(letter?: string): Right | undefined {
  return letter ? RIGHTS[letter] : undefined
}

const RIGHTS: Record<string, Right> = {
  1: 'INVENTION',
  2: 'UTILITY',
  3: 'DESIGN',
  8: 'INVENTION',
  9: 'UTILITY',
  S: 'DESIGN',
  U: 'UTILITY',
  Y: 'UTILITY',
  D: 'DESIGN',
  P: 'PLANT',
}

export function spaced(...parts: (string | undefined)[]): string {
  return parts.filter(Boolean).join(' ')
}
