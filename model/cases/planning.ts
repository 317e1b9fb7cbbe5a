import type { Bilingual } from '../docketing/rules/rule.ts'
import type { FeeFacts } from '../fees/facts.ts'
import type { FeeLaw } from '../fees/fee-law.ts'
import type { Field } from '../kit/fields.ts'
import type { Price } from '../fees/schedule/price.ts'

type Values = Readonly<Record<string, unknown>>

/** Facts of a kind of case that only a plan of coming cases needs, beyond its rules, prices and ways of derivation. */
export type PlanningOfKind = {
  /** The fields that a planner may fill for all planned cases, since amounts depend on them. */
  asked: readonly string[]
  /** Further such values that are no fields of the kind; its facts read them from the row. */
  counts?: Readonly<Record<string, Field>>
  /** The route of a first filing for which the planner chooses none. */
  route?(country: string): string
  /** The values by which a case is granted or registered on a day. */
  granted(day: string, row: Values): Values
  /** The official fees of a filing on a day, whatever their deadlines. */
  filing?(facts: FeeFacts, day: string, law: FeeLaw): readonly Price[]
  /** The same, with the fees that are paid later, some on days that no plan knows. */
  later?(facts: FeeFacts, day: string, law: FeeLaw): readonly Price[]
  /** The official fees of the grant, at the prices of its day; those of the years are annuities. */
  granting?(facts: FeeFacts, day: string, law: FeeLaw): readonly Price[]
  /** Fees that the international filing `earlier` of that day pays for the designation of this case: with the filing, and later for its further terms. */
  designation?(facts: FeeFacts, day: string, law: FeeLaw, earlier?: FeeFacts): readonly (Price & { due: string })[]
  /** Fees of such a case for which no schedule has a price. */
  without_price?(facts: FeeFacts, isGranted: boolean, earlier?: FeeFacts): readonly Bilingual[]
}
