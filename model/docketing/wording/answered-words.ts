import type { Term } from '../rules/rule.ts'
import { eventIn, type Language, listIn, type Names, say } from './rule-words.ts'
import { durationIn } from './words.ts'

/** The act that must have come in time for a term to count, and how far the term reaches at most. */
export function answeredIn({ answered, at_most: most }: Term, names: Names, l: Language): string {
  const acts = (language: Language) =>
    listIn(
      (answered?.events ?? []).map((code) => eventIn(code, names, language)),
      language,
    )
  const within = answered?.within ?? ''
  return [
    answered
      ? say(
          l,
          `（仅当${acts('zh')}在所依据的通知之日起${durationIn(within, 'zh')}内作出）`,
          ` (only when ${acts('en')} came within ${durationIn(within, 'en')} of the triggering notice)`,
        )
      : '',
    most
      ? say(l, `，但不超过自所依据的通知起${durationIn(most, 'zh')}`, `, but no later than ${durationIn(most, 'en')} after the triggering notice`)
      : '',
  ].join('')
}
