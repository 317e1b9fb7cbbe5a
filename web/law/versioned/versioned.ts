import type { ComponentType, Dispatch, SetStateAction } from 'react'
import type { Rec } from '../../api/api.ts'
import type { Word } from '../../words/language.ts'

export type FieldsProps<C> = { content: C; put: Dispatch<SetStateAction<C>>; isNew: boolean }

/** The version to be saved: a change of `record`, the next version after `last`, or a first version. */
export type Draft<C> = { record: Rec | undefined; last: Rec | undefined; content: C }

/** Null: the person went back. A reason is required if golden cases would no longer hold. */
export type Confirmed = { reason?: string } | null

/** A versioned kind of law: the differences of its form and screen from the others. */
export type Versioned<C extends object> = {
  model: 'deadline_rule' | 'fee_schedule'
  /** The name of their list, and the hint of a next version's form. */
  words: { list: Word; follows: Word }
  /** Null: the content is invalid. */
  read: (content: unknown) => C | null
  fresh: () => C
  /** The initial content of the next version. */
  next: (last: C) => C
  missing: (content: C) => readonly Word[]
  /** The values of a new one besides its content. */
  columns?: (content: C) => Record<string, unknown>
  /** Makes the next version and ends the last one. */
  follow: (last: Rec, content: C, reason: string | undefined) => Promise<Rec>
  Fields: ComponentType<FieldsProps<C>>
  /** The description of the content during editing. */
  Telling: ComponentType<{ content: C }>
  /** Asks for confirmation before it is saved, with its effects. */
  useQuestion: () => (draft: Draft<C>) => Promise<Confirmed>
}
