import type { ComponentType, ReactNode } from 'react'
import type { WireSchema } from '../../../model/kit/wire.ts'
import type { Rec } from '../../api/api.ts'
import type { List } from './use-list.ts'

/** What an area adds to the list of its own model. */
export type ListOwn = {
  /** The columns that a person sees before choosing. */
  columns?: readonly string[]
  /** The filters that stand in sight, by field. */
  usual?: readonly string[]
  /** Stands in place of the ordinary search box. */
  Search?: ComponentType<{ list: List }>
  acts?: ReactNode
  /** Heads the preview of a record. */
  Preview?: ComponentType<{ record: Rec; schema: WireSchema }>
  /** Beside the other acts on what is chosen. */
  Batch?: ComponentType<{ sids: readonly string[]; onDone: () => void }>
}
