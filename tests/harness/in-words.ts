// What no reader should meet on a screen, in an error or in a file: codes of programs, untranslated words, other ways of writing dates and amounts.
import { en } from '../../web/words/en/en.ts'
import { PARTS } from '../../web/words/parts.ts'

type Lang = 'zh' | 'en'
type Pattern = { what: string; at: RegExp; only?: Lang }

const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)'

const PATTERNS: readonly Pattern[] = [
  { what: 'code of a rule or document', at: /(?<![\w/-])(?:CNP|PAR|NP|CN|US|EP|JP|KR|GB|DE|WO|HG|PCT)\d{1,3}[A-Z]?(?![\w/])/g },
  { what: 'code of a fee', at: /(?<![\w.])[A-Z]{2,4}\.[A-Z][A-Z0-9_]*/g },
  { what: 'code of a field, state or transition', at: /(?<![\w/.@-])[A-Za-z]+_[A-Za-z_]+(?![\w@])/g },
  { what: 'unknown office', at: /(?<!\w)XX(?!\w)/g },
  { what: 'colour', at: /#[0-9a-f]{6}(?!\w)/gi },
  { what: 'record number of the database', at: /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f-]{12,}/g },
  { what: 'duration as code', at: /(?<![\w.,/+-])\d{1,3}(?:wd|[dmy])(?:,\d{1,3}[dmy])*(?![\w'])/g },
  { what: 'days in thousands', at: /\d{4,} ?(?:天|days)/g },
  { what: 'days in hundreds', at: /(?:还有|逾期) \d{3,} 天|\d{3,} days (?:left|overdue)/g },
  { what: 'number left open', at: /第 ?N ?[次年]|第 ?0 ?[–-] ?0|\{\{|\bundefined\b|\bNaN\b|\[object |\bnull\b/g },
  {
    what: 'amount without separators or with wrong decimals',
    at: /\b(?:CNY|USD|EUR|GBP) (?:\d{4,}|[\d,]+(?!\.\d\d(?!\d)|[\d,]))|\b(?:JPY|KRW) (?:\d{4,}|[\d,]+\.\d)/g,
  },
  { what: 'date of another language', at: new RegExp(`\\d{1,2} ${MONTH}[a-z]* \\d{4}`, 'g'), only: 'zh' },
  { what: 'date with the month first', at: new RegExp(`${MONTH}[a-z]* \\d{1,2}, \\d{4}`, 'g') },
  { what: 'date with slashes', at: /\d{4}\/\d{1,2}\/\d{1,2}/g },
  { what: 'date of another language', at: /(?<![\w/-])\d{4}-\d\d-\d\d(?![\w/-])/g, only: 'en' },
  { what: 'Chinese on an English screen', at: /[\p{Script=Han}][^\n]*/gu, only: 'en' },
  { what: 'English on a Chinese screen', at: /(?!USC )[A-Za-z]{3,}(?:[ ,]+(?:[A-Za-z]{2,}|\d+)){3,}/g, only: 'zh' },
]

const parts = await Promise.all(Object.values(PARTS).map((part) => part.en()))
const KEYS = new Set(Object.keys(Object.assign({}, en, ...parts)).filter((key) => key.includes('.')))

/** The faults of one text. `names`: what people typed, which is nobody's fault. */
export function faultsIn(text: string, lang: Lang, names: readonly string[] = []): string[] {
  const own = names.toSorted((a, b) => b.length - a.length).reduce((rest, name) => rest.replaceAll(name, '•'), text)
  const found = PATTERNS.filter(({ only }) => only === undefined || only === lang).flatMap(({ what, at }) =>
    [...own.matchAll(at)].map((one) => `${what}: ${around(own, one.index, one[0].length)}`),
  )
  const keys = [...own.matchAll(/[a-z][A-Za-z]*(?:\.[A-Za-z0-9_]+)+/g)].filter(([word]) => KEYS.has(word)).map(([word]) => `key of a word: ${word}`)
  return [...new Set([...found, ...keys])]
}

const around = (text: string, at: number, length: number) =>
  text
    .slice(Math.max(0, at - 30), at + Math.min(length, 80) + 30)
    .replaceAll(/\s+/g, ' ')
    .trim()
