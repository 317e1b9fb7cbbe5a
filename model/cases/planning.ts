import type { FeeFacts } from '../fees/facts.ts'
import type { FeeLaw } from '../fees/fee-law.ts'
import type { Price } from '../fees/schedule/price.ts'

type Values = Readonly<Record<string, unknown>>

/** What a plan of coming cases must know of a kind of case beyond its rules, prices and the ways in which cases come from others. */
export type PlanningOfKind = {
  /** The fields that a planner may fill for all planned cases, since amounts depend on them. */
  asked: readonly string[]
  /** The values by which a case is granted or registered on a day. */
  granted(day: string): Values
  /** The official fees of a filing on a day, whatever deadline they have. */
  filing?(facts: FeeFacts, day: string, law: FeeLaw): readonly Price[]
}
