import { wordIn, type Words } from '../../model/kit/fields.ts'
import type { DocketLine } from '../../model/reconciliation/docket_line.ts'

/** One result of the comparison, before it is written. */
export type Line = Partial<Omit<DocketLine, 'what' | 'what_en' | 'note' | 'note_en' | 'result'>> & {
  result: NonNullable<DocketLine['result']>
  label?: Words
  says?: Words
}

/** A deadline as a list names it. */
export type NamedDeadline = { name: string; due: string }

const cut = (text: string | null | undefined, most: number) => (text ? text.slice(0, most) : null)

/** The fields of its record. */
export const fieldsOfLine = ({ label, says, about, theirs, ours, theirs_en, ours_en, ...line }: Line) => ({
  ...line,
  about: cut(about, 255),
  theirs: cut(theirs, 500),
  ours: cut(ours, 500),
  theirs_en: cut(theirs_en ?? theirs, 500),
  ours_en: cut(ours_en ?? ours, 500),
  what: label ? cut(wordIn(label, 'zh'), 255) : null,
  what_en: label ? cut(wordIn(label, 'en'), 255) : null,
  note: says ? cut(wordIn(says, 'zh'), 500) : null,
  note_en: says ? cut(wordIn(says, 'en'), 500) : null,
  status: line.result === 'SAME' ? ('SETTLED' as const) : ('OPEN' as const),
})
