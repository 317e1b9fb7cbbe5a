// The one-line reason of a date: its basis and its period.
import type { Lang } from '../../../model/kit/fields.ts'
import { durationIn, fieldIn, sourceIn, stepIn } from '../../../model/docketing/wording/words.ts'
import type { DocumentNames } from './chain.ts'
import { explanationOf } from './chain.ts'

/** `day` formats a date for the reader; the others are words. */
type Said = { lang: Lang; day: (iso: string) => string; names: DocumentNames; named: string; rolled: string; byHand: string }

export function shortWhy(record: Readonly<Record<string, unknown>>, { lang, day, names, named, rolled, byHand }: Said): string {
  const kept = explanationOf(record)
  if (!kept?.trigger) return String(record['handled_reason'] ?? '') || byHand
  const { trigger, service, candidates, set_due, rolled: moved, extension, restoration } = kept
  if (restoration && !candidates?.length) return `${restoration.text[lang]} · ${day(restoration.counted_from ?? trigger.date)}`
  const from =
    trigger.name?.[lang] ?? (trigger.field ? fieldIn(trigger.field, lang) : trigger.event ? (names.get(trigger.event) ?? trigger.event) : '')
  if (set_due) return [from, day(trigger.date), '·', named].join(' ').trim()
  const won = (candidates ?? []).find(({ wins }) => wins)
  // Counted from a date other than the trigger: that date is the reason.
  const isOther = won !== undefined && won.from !== 'trigger' && won.from !== trigger.field
  const start = isOther ? [capital(sourceIn(won.from, lang).trim(), lang), day(won.basis)] : [capital(from, lang), day(trigger.date)]
  const periods = [
    ...(service?.presumed ? [`+ ${durationIn(service.presumed, lang)}`] : []),
    ...(won?.steps ?? []).map(({ step }) => added(step, lang)),
    ...(extension?.periods ?? []).map((period) => `+ ${durationIn(period, lang)}`),
  ]
  return [...start, ...periods, ...(moved ? [`→ ${rolled}`] : [])].filter(Boolean).join(' ')
}

/** The period that a step adds or subtracts, or the day to which it leads; empty for the day itself. */
function added(step: string, lang: Lang): string {
  if (/^0[a-z]+$/.test(step)) return ''
  if (/^-\d+[a-z]+$/.test(step)) return `− ${stepIn(step.slice(1), lang)}`
  return `${/^\d/.test(step) ? '+' : '→'} ${stepIn(step, lang).replace(/,$/, '')}`
}

const capital = (text: string, lang: Lang) => (lang === 'en' ? text.charAt(0).toUpperCase() + text.slice(1) : text)
