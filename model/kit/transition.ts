import { ENDED, type StateFacts, type Transition } from './model.ts'

/** A transition in one line; `fields` are shown for it. */
export const take = <const S extends string>(
  zh: string,
  en: string,
  from: readonly NoInfer<S>[] | '*',
  to: S,
  fields: readonly string[] = [],
): Transition => ({ zh, en, from, to, fields })

/** The states in which work on a record has ended. */
export const endedIn = (facts: Readonly<Record<string, StateFacts>>): readonly string[] =>
  Object.entries(facts).flatMap(([code, { phase }]) => (ENDED.has(phase) ? [code] : []))
