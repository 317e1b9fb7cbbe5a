import type { Options } from '../../kit/fields.ts'

/** Criteria that each reviewer scores from 1 to 5; the codes are those of the fields. */
export const CRITERIA = {
  novelty_score: ['新颖性', 'Novelty'],
  inventive_score: ['创造性', 'Inventive step'],
  practical_score: ['实用性', 'Usefulness'],
  market_score: ['市场价值', 'Market'],
  detect_score: ['可取证性', 'Detectability'],
} as const satisfies Options
export type Criterion = keyof typeof CRITERIA
export const CRITERION_CODES = Object.keys(CRITERIA) as Criterion[] // the keys of this very table

export const GRADES = { A: ['A', 'A'], B: ['B', 'B'], C: ['C', 'C'], D: ['D', 'D'] } as const satisfies Options
export type Grade = keyof typeof GRADES

export type Scores = Readonly<Record<Criterion, number>>
/** Per cent of each criterion, and the totals from which the grades begin. */
export type Sheet = { weights: Scores; from: Readonly<Record<Exclude<Grade, 'D'>, number>> }

/** Used if no sheet is kept for the type. */
export const USUAL_SHEET: Sheet = {
  weights: { novelty_score: 25, inventive_score: 25, practical_score: 20, market_score: 20, detect_score: 10 },
  from: { A: 4.2, B: 3.4, C: 2.5 },
}

/** The weighted mean of scores, exact in hundredths. */
export function totalOf(scores: Scores, { weights }: Sheet): number {
  const whole = CRITERION_CODES.reduce((sum, code) => sum + weights[code], 0)
  const sum = CRITERION_CODES.reduce((all, code) => all + Math.round(scores[code] * 100) * weights[code], 0)
  return whole === 0 ? 0 : Math.round(sum / whole) / 100
}

export function gradeOf(total: number, { from }: Sheet): Grade {
  return (['A', 'B', 'C'] as const).find((grade) => total >= from[grade]) ?? 'D'
}

/** The mean of several reviews, each with the same weight. */
export function meanOf(all: readonly Scores[]): Scores | undefined {
  if (all.length === 0) return undefined
  const mean = (code: Criterion) => Math.round((all.reduce((sum, one) => sum + one[code], 0) / all.length) * 100) / 100
  return Object.fromEntries(CRITERION_CODES.map((code) => [code, mean(code)])) as Scores // one of each code
}
