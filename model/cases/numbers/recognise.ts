import { error, warning, type NumberFault } from '../../kit/identity/fault.ts'
import { CN } from './cn.ts'
import { elsewhere, IN } from './elsewhere.ts'
import { EP } from './ep.ts'
import { JP } from './jp.ts'
import { KR } from './kr.ts'
import { recogniseMark } from './marks.ts'
import { DE, GB, HK, TW } from './nearby.ts'
import { OFFICES } from './offices.ts'
import type { Groups, Hint, Recognised, Shape } from './recognised.ts'
import { US } from './us.ts'
import { WO } from './wo.ts'

export type { Hint, Kind, Recognised, Right } from './recognised.ts'

const SHAPES: Record<string, readonly Shape[]> = { CN, US, EP, WO, JP, KR, DE, GB, HK, TW, IN }

/** Every reading of the number, best first; never empty. */
export function recognise(text: string, hint: Hint = {}): Recognised[] {
  if (hint.kind === 'mark') return [recogniseMark(text, hint.office)]
  const compact = compactOf(text)
  const { office, rest } = officeOf(compact)
  const asked = office ?? hint.office
  const readings = [...wholeReadings(compact, hint), ...(asked ? readingsOf(asked, rest, hint) : bareReadings(rest, hint))]
  if (readings.length === 0) return [unknown(text, compact, asked)]
  const best = readings.sort((one, other) => one.score - other.score).map(({ recognised }) => withOddities(recognised, office, hint))
  return best.filter((one, index) => best.findIndex((other) => other.normalised === one.normalised && other.kind === one.kind) === index)
}

/** The only form for search and uniqueness. An unreadable number is stored as letters and digits alone. */
export function normalise(text: string, hint: Hint = {}): string {
  // recognise always answers at least one reading.
  return recognise(text, hint)[0]?.normalised ?? ''
}

/** Full-width to half-width, capitals; no spaces, thousands commas, labels or stars; one kind of dash. */
export function compactOf(text: string): string {
  return text
    .normalize('NFKC')
    .toUpperCase()
    .replace(LABEL, '')
    .replace(/[\s,'’*、，]+/gu, '')
    .replace(/[‐‑‒–—−ー]/gu, '-')
}

const LABEL =
  /^\s*(?:专利申请号|申请号|专利号|公开号|公布号|公开\(公告\)号|授权公告号|公告号|APPLICATION NO\.?|PATENT NO\.?|PUBLICATION NO\.?)\s*[::]?\s*/u

function officeOf(compact: string): { office?: string; rest: string } {
  if (compact.startsWith('ZL')) return { office: 'CN', rest: compact }
  if (/^(PCT|DM\/?\d)/.test(compact)) return { office: 'WO', rest: compact }
  if (/^(?:[特実意商登]|昭和|平成|令和)/u.test(compact)) return { office: 'JP', rest: compact }
  if (/^WO\/\d/.test(compact)) return { office: 'WO', rest: compact.slice(3) } // WO/2024/123456, as PATENTSCOPE shows it
  const match = /^([A-Z]{2})[-.]?(?=[A-Z]{0,5}[-/]?(?:[AU]\/)?\d)(.+)$/.exec(compact)
  const [, office = '', rest = ''] = match ?? []
  return OFFICES.has(office) ? { office, rest } : { rest: compact }
}

type Reading = { recognised: Recognised; score: number }

// Split once: every number that is typed, imported or searched uses this.
const WHOLE = ['WO', 'JP', 'IN'].map((office) => [office, (SHAPES[office] ?? []).filter(({ whole }) => whole)] as const)
const BARE = Object.entries(SHAPES).map(([office, shapes]) => [office, shapes.filter(({ bare }) => bare)] as const)

const wholeReadings = (compact: string, hint: Hint) => WHOLE.flatMap(([office, shapes]) => read(office, shapes, compact, hint))
const bareReadings = (rest: string, hint: Hint) => BARE.flatMap(([office, shapes]) => read(office, shapes, rest, hint))

function readingsOf(office: string, rest: string, hint: Hint): Reading[] {
  const own = read(office, SHAPES[office] ?? [], rest, hint)
  return own.length > 0 || office === 'CN' || office === 'WO' ? own : read(office, elsewhere(office), rest, hint)
}

function read(office: string, shapes: readonly Shape[], text: string, hint: Hint): Reading[] {
  const readings: Reading[] = []
  for (const [index, shape] of shapes.entries()) {
    const match = shape.pattern.exec(text)
    if (match) readings.push(readingOf(office, shape, { ...match.groups }, index, hint))
  }
  return readings
}

function readingOf(office: string, shape: Shape, groups: Groups, index: number, hint: Hint): Reading {
  const kind = typeof shape.kind === 'function' ? shape.kind(groups, hint) : shape.kind
  const right = shape.right?.(groups)
  const faults = shape.faults?.(groups, hint) ?? []
  const [normalised, printed] = [shape.normalised(groups, hint), shape.printed(groups, hint)]
  const recognised: Recognised = { kind, office, ...(right && { right }), ...uncoded(kind, groups.code, { normalised, printed }), faults }
  const weight = faults.reduce((sum, { level, code }) => sum + (COMPLETED.includes(code) ? 0 : level === 'error' ? 300 : 100), 0)
  return { recognised, score: index + (shape.unlikely ? 20 : 0) + weight + mismatch(recognised, hint) }
}

/** Remarks on completed parts of an export's shortened number: they do not make the reading less likely. */
const COMPLETED = ['check_added', 'series_guessed']

/** An application has no kind code; exports add a letter without meaning. */
function uncoded(kind: string, code: string | undefined, { normalised, printed }: { normalised: string; printed: string }) {
  if (kind !== 'application' || !code) return { normalised, printed }
  const without = (text: string) => (text.endsWith(code) ? text.slice(0, -code.length).trim() : text)
  return { normalised: without(normalised), printed: without(printed) }
}

/** Exports put grants into a publication column: a small penalty. An application number in such a column, or the reverse, is a large one. */
function mismatch(recognised: Recognised, hint: Hint): number {
  if (!hint.kind || hint.kind === recognised.kind || recognised.kind === 'unknown') return 0
  return isOtherKind(recognised, hint) ? 150 : 5
}

function isOtherKind({ kind }: Recognised, hint: Hint): boolean {
  return !!hint.kind && hint.kind !== 'unknown' && kind !== 'unknown' && isOfFiling(kind) !== isOfFiling(hint.kind) && !isPatentNo(kind, hint.kind)
}

const isOfFiling = (kind: string) => kind === 'application'
/** The patent number of China is the application number with the prefix ZL. */
const isPatentNo = (...kinds: string[]) => kinds.includes('patent')

function withOddities(recognised: Recognised, written: string | undefined, hint: Hint): Recognised {
  const faults: NumberFault[] = [...recognised.faults]
  const { office, kind } = recognised
  if (hint.office && written && office !== hint.office && !['EP', 'WO'].includes(office) && hint.office !== 'WO') {
    faults.push(warning('other_office', `这是 ${office} 的号码，而不是 ${hint.office} 的`, `This is a number of ${office}, not of ${hint.office}`))
  }
  if (isOtherKind(recognised, hint)) {
    const [zh, en] = KINDS[kind] ?? [kind, kind]
    faults.push(warning('other_kind', `这看起来是${zh}`, `This looks like ${en}`))
  }
  return { ...recognised, faults }
}

const KINDS: Record<string, readonly [string, string]> = {
  application: ['申请号', 'an application number'],
  publication: ['公布号', 'a publication number'],
  grant: ['授权公告号', 'a grant number'],
  patent: ['专利号', 'a patent number'],
}

function unknown(text: string, compact: string, office = ''): Recognised {
  const say = office === 'CN' ? error : warning
  const faults = [say('unrecognised', '无法识别的号码格式，请核对', 'The number format is not recognised: please check')]
  const normalised = lettersAndDigits(compact)
  const isPrefixed = office === '' || normalised.startsWith(office)
  return { kind: 'unknown', office, normalised: isPrefixed ? normalised : office + normalised, printed: text.trim(), faults }
}

export function lettersAndDigits(compact: string): string {
  return compact.replace(/[^\p{L}\p{N}]/gu, '')
}
