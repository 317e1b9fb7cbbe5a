import { wordIn, type Words } from '../../model/kit/fields.ts'
import type { Draft } from '../records/consequences.ts'
import type { Work } from '../records/work.ts'

/** A fault of the whole record rather than of one field. */
export function ruleFault(work: Work, draft: Draft, label: Words, words: Words) {
  draft.faults.push({ field: '', label: wordIn(label, work.lang), reason: wordIn(words, work.lang) })
}
