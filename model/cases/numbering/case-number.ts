export type CaseToken = { kind: 'literal'; text: string } | { kind: 'part'; name: PartName } | { kind: 'seq'; digits: number }
export type PartName = 'YYYY' | 'YY' | 'MM' | 'COUNTRY' | 'TYPE' | 'DEPT' | 'CLASS' | 'PREFIX' | 'SUFFIX'
export type SequenceReset = 'year' | 'month' | 'never'

/** `date` is a plain date; it fills YYYY, YY and MM. The others are printed unchanged. */
export type CaseParts = { date: string; country?: string; type?: string; dept?: string; class?: string; prefix?: string; suffix?: string }

export const MAX_CASE_NO = 40

/** `position` counts from 0 in the pattern. */
export class CaseNumberFault extends Error {
  readonly code: string
  readonly position: number
  readonly zh: string
  readonly en: string

  constructor(code: string, position: number, { zh, en }: { zh: string; en: string }) {
    super(en)
    this.name = 'CaseNumberFault'
    this.code = code
    this.position = position
    this.zh = zh
    this.en = en
  }
}

const PARTS: readonly PartName[] = ['YYYY', 'YY', 'MM', 'COUNTRY', 'TYPE', 'DEPT', 'CLASS', 'PREFIX', 'SUFFIX']
const TOKEN = /\{([^{}]*)\}|[A-Za-z0-9\p{Script=Han}._/()-]+/uy

/** Throws CaseNumberFault. With `reset`, also checks that two periods cannot give the same number twice. */
export function parsePattern(pattern: string, reset?: SequenceReset): CaseToken[] {
  const tokens: CaseToken[] = []
  for (let position = 0; position < pattern.length; position = TOKEN.lastIndex) {
    TOKEN.lastIndex = position
    const match = TOKEN.exec(pattern)
    if (!match)
      throw fault('character', position, `第 ${position + 1} 个字符不能用于案号`, `character ${position + 1} is not allowed in a case number`)
    tokens.push(match[1] === undefined ? { kind: 'literal', text: match[0] } : tokenOf(match[1], position))
  }
  const sequences = tokens.filter(({ kind }) => kind === 'seq').length
  if (sequences !== 1) throw fault('one_seq', 0, '案号规则必须且只能有一个 {SEQ:n}', 'a case-number pattern needs exactly one {SEQ:n}')
  if (shortest(tokens) > MAX_CASE_NO) throw tooLong()
  if (reset) checkReset(tokens, reset)
  return tokens
}

/** A number longer than its digits is printed whole, so that it stays unique. */
export function formatCaseNo(pattern: string, parts: CaseParts, seq: number): string {
  if (!Number.isSafeInteger(seq) || seq < 1) throw fault('seq', 0, `流水号 ${seq} 无效`, `${seq} is not a valid sequence number`)
  const printed = parsePattern(pattern).map((token) => {
    if (token.kind === 'literal') return token.text
    return token.kind === 'seq' ? String(seq).padStart(token.digits, '0') : printPart(token.name, parts)
  })
  const caseNo = printed.join('')
  if (caseNo.length > MAX_CASE_NO) throw tooLong()
  return caseNo
}

/** The period within which a sequence counts; a new scope begins at 1. */
export function sequenceScope(pattern: string, date: string, reset: SequenceReset = 'year'): string {
  parsePattern(pattern, reset)
  return reset === 'never' ? '' : date.slice(0, reset === 'year' ? 4 : 7)
}

/** Parses a number, so that a family member can keep the stem and take its own country. */
export function readCaseNo(pattern: string, caseNo: string): { seq: number; parts: Partial<Record<PartName, string>> } | undefined {
  const names: string[] = []
  const source = parsePattern(pattern).map((token) => {
    if (token.kind === 'literal') return RegExp.escape(token.text)
    names.push(token.kind === 'seq' ? 'SEQ' : token.name)
    return token.kind === 'seq' ? `(\\d{${token.digits},})` : SHAPES[token.name]
  })
  const match = new RegExp(`^${source.join('')}$`, 'u').exec(caseNo)
  if (!match) return undefined
  const { SEQ, ...parts } = Object.fromEntries(names.map((name, index) => [name, match[index + 1] ?? '']))
  return { seq: Number(SEQ), parts }
}

const SHAPES: Record<PartName, string> = {
  YYYY: '(\\d{4})',
  YY: '(\\d{2})',
  MM: '(\\d{2})',
  COUNTRY: '([A-Z]{2})',
  TYPE: '([A-Z]{1,3})',
  DEPT: '([A-Za-z0-9]+?)',
  CLASS: '(\\d{1,2})',
  PREFIX: '(.*?)',
  SUFFIX: '(.*?)',
}

function tokenOf(name: string, position: number): CaseToken {
  const seq = /^SEQ:([1-9])$/.exec(name)
  if (seq) return { kind: 'seq', digits: Number(seq[1]) }
  const part = PARTS.find((known) => known === name)
  if (part) return { kind: 'part', name: part }
  const known = [...PARTS, 'SEQ:1…9'].map((one) => `{${one}}`).join(' ')
  throw fault('token', position, `未知的占位符 {${name}}，可用：${known}`, `{${name}} is unknown; available: ${known}`)
}

/** A yearly sequence without the year in the number would repeat last year's numbers. */
function checkReset(tokens: CaseToken[], reset: SequenceReset): void {
  const has = (...wanted: PartName[]) => tokens.some((token) => token.kind === 'part' && wanted.includes(token.name))
  const isDistinct = reset === 'never' || (has('YYYY', 'YY') && (reset === 'year' || has('MM')))
  if (!isDistinct)
    throw fault(
      'reset',
      0,
      '流水号按年（月）重置时，案号中必须有年（月）',
      'a sequence that restarts each year (month) requires the year (month) in the number',
    )
}

function printPart(name: PartName, parts: CaseParts): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(parts.date)) throw fault('date', 0, `日期 ${parts.date} 无效`, `${parts.date} is not a valid date`)
  const printed: Record<PartName, string | undefined> = {
    YYYY: parts.date.slice(0, 4),
    YY: parts.date.slice(2, 4),
    MM: parts.date.slice(5, 7),
    COUNTRY: parts.country,
    TYPE: parts.type,
    DEPT: parts.dept,
    CLASS: parts.class,
    PREFIX: parts.prefix ?? '',
    SUFFIX: parts.suffix ?? '',
  }
  return printed[name] ?? missing(name)
}

function missing(name: PartName): never {
  throw fault('part', 0, `缺少生成案号所需的 {${name}}`, `{${name}} is required for the case number`)
}

function shortest(tokens: CaseToken[]): number {
  const WIDTH: Partial<Record<PartName, number>> = { YYYY: 4, YY: 2, MM: 2, COUNTRY: 2 }
  return tokens.reduce((sum, token) => {
    if (token.kind === 'literal') return sum + token.text.length
    return sum + (token.kind === 'seq' ? token.digits : (WIDTH[token.name] ?? 0))
  }, 0)
}

function tooLong(): CaseNumberFault {
  return fault('too_long', 0, `案号不能超过 ${MAX_CASE_NO} 个字符`, `a case number has at most ${MAX_CASE_NO} characters`)
}

function fault(code: string, position: number, zh: string, en: string): CaseNumberFault {
  return new CaseNumberFault(code, position, { zh, en })
}

/** The first number by a rule: of a Chinese invention, of department RD, in class 9. A fault of the pattern is thrown. */
export function exampleOf({ pattern, prefix, reset }: { pattern: string; prefix: string; reset?: SequenceReset }, today: string): string {
  parsePattern(pattern, reset)
  return formatCaseNo(pattern, { date: today, country: 'CN', type: 'I', dept: 'RD', class: '9', prefix }, 1)
}
