import type { Lang } from '../../model/kit/fields.ts'
import { furtherName } from '../words/language.ts'

/** The name of a statistic in the language of its reader. */
export const nameOf = (record: Readonly<Record<string, unknown>>, lang: Lang) =>
  furtherName('statistic', record['code']) || String((lang === 'en' && record['name_en']) || record['name'] || '')
