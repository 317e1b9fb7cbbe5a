import { error, warning } from '../../kit/identity/fault.ts'
import { OFFICES } from './offices.ts'
import type { Recognised } from './recognised.ts'

type Mark = { pattern: RegExp; key?: (digits: string) => string; printed?: (digits: string) => string; zh: string; en: string }

const plain = (digits: string) => digits

/** Numbers of trademarks by office. Elsewhere any letters and digits are a number. */
const MARKS: Readonly<Record<string, Mark>> = {
  CN: {
    pattern: /^(?:\d{1,8}[A-Z]?|G\d{6,7}[A-Z]?)$/,
    zh: '商标号应为 1 至 8 位数字（国际注册为 G 加 6 至 7 位数字），可带一个字母',
    en: 'A trademark number has 1 to 8 digits, an international one G and 6 or 7 digits, each with at most one letter',
  },
  WO: {
    pattern: /^G?\d{5,7}[A-Z]?$/,
    key: (number) => number.replace(/^G/, ''),
    zh: '国际注册号应为 5 至 7 位数字，可带一个字母',
    en: 'An international registration has 5 to 7 digits and at most one letter',
  },
  US: { pattern: /^\d{1,8}$/, printed: serial, zh: '美国商标号为至多 8 位数字', en: 'An American trademark number has at most 8 digits' },
  EM: {
    pattern: /^W?\d{1,9}$/,
    key: (number) => (number.startsWith('W') ? number : number.padStart(9, '0')),
    printed: (number) => (number.startsWith('W') ? number : number.padStart(9, '0')),
    zh: '欧盟商标号为至多 9 位数字',
    en: 'An EU trade mark number has at most 9 digits',
  },
  KR: {
    pattern: /^(?:4\d{6}\d{6,7}|4\d{1}-?\d{7})$/,
    printed: korean,
    zh: '韩国商标申请号为 13 位数字，如 40-2015-0043843',
    en: 'A Korean trademark number has 13 digits, written like 40-2015-0043843',
  },
  JP: {
    pattern: /^(?:商願|商登|第)?\d{4,8}(?:号)?$/u,
    key: (number) => number.replace(/\D/g, ''),
    zh: '日本商标号如 商願2020-123456 或 第1234567号',
    en: 'A Japanese trademark number is written like 2020-123456 or 1234567',
  },
  GB: {
    pattern: /^(?:UK)?\d{8,11}[A-Z]?$|^\d{6,7}[A-Z]?$/,
    zh: '英国商标号如 UK00003123456',
    en: 'A British trademark number is written like UK00003123456',
  },
}

/** The office's serial numbers have a series before the slash. */
function serial(number: string) {
  return number.length === 8 ? `${number.slice(0, 2)}/${number.slice(2, 5)},${number.slice(5)}` : number
}

/** Kind of right, year, serial number: 40-2015-0043843. */
function korean(number: string) {
  return /^4\d(19|20)\d{2}\d{7}$/.test(number) ? `${number.slice(0, 2)}-${number.slice(2, 6)}-${number.slice(6)}` : number
}

/** The number of a trademark: the office's letters before it, then letters and digits alone. */
export function recogniseMark(text: string, office = ''): Recognised {
  const compact = text.normalize('NFKC').toUpperCase().replace(/^(?:商标)?(?:申请号|注册号|国际注册号)\s*[::]?/u, '').replace(/[\s,'’./、，‐‑‒–—−-]+/gu, '') // oxfmt-ignore
  const bare = office && compact.startsWith(office) && /\d/.test(compact.slice(office.length)) ? compact.slice(office.length) : compact
  const known = MARKS[office]
  const letters = bare.replace(/[^\p{L}\p{N}]/gu, '')
  const recognised = { kind: 'mark' as const, office, normalised: office + letters, printed: text.trim(), faults: [] }
  if (!known) return recognised
  if (!known.pattern.test(bare)) {
    const say = office === 'CN' ? error : warning // other offices change their formats
    return { ...recognised, faults: [say('unrecognised', known.zh, known.en)] }
  }
  return { ...recognised, normalised: office + (known.key ?? plain)(letters), printed: (known.printed ?? plain)(bare) }
}

/** The stored forms that this text may have, whatever the office. */
export const markKeys = (text: string): string[] => [...new Set([...OFFICES].map((office) => recogniseMark(text, office).normalised))]
