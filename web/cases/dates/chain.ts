// The steps to a date, from the structured reasons that docketing stores with each deadline.
import type { Explanation } from '../../../model/docketing/calculation/computed-deadline.ts'
import type { Lang } from '../../../model/kit/fields.ts'
import { dueDayOf } from './due-day.ts'
import { durationIn, fieldIn, stepIn } from '../../../model/docketing/wording/words.ts'
import type { Word } from '../../words/language.ts'

/** Names of official documents and events by their codes, in the reader's language. */
export type DocumentNames = ReadonlyMap<string, string>

export const explanationOf = (record: Readonly<Record<string, unknown>>) => record['explanation'] as Partial<Explanation> | null | undefined // by docketing

type Link = { word: Extract<Word, `why.${string}`>; note: string; date: string }

/** Trigger → receipt → each step of the period → rolled → due; steps without effect are left out. */
export function chainOf(record: Readonly<Record<string, unknown>>, lang: Lang, names: DocumentNames = new Map()): Link[] {
  const kept = explanationOf(record)
  const due = dueDayOf(record) ?? ''
  const links: Link[] = []
  const add = (word: Link['word'], date: string | null | undefined, note = '') => {
    const last = links.at(-1)
    if (date && !(last && last.date === date && note === '')) links.push({ word, date, note })
  }
  if (kept?.trigger) {
    const { trigger, service, candidates, set_due, rolled, extension } = kept
    const event = trigger.event ? (names.get(trigger.event) ?? trigger.event) : ''
    add('why.trigger', trigger.date, trigger.name?.[lang] ?? (trigger.field ? fieldIn(trigger.field, lang) : event))
    if (service) add('why.received', service.basis, service.presumed ? `+ ${durationIn(service.presumed, lang)}` : '')
    if (set_due) add('why.named', set_due.date)
    else {
      const won = (candidates ?? []).find(({ wins }) => wins)
      if (won && won.basis !== links.at(-1)?.date) add('why.counted', won.basis)
      for (const { step, date } of won?.steps ?? []) add('why.step', date, stepIn(step, lang))
    }
    if (rolled) add('why.rolled', rolled.to)
    if (extension) add('why.extended', extension.due, extension.periods.map((period) => durationIn(period, lang)).join(' + '))
  }
  const last = links.at(-1)
  // A period has its own line above its date; any other line of that date is the date itself.
  if (last?.date === due && last.word !== 'why.step') links[links.length - 1] = { ...last, word: 'why.due' }
  else if (due) links.push({ word: 'why.due', date: due, note: '' })
  return links
}
