import { warning } from '../../kit/identity/fault.ts'
import { isFirstTranslation } from './following.ts'
import { kindOfCode, spaced, type Groups, type Hint, type Kind, type Right, type Shape } from './recognised.ts'

export const JP: readonly Shape[] = [
  // 特願2024-012345
  {
    pattern: /^(?<word>特願|実願|意願|商願)(?<year>20\d{2})-(?<serial>\d{6})$/,
    whole: true,
    kind: 'application',
    right: rightOfWord,
    normalised: ({ year, serial }) => `JP${year}${serial}`,
    printed: ({ word, year, serial }) => `${word}${year}-${serial}`,
  },
  // JP2024-012345, 2024-012345 in a Japanese record: an application, unless the field holds publications
  {
    pattern: /^(?<year>20\d{2})-(?<serial>\d{6})$/,
    bare: true,
    kind: (_, hint) => (hint.kind === 'publication' ? 'publication' : 'application'),
    normalised: ({ year, serial }, hint) => `JP${year}${serial}${hint.kind === 'publication' ? 'A' : ''}`,
    printed: (groups, hint) => (hint.kind === 'publication' ? published(groups) : `特願${groups.year}-${groups.serial}`),
  },
  // JP2012-191945A, as the office's own search writes a publication, in the field of an application too
  {
    pattern: /^(?<year>20\d{2})-(?<serial>\d{6})A$/,
    bare: true,
    kind: 'publication',
    normalised: ({ year, serial }) => `JP${year}${serial}A`,
    printed: published,
  },
  // P2021-130123 of J-PlatPat, JP-P-2021-00130123 of KIPRIS; a publication with A
  {
    pattern: /^P-?(?<year>20\d{2})-(?:00)?(?<serial>\d{6})(?<code>A)?$/,
    kind: ({ code }) => (code ? 'publication' : 'application'),
    normalised: ({ year, serial, code = '' }) => `JP${year}${serial}${code}`,
    printed: (groups) => (groups.code ? published(groups) : `特願${groups.year}-${groups.serial}`),
  },
  // 特開2004-313702, 特表2015-511199
  {
    pattern: /^(?<word>特開|特表|実開)(?<year>20\d{2})-?(?<serial>\d{6})(?:号公報|号|A)?$/,
    whole: true,
    kind: 'publication',
    right: rightOfWord,
    normalised: ({ year, serial }) => `JP${year}${serial}A`,
    printed: ({ word, year, serial }) => `${word}${year}-${serial}`,
  },
  // 特願平10-206009, 特開昭63-012345
  {
    pattern: /^(?<word>特願|実願|意願|特開|特表|実開|特公|実公)(?<era>平|昭|H|S)(?<yy>\d{1,2})-(?<serial>\d{1,6})$/,
    whole: true,
    kind: ({ word }) => (word?.endsWith('願') ? 'application' : 'publication'),
    right: rightOfWord,
    normalised: ({ word, era = '', yy = '', serial = '' }) => `${eraNumber(era, yy, serial)}${word?.endsWith('願') ? '' : 'A'}`,
    printed: ({ word, era = '', yy, serial }) => `${word}${{ H: '平', S: '昭' }[era] ?? era}${yy}-${serial}`,
  },
  // 令和8年特許願第512345号, as certificates of the office write an application: since 2000 the serial counts by the western year
  {
    pattern: /^(?<era>昭和|平成|令和)(?<yy>\d{1,2}|元)年(?<word>特許願|実用新案登録願|意匠登録願)第?(?<serial>\d{1,6})号?$/,
    whole: true,
    kind: 'application',
    right: rightOfWord,
    normalised: (groups) => officialForm(groups).normalised,
    printed: (groups) => officialForm(groups).printed,
  },
  // 特許第4206830号; 登録4206830 may be of any right
  {
    pattern: /^(?<word>特許|登録)第?(?<number>\d{7})号?$/,
    whole: true,
    kind: 'grant',
    normalised: ({ number }) => `JP${number}`,
    printed: ({ word, number }) => `${word}第${number}号`,
  },
  // 意匠登録第1654321号, 実用新案登録第3212345号, 実登3212345: each right counts its own numbers
  {
    pattern: /^(?<word>実用新案登録|実登|意匠登録|意登)第?(?<number>\d{7})号?$/,
    whole: true,
    kind: 'grant',
    right: rightOfWord,
    normalised: ({ word, number }) => `JP${number}${word?.startsWith('意') ? 'S' : 'U'}`,
    printed: ({ word, number }) => `${word?.startsWith('意') ? '意匠登録' : '実用新案登録'}第${number}号`,
  },
  {
    pattern: /^(?<word>特願|実願|意願|商願)(?<year>\d{4})-(?<serial>\d{1,5}|\d{7,})$/,
    whole: true,
    unlikely: true,
    kind: 'application',
    right: rightOfWord,
    normalised: ({ year, serial }) => `JP${year}${serial}`,
    printed: ({ word, year, serial }) => `${word}${year}-${serial}`,
    faults: ({ word, year, serial = '' }) => [
      warning('length', '2000 年起序号应为 6 位', 'Since 2000 the number has six digits after the year', `${word}${year}-${serial.padStart(6, '0')}`),
    ],
  },
  // JP2015511199A; without a letter the field decides
  {
    pattern: /^(?<year>20\d{2})(?<serial>\d{6})(?<code>[A-Z]\d?)?$/,
    kind: yearKind,
    normalised: ({ year, serial, code = '' }) => `JP${year}${serial}${code}`,
    printed: ({ year, serial, code }) => spaced('JP', `${year}-${serial}`, code),
  },
  // JPWO2017203590A1: a PCT application published in Japanese
  {
    pattern: /^WO(?<year>\d{4})\/?(?<serial>\d{6})(?<code>[A-Z]\d?)?$/,
    kind: 'publication',
    normalised: ({ year, serial, code = '' }) => `JPWO${year}${serial}${code}`,
    printed: ({ year, serial, code }) => spaced(`JPWO${year}/${serial}`, code),
  },
  // JPH06289931A, JPH0816243A
  {
    pattern: /^(?<era>[HS])(?<yy>\d{2})-?(?<serial>\d{4,6})(?<code>[A-Z]\d?)?$/,
    kind: kindOfCode,
    normalised: ({ era = '', yy = '', serial = '', code = '' }) => eraNumber(era, yy, serial) + code,
    printed: ({ era, yy, serial, code }) => spaced('JP', `${era}${yy}-${serial}`, code),
  },
  // JP11332489: the year of the Heisei era before the serial
  {
    pattern: /^(?<yy>0[1-9]|1[01])(?<serial>\d{6})(?<code>[A-Z]\d?)?$/,
    kind: 'publication',
    normalised: ({ yy = '', serial = '', code = '' }) => eraNumber('H', yy, serial) + code,
    printed: ({ yy, serial, code }) => spaced('JP', `H${yy}-${serial}`, code),
  },
  // JP 20600998 A in an application field: serial, then two digits of the western year
  {
    pattern: /^(?<serial>\d{1,6})(?<yy>[6-9]\d)(?<code>[AUF])$/,
    unlikely: true,
    kind: 'application',
    normalised: ({ serial = '', yy }) => eraNumber(...eraOf(Number(`19${yy}`)), serial),
    printed: ({ serial = '', yy }) => `特願${eraOf(Number(`19${yy}`)).join('')}-${serial}`,
  },
  // JP4206830B2
  {
    pattern: /^(?<number>\d{6,7})(?<code>[A-Z]\d?)?$/,
    kind: 'grant',
    right: ({ code = '' }) => ({ U: 'UTILITY', Y: 'UTILITY', S: 'DESIGN' })[code.slice(0, 1)] as Right | undefined,
    normalised: ({ number, code = '' }) => `JP${number}${code}`,
    printed: ({ number, code }) => spaced('JP', number, code),
  },
]

/** The translation of an international application (特表) is counted from 500001. */
function published({ year, serial = '' }: Groups): string {
  return `${serial >= '500000' ? '特表' : '特開'}${year}-${serial}`
}

const FIRST_YEARS: Readonly<Record<string, number>> = { 昭和: 1926, 平成: 1989, 令和: 2019 }

function officialForm({ era = '', yy = '', word = '', serial = '' }: Groups) {
  const [year, of] = [(FIRST_YEARS[era] ?? 0) + (yy === '元' ? 1 : Number(yy)) - 1, `${word.slice(0, 1)}願`]
  const six = serial.padStart(6, '0')
  if (year >= 2000) return { normalised: `JP${year}${six}`, printed: `${of}${year}-${six}` }
  const [letter, own] = eraOf(year)
  return { normalised: eraNumber(letter, own, serial), printed: `${of}${letter === 'H' ? '平' : '昭'}${own}-${serial}` }
}

function eraNumber(era: string, yy: string, serial: string): string {
  const letter = era === '平' || era === 'H' ? 'H' : 'S'
  return `JP${letter}${yy.padStart(2, '0')}${serial.padStart(6, '0')}`
}

function eraOf(year: number): [string, string] {
  return year >= 1989 ? ['H', String(year - 1988).padStart(2, '0')] : ['S', String(year - 1925)]
}

function yearKind(groups: Groups, hint: Hint): Kind {
  if (hint.kind === 'application') return 'application'
  if (isFirstTranslation('JP', groups.code)) return 'publication'
  return groups.code || hint.kind === 'publication' ? kindOfCode(groups, hint) : 'application'
}

function rightOfWord({ word = '' }: Groups): Right | undefined {
  return ({ 特: 'INVENTION', 実: 'UTILITY', 意: 'DESIGN' } as const)[word.slice(0, 1)]
}
