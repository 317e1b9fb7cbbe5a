import type { Lang } from '../../model/kit/fields.ts'

/** A label within an English sentence: small letters, except for abbreviations. */
export const inSentence = (label: string, lang: Lang): string =>
  lang === 'en' ? label.replace(/\p{Lu}(?=\p{Ll})/gu, (letter) => letter.toLowerCase()) : label
