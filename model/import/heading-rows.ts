import type { Model } from '../kit/model.ts'
import { type Cell, textOf } from './values/cell.ts'
import { headingKey, headingText, matchHeadings, type HeadingHints, UNDER } from './headings.ts'

type Row = { at: number; cells: readonly Cell[] }

/** A merged cell at the top of a sheet that spans columns, counted from 0. */
export type Sideways = { row: number; left: number; right: number }

/** `at` is the last row of the headings; the rows below are data. `score` is the number of recognised headings. */
export type Headings = { at: number; headings: string[]; score: number }

// Exports, forms and title pages have their own lines before the headings.
const LOOK = 60

/** Finds the headings: one row, or two where the upper cells span columns. `wished` is the row that a user named. */
export function findHeadings(
  model: Model,
  rows: readonly Row[],
  sideways: readonly Sideways[],
  hints: HeadingHints = {},
  wished?: number,
): Headings | undefined {
  const scoreOf = (headings: readonly Cell[]) => matchHeadings(model, headings, hints).reduce((sum, { confidence }) => sum + confidence, 0)
  const from = wished === undefined ? 0 : rows.findIndex(({ at }) => at === wished)
  const asked = wished === undefined ? rows.slice(0, LOOK) : rows.slice(Math.max(from, 0), from + 1)
  const candidates = asked.map((row, n): Candidate => {
    const above = rows[n + Math.max(from, 0) - 1]
    const own = scoreOf(row.cells)
    const single = { at: row.at, headings: row.cells.map(headingText), score: own, own }
    if (!above || above.at !== row.at - 1) return single
    const groups = groupsOf(above, row, sideways)
    const headings = row.cells.map((cell, at) => joined(headingText(groups[at] ?? above.cells[at]), headingText(cell), groups[at] !== undefined))
    const both = { at: row.at, headings, score: scoreOf(headings), own }
    const whole = groups.length > 0 || (own >= LEAST && both.score >= own + LEAST) ? both : single
    const halves = halvesOf(
      Array.from(above.cells, (cell, at) => groups[at] ?? cell),
      row,
      scoreOf,
    )
    return halves.score >= whole.score + LEAST && halves.score > scoreOf(above.cells) ? { ...halves, own } : whole
  })
  const best = candidates.reduce<Candidate | undefined>((one, other) => (one && one.score + LITTLE >= other.score ? one : other), undefined)
  if (!best || best.score === 0) return firstFilled(asked)
  return wished === undefined ? withSecondLanguage(best, candidates) : best
}

/** `own`: the score of the row alone, without the row above it. */
type Candidate = Headings & { own: number }

// Headings repeat on each printed page, where merged cells make them less certain.
const LITTLE = 0.4

// A row with a lower score is not a heading row by itself.
const LEAST = 1.5

/** The headings over several columns; one over nearly all of them is a title. */
function groupsOf(above: Row, row: Row, sideways: readonly Sideways[]): (Cell | undefined)[] {
  const wide = sideways.filter((one) => one.row === above.at && one.right - one.left + 1 < Math.max(row.cells.length * 0.8, 2.5))
  const groups: (Cell | undefined)[] = []
  for (const { left, right } of wide) {
    const value = above.cells[left]
    if (textOf(value) !== '') for (let at = left; at <= right; at++) groups[at] = value
  }
  return groups
}

/** Headings in halves, one below the other: 申请 above 号 and 日. A cell of the upper row may also head the empty cells to its right. */
function halvesOf(above: readonly Cell[], row: Row, scoreOf: (headings: readonly Cell[]) => number): Headings {
  const lower = Array.from({ length: Math.max(above.length, row.cells.length) }, (_, at) => headingText(row.cells[at]))
  const alone = lower.map((_, at) => headingText(above[at]))
  const spread = alone.map((text, at) => text || (lower[at] ? (alone.slice(0, at).findLast((one) => one !== '') ?? '') : ''))
  const [one, other] = [alone, spread].map((upper): Headings => {
    const headings = lower.map((text, at) => (upper[at] && text ? `${upper[at]}${UNDER}${text}` : upper[at] || text))
    return { at: row.at, headings, score: scoreOf(headings) }
  })
  return one && (!other || one.score >= other.score) ? one : (other ?? { at: row.at, headings: lower, score: 0 })
}

const joined = (upper: string, lower: string, isGroup: boolean) =>
  lower === '' ? (isGroup ? '' : upper) : isGroup && upper !== lower ? `${upper}${UNDER}${lower}` : lower

/** The same headings again below, in another language or as codes. */
function withSecondLanguage(best: Candidate, candidates: readonly Candidate[]): Headings {
  const next = candidates.find(({ at }) => at === best.at + 1)
  if (!next || next.own < Math.max(2, best.own * 0.6)) return best
  const headings = Array.from(
    { length: Math.max(best.headings.length, next.headings.length) },
    (_, at) => best.headings[at] || next.headings[at] || '',
  )
  return { ...best, at: next.at, headings }
}

/** Without recognised headings: the first row with at least two cells. */
function firstFilled(rows: readonly Row[]): Headings | undefined {
  const row = rows.find(({ cells }) => cells.filter((cell) => textOf(cell) !== '').length > 1) ?? rows[0]
  return row && { at: row.at, headings: row.cells.map(headingText), score: 0 }
}

/** Headings repeated on each printed page are not data. */
export function isHeadingAgain(keys: readonly string[], cells: readonly Cell[]): boolean {
  const first = cells.findIndex((cell) => cell !== null && cell !== undefined && cell !== '')
  if (typeof cells[first] !== 'string' || keys[first] !== headingKey(headingText(cells[first]))) return false
  const filled = cells.flatMap((cell, at) => (textOf(cell) === '' ? [] : [headingKey(headingText(cell)) === keys[at]]))
  return filled.length > 1 && filled.every(Boolean)
}

export const headingKeys = (headings: readonly string[]) => headings.map((heading) => headingKey(heading.split(UNDER).at(-1) ?? ''))
