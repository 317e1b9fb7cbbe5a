import type { Box } from '../documents/text.ts'

/** The position of a value in the notice. Pages count from 1. */
export type Place = { page: number; box?: Box; quote: string }

/** One reading of a fact: its value, how sure it is (0 to 1), and its place. */
export type FactReading = Place & { value: string; confidence: number }

/** The facts of a notice that its event needs. Dates are ISO text, `type` is a code of the catalogue of document types. */
export const FACTS = ['office', 'number', 'type', 'issue_date', 'serial_no', 'set_due', 'round_no', 'filing_date'] as const
export type Fact = (typeof FACTS)[number]

/** The readings of each fact, the surest first; none for a fact that was not found. */
export type NoticeReading = Readonly<Record<Fact, readonly FactReading[]>>

/** The confidence from which a value is proposed without a warning. */
export const SURE = 0.9
/** The confidence of a value that contradicts another reading as sure as itself. */
export const IN_DOUBT = 0.6

/** The surest reading. A different value that is nearly as sure makes it doubtful, so that a person decides. */
export function bestOf(readings: readonly FactReading[]): FactReading | undefined {
  const [best, ...others] = readings
  if (!best) return undefined
  const rival = others.find(({ value, confidence }) => value !== best.value && confidence >= best.confidence - 0.08)
  return rival ? { ...best, confidence: Math.min(best.confidence, IN_DOUBT) } : best
}

export const isSure = (readings: readonly FactReading[]) => (bestOf(readings)?.confidence ?? 0) >= SURE

/** The facts without which a notice is no event. */
export const NEEDED: readonly Fact[] = ['number', 'type', 'issue_date']
