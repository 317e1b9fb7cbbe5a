// A language that a tenant adds to ours: a table of words laid over one of the two in which everything is said. Pure.
import type { Lang } from '../../kit/fields.ts'

/** `fallback`: the language of each word that it lacks. */
export type FurtherLanguage = { code: string; name: string; fallback: Lang }

export const MAX_LANGUAGES = 20

/** `ja`, `pt-br`: in lower case, and none of ours. */
export const isFurtherCode = (code: string) => /^[a-z]{2,3}(-[a-z0-9]{2,8}){0,2}$/.test(code) && !/^(zh|zh-cn|en)$/.test(code) && isKnown(code)

/** The language's own name for itself; its code if the name is unknown. */
export const ownName = (code: string) => new Intl.DisplayNames([code], { type: 'language', fallback: 'code' }).of(code) ?? code

function isKnown(code: string) {
  try {
    return Intl.getCanonicalLocales(code).length === 1
  } catch {
    return false
  }
}
