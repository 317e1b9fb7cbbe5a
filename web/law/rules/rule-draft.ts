// A rule in the editor.
import { parseDuration } from '../../../model/kit/days/duration.ts'
import type { Rule } from '../../../model/docketing/rules/rule.ts'
import type { lawZh } from '../../words/zh/law.ts'

/** The changes; undefined removes a part. */
export type Patch<T> = { [K in keyof T]?: T[K] | undefined }

export type Change = (part: Patch<Rule>) => void

/** An empty part is not written: an absent part has its default. */
export function changed<T extends object>(whole: T, part: Patch<T>): T {
  const next = { ...whole, ...part }
  for (const [key, value] of Object.entries(part)) if (isNothing(value)) Reflect.deleteProperty(next, key)
  return next
}

const isNothing = (value: unknown) => value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

export type PeriodPart = { count: number; unit: 'd' | 'm' | 'y' }

/** The parts of a period such as 15d,4m; empty when it is invalid. */
export function periodParts(text: string): PeriodPart[] {
  try {
    return text ? parseDuration(text).map(({ count, unit }) => ({ count, unit })) : []
  } catch {
    return []
  }
}

export const periodText = (parts: readonly PeriodPart[]) => parts.map(({ count, unit }) => `${count}${unit}`).join(',')

/** The missing required parts of a rule, by their labels. */
export function missingIn({ id, version, zh, en, office, trigger, terms, legal_basis: basis, source, recurring }: Rule): (keyof typeof lawZh)[] {
  const isCounted = terms.every((term, at) => (recurring && at === 0) || term.by_country || periodParts(term.period).length > 0)
  const all: [boolean, keyof typeof lawZh][] = [
    [Boolean(id), 'law.edit.id'],
    [version > 0, 'law.version'],
    [Boolean(zh && en), 'law.edit.names'],
    [Boolean(office), 'law.edit.office'],
    [Boolean(trigger.field || trigger.events?.length), 'law.edit.trigger'],
    [isCounted && terms.length > 0, 'law.edit.length'],
    [Boolean(basis.zh && basis.en), 'law.edit.basis'],
    [Boolean(source), 'law.edit.source'],
  ]
  return all.flatMap(([isThere, word]) => (isThere ? [] : [word]))
}
