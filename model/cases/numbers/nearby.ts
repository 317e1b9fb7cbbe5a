import { isFirstTranslation } from './following.ts'
import { kindOfCode, spaced, type Groups, type Hint, type Kind, type Right, type Shape } from './recognised.ts'

export const DE: readonly Shape[] = [
  // 10 2013 209 538.4, DE102013209538B4, DE602013064654T2
  {
    pattern: /^(?<type>1[0-4]|2[01]|30|50|60)-?(?<year>(?:19|20)\d{2})(?<serial>\d{6})(?:\.(?<check>\d))?(?<code>[A-Z]\d?)?$/,
    bare: true,
    unlikely: true,
    kind: germanKind,
    right: ({ type = '' }) => (type.startsWith('2') ? 'UTILITY' : 'INVENTION'),
    normalised: ({ type, year, serial, code = '' }) => `DE${type}${year}${serial}${code}`,
    printed: ({ type, year, serial = '', check, code }) => {
      const number = spaced(type, year, serial.slice(0, 3), serial.slice(3))
      return check ? `${number}.${check}` : spaced('DE', number, code)
    },
  },
  // The forms before 2004: DE2235942A1, DE10008809A1, DE000069233417T2
  {
    pattern: /^(?<letter>[PGM])?0*(?<number>[1-9]\d{4,7})(?:\.(?<check>\d))?(?<code>[A-Z]\d?)?$/,
    kind: (groups, hint) => (groups.check || hint.kind === 'application' ? 'application' : kindOfCode(groups, hint)),
    right: ({ letter, code = '' }) => (letter === 'G' || code.startsWith('U') ? 'UTILITY' : undefined),
    normalised: ({ number, code = '' }) => `DE${number}${code}`,
    printed: ({ letter = '', number, check, code }) => (check ? `${letter}${number}.${check}` : spaced('DE', letter + number, code)),
  },
]

export const GB: readonly Shape[] = [
  // 1109507.3 and 201109507 are one application
  {
    pattern: /^(?<yy>\d{2})(?<serial>\d{5})\.(?<check>\d)$/,
    bare: true,
    unlikely: true,
    kind: 'application',
    normalised: gbApplication,
    printed: ({ yy, serial, check }) => `GB${yy}${serial}.${check}`,
  },
  // GB20230006615: year and seven digits, as the EPO writes it
  {
    pattern: /^(?:19|20)(?<yy>\d{2})00(?<serial>\d{5})$/,
    kind: 'application',
    normalised: gbApplication,
    printed: ({ yy, serial }) => `GB${yy}${serial}`,
  },
  {
    pattern: /^20(?<yy>\d{2})(?<serial>\d{5})(?:\.?(?<check>\d))?(?<code>[AD]\d?)?$/,
    kind: (groups, hint) => ((groups.code || hint.kind) && hint.kind !== 'application' ? kindOfCode(groups, hint) : 'application'),
    normalised: (groups) => gbApplication(groups) + (groups.code ?? ''),
    printed: ({ yy, serial, check, code }) => spaced(`GB${yy}${serial}${check ? `.${check}` : ''}`, code),
  },
  {
    pattern: /^(?<yy>0\d)(?<serial>\d{5})(?<code>[AD]\d?)?$/,
    kind: 'application',
    normalised: gbApplication,
    printed: ({ yy, serial }) => `GB${yy}${serial}`,
  },
  {
    pattern: /^(?<number>\d{6,7})(?<code>[A-E]\d?)?$/,
    kind: codeOrField,
    normalised: ({ number, code = '' }) => `GB${number}${code}`,
    printed: ({ number, code }) => spaced(`GB${number}`, code),
  },
]

export const HK: readonly Shape[] = [
  {
    pattern: /^(?<number>\d{8}|[1-6]\d{10})\.(?<check>\d)$/,
    kind: 'application',
    normalised: ({ number }) => `HK${number}`,
    printed: ({ number, check }) => `${number}.${check}`,
  },
  {
    pattern: /^(?<number>1\d{6}|[34]\d{7})(?<code>[A-Z]\d?)?$/,
    kind: kindOfCode,
    normalised: ({ number, code = '' }) => `HK${number}${code}`,
    printed: ({ number, code }) => spaced(`HK${number}`, code),
  },
  { pattern: /^(?<number>\d{8,11})$/, kind: 'application', normalised: ({ number }) => `HK${number}`, printed: ({ number }) => `${number}` },
]

const TW_RIGHTS: Record<string, Right> = { I: 'INVENTION', M: 'UTILITY', D: 'DESIGN', 1: 'INVENTION', 2: 'UTILITY', 3: 'DESIGN' }

export const TW: readonly Shape[] = [
  // TWI734446B, TWM415289U
  {
    pattern: /^(?<letter>[IMD])(?<number>\d{6})(?<code>[A-Z]\d?)?$/,
    kind: 'grant',
    right: ({ letter = '' }) => TW_RIGHTS[letter],
    normalised: ({ letter, number, code = '' }) => `TW${letter}${number}${code}`,
    printed: ({ letter, number, code }) => spaced(`TW${letter}${number}`, code),
  },
  // TW201925031A: western year; an application begins with the year of the Republic
  {
    pattern: /^(?<number>20\d{7})(?<code>[A-Z]\d?)?$/,
    kind: kindOfCode,
    normalised: ({ number, code = '' }) => `TW${number}${code}`,
    printed: ({ number, code }) => spaced(`TW${number}`, code),
  },
  {
    pattern: /^(?<year>0?[6-9]\d|1\d{2})(?<type>[123])(?<serial>\d{5})(?<code>[A-Z])?$/,
    kind: 'application',
    right: ({ type = '' }) => TW_RIGHTS[type],
    normalised: ({ year = '', type, serial }) => `TW${year.padStart(3, '0')}${type}${serial}`,
    printed: ({ year = '', type, serial }) => `${year.padStart(3, '0')}${type}${serial}`,
  },
]

function germanKind(groups: Groups, hint: Hint): Kind {
  if (hint.kind === 'application' || !(groups.code || hint.kind)) return 'application'
  return isFirstTranslation('DE', groups.code) ? 'publication' : kindOfCode(groups, hint)
}

function gbApplication({ yy = '', serial }: Groups): string {
  return `GB${Number(yy) < 70 ? '20' : '19'}${yy}${serial}`
}

/** Before 1979 a British A was a granted patent; the field decides. */
function codeOrField(groups: Groups, hint: Hint): Kind {
  return hint.kind === 'application' ? 'application' : kindOfCode(groups, hint)
}
