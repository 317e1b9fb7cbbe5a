// The words of a change log line, also for users without access to the whole log.
import type { Lang } from '../../../model/kit/fields.ts'
import { wordIn } from '../../../model/kit/fields.ts'
import { change_log } from '../../../model/settings/change_log.ts'
import type { Word } from '../../words/language.ts'

export function actionWord(action: unknown, lang: Lang): string {
  const words = Object.entries(change_log.fields.action.options).find(([code]) => code === action)?.[1]
  return words ? wordIn(words, lang) : String(action ?? '')
}

const SOURCES: Readonly<Record<string, Word>> = { api: 'changes.api', import: 'changes.import', job: 'changes.job', sync: 'changes.sync' }

/** The source of a change, except by hand. */
export const sourceWord = (source: unknown): Word | undefined => SOURCES[String(source).toLowerCase()]
