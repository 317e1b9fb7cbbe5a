import { createContext, useContext } from 'react'
import type { OptionWords } from '../../model/docketing/wording/rule-words.ts'
import { useSchema } from '../api/api.ts'

type Choices = { value: string; label: string }[]
/** Of one kind of case: its types, routes and states in this person's language, and the fees that its law adds to a rule. */
export type KindWords = { subtype: Choices; route: Choices; status: Choices; owed: Readonly<Record<string, readonly string[]>> }

const NONE: KindWords = { subtype: [], route: [], status: [], owed: {} }

/** A rule or price without a kind of case is read in the words of patents. */
export const kindOfLaw = (kind: unknown) => (typeof kind === 'string' && kind !== '' ? kind : 'patent')

/** Undefined while loading. */
export function useKindWords(kind: unknown): KindWords | undefined {
  const { data, isError } = useSchema(kindOfLaw(kind))
  if (isError) return NONE // this person may see the law, but no case of the kind: codes stay codes
  if (!data) return undefined
  const optionsOf = (code: string | undefined) =>
    data.fields.find((field) => field.code === code)?.options?.map((option) => ({ value: option.code, label: option.label })) ?? []
  const { subtype, route } = data.case?.roles ?? {}
  return { subtype: optionsOf(subtype), route: optionsOf(route), status: optionsOf(data.states?.field), owed: data.case?.fees_of_rules ?? {} }
}

/** The labels are in one language, which is also the one that is asked for. */
export const optionWords =
  (words: KindWords): OptionWords =>
  (role, code) => {
    const label = words[role].find(({ value }) => value === code)?.label
    return label === undefined ? undefined : { zh: label, en: label }
  }

/** For the parts of a form of law: the words of its kind of case. */
export const WordsOfKind = createContext<KindWords>(NONE)
export const useWordsOfKind = () => useContext(WordsOfKind)
