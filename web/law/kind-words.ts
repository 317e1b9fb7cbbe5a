import { createContext, useContext } from 'react'
import type { OptionWords } from '../../model/docketing/wording/rule-words.ts'
import type { WireField, WireSchema } from '../../model/kit/wire/wire.ts'
import { useKinds } from '../cases/kinds.ts'

type Choices = { value: string; label: string }[]
/** The words of one kind of case: its types, routes and states in this person's language, and the fees that its law adds to a rule. */
export type KindWords = {
  subtype: Choices
  route: Choices
  status: Choices
  /** The dates of its cases from which deadlines are counted. */
  dates: Choices
  /** The further choices that its rules may ask for, by field. */
  options: Readonly<Record<string, Choices>>
  owed: Readonly<Record<string, readonly string[]>>
}

const NONE: KindWords = { subtype: [], route: [], status: [], dates: [], options: {}, owed: {} }

/** The stated kind of case, or the kind whose law is the default. Undefined while loading, null if this person may not see its cases. */
export function useKindOfLaw(stated: unknown): WireSchema | null | undefined {
  const kinds = useKinds()
  return kinds && (kinds.find((kind) => (isStated(stated) ? kind.model === stated : kind.case?.default_law)) ?? null)
}

const isStated = (kind: unknown): kind is string => typeof kind === 'string' && kind !== ''

/** The words of a rule. Undefined while loading. */
export function useKindWords(stated: unknown): KindWords | undefined {
  const kind = useKindOfLaw(stated)
  return kind === undefined ? undefined : kind ? wordsOf(kind) : NONE // without the kind, codes stay codes
}

/** The words of a price: one without a kind applies to each kind of case that asks for its code. Undefined while loading. */
export function usePriceWords(stated: unknown): KindWords | undefined {
  const kinds = useKinds()?.filter(({ model }) => !isStated(stated) || model === stated)
  if (!kinds) return undefined
  const known = kinds.map(wordsOf)
  const all = (role: 'subtype' | 'route' | 'status') => [
    ...new Map(known.flatMap((one) => one[role]).map((choice) => [choice.value, choice])).values(),
  ]
  return { ...NONE, subtype: all('subtype'), route: all('route'), status: all('status') }
}

function wordsOf({ fields, states, case: kind }: WireSchema): KindWords {
  const choicesOf = ({ options = [] }: WireField) => options.map((option) => ({ value: option.code, label: option.label }))
  const optionsOf = (code: string | undefined) => fields.filter((field) => field.code === code).flatMap(choicesOf)
  const { subtype, route } = kind?.roles ?? {}
  const driving = fields.filter(({ drives }) => drives === 'docketing')
  const dates = driving.flatMap(({ code, label, type }) => (type === 'date' ? [{ value: code, label }] : []))
  const options = Object.fromEntries(driving.flatMap((field) => (field.options ? [[field.code, choicesOf(field)]] : [])))
  return { subtype: optionsOf(subtype), route: optionsOf(route), status: optionsOf(states?.field), dates, options, owed: kind?.fees_of_rules ?? {} }
}

/** The labels are in one language, the requested one, so both entries are the same. */
export const optionWords =
  (words: KindWords): OptionWords =>
  (role, code) => {
    const label = words[role].find(({ value }) => value === code)?.label
    return label === undefined ? undefined : { zh: label, en: label }
  }

/** Gives the words of a kind of case to the parts of a form of law. */
export const WordsOfKind = createContext<KindWords>(NONE)
export const useWordsOfKind = () => useContext(WordsOfKind)
