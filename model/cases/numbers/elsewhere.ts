import { warning } from '../../kit/identity/fault.ts'
import { kindOfCode, spaced, type Groups, type Hint, type Kind, type Right, type Shape } from './recognised.ts'

/** Offices with known number lengths; `digits` counts them without leading zeros, `letters` may precede them. */
const LENGTHS: Record<string, { digits: readonly number[]; letters?: RegExp }> = {
  AT: { digits: [4, 5, 6, 7, 8] },
  AU: { digits: [4, 5, 6, 7, 10] },
  BE: { digits: [6, 7] },
  BR: { digits: [7, 12], letters: /^(PI|MU|DI|C)$/ },
  CA: { digits: [5, 6, 7] },
  CH: { digits: [5, 6, 7, 8] },
  EA: { digits: [5, 6, 9] },
  ES: { digits: [6, 7, 9] },
  FR: { digits: [6, 7] },
  IL: { digits: [5, 6, 7, 8] },
  IN: { digits: [5, 6, 12] },
  IT: { digits: [6, 7, 12], letters: /^[A-Z]{2}$/ },
  MX: { digits: [6, 9, 10], letters: /^(PAA?|MXA|PAU|NLA|GTA)$/ },
  PT: { digits: [5, 6, 7] },
  RO: { digits: [6, 9] },
  RU: { digits: [5, 6, 7, 8, 10] },
  SU: { digits: [5, 6, 7] },
  SG: { digits: [5, 6, 10, 11] },
  UA: { digits: [5, 6, 9, 10, 11], letters: /^[AU]$/ },
  ZA: { digits: [9, 10] },
}

/** 6736/DELNP/2010: serial, branch (NP from a PCT application), year; also IN1604DELNP2013A. */
const INDIAN: Shape = {
  pattern: /^(?<serial>\d{1,6})[/-]?(?<branch>(?:DEL?|CHE?|MUM?|KOL?|MAS|BOM|CAL)(?:NP)?)[/-]?(?<year>(?:19|20)\d{2})(?<code>A\d?)?$/,
  bare: true,
  kind: (groups, hint) => hint.kind ?? (groups.code ? 'publication' : 'application'),
  normalised: (groups) => `IN${groups.serial}${branchOf(groups)}${groups.year}${groups.code ?? ''}`,
  printed: (groups) => spaced(`${groups.serial}/${branchOf(groups)}/${groups.year}`, groups.code),
}

/** IN/PCT/2002/00231/DEL, the format of national phases until 2003. */
const INDIAN_PCT: Shape = {
  pattern: /^IN\/?PCT\/?(?<year>20\d{2})\/?0*(?<serial>\d{1,5})\/?(?<branch>DEL|CHE|MUM|KOL)$/,
  whole: true,
  kind: 'application',
  normalised: ({ year, serial, branch }) => `INPCT${year}${serial}${branch}`,
  printed: ({ year, serial = '', branch }) => `IN/PCT/${year}/${serial.padStart(5, '0')}/${branch}`,
}

export const IN: readonly Shape[] = [INDIAN, INDIAN_PCT]

/** The format of any other office: its own letters, the digits, a kind code. An unknown form only gets a remark. */
export function elsewhere(office: string): readonly Shape[] {
  return [
    {
      pattern: /^(?<letters>[A-Z]{0,4}?)(?:\/[AU]\/)?(?<number>\d[\d/-]{2,15})(?<code>[A-Z]{1,2}\d?)?$/,
      unlikely: true,
      kind: kindOfField,
      right: ({ code = '' }) => RIGHTS[code.slice(0, 1)],
      normalised: ({ letters = '', number, code = '' }) => `${office}${letters}${digitsOf(number)}${code}`,
      printed: ({ letters = '', number, code }) => spaced(office, letters + number, code),
      faults: ({ letters = '', number }) => faultsOfForm(office, letters, digitsOf(number)),
    },
    // Letters within: P20150406, 2020PID02266, VN10038198
    {
      pattern: /^(?<number>[A-Z\d][A-Z\d/.-]{2,19}?)(?<code>[A-Z]\d?)?$/,
      unlikely: true,
      kind: kindOfField,
      normalised: ({ number = '', code = '' }) => `${office}${number.replace(/\W/g, '')}${code}`,
      printed: ({ number, code }) => spaced(office, number, code),
      faults: ({ number = '' }) => (/\d{3}/.test(number) ? [] : [formUnknown(office)]),
    },
  ]
}

const RIGHTS: Record<string, Right> = { U: 'UTILITY', Y: 'UTILITY', S: 'DESIGN' }
const BRANCHES: Record<string, string> = { DE: 'DEL', CH: 'CHE', MU: 'MUM', KO: 'KOL' }

function branchOf({ branch = '' }: Groups): string {
  const base = branch.replace(/NP$/, '')
  return (BRANCHES[base] ?? base) + branch.slice(base.length)
}

function digitsOf(number = ''): string {
  return number.replace(/\D/g, '').replace(/^0+(?=\d{4})/, '')
}

function faultsOfForm(office: string, letters: string, digits: string) {
  const known = LENGTHS[office]
  if (!known) return []
  const isKnown = known.digits.includes(digits.length) && (!letters || known.letters?.test(letters))
  return isKnown ? [] : [formUnknown(office)]
}

function formUnknown(office: string) {
  return warning('form', `与 ${office} 已知的号码格式不符，请核对`, `The number does not match a known format of ${office}: please check`)
}

function kindOfField(groups: Groups, hint: Hint): Kind {
  if (hint.kind) return hint.kind
  return groups.code ? kindOfCode(groups, hint) : 'unknown'
}
