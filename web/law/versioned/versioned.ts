import type { ComponentType, Dispatch, SetStateAction } from 'react'
import type { Rec } from '../../api/api.ts'
import type { BeforeSave } from '../../records/detail/overview.tsx'
import type { Word } from '../../words/language.ts'

export type FieldsProps<C> = { content: C; put: Dispatch<SetStateAction<C>>; isNew: boolean }

/** A kind of law that is kept in versions: what its form and its screen do not share with the others. */
export type Versioned<C extends object> = {
  model: 'deadline_rule' | 'fee_schedule'
  /** The name of their list, and what the form of a next version says. */
  words: { list: Word; follows: Word }
  /** Null: the content cannot be read. */
  read: (content: unknown) => C | null
  fresh: () => C
  /** The next version as it starts. */
  next: (last: C) => C
  missing: (content: C) => readonly Word[]
  /** What a new one says beside its content. */
  columns?: (content: C) => Record<string, unknown>
  /** Makes the next version and ends the last one. */
  follow: (last: Rec, content: C) => Promise<Rec>
  Fields: ComponentType<FieldsProps<C>>
  /** What the content says, while it is being written. */
  Telling: ComponentType<{ content: C }>
  /** Asks before a change is saved, with what it would move. */
  useQuestion?: () => BeforeSave
}
