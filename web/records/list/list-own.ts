import type { ComponentType, ReactNode } from 'react'
import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import type { Rec } from '../../api/api.ts'
import type { CellProps } from '../../fields/view.ts'
import type { List } from './use-list.ts'

/** A module's additions to the list of its own model. */
export type ListOwn = {
  /** The default columns. */
  columns?: readonly string[]
  /** The filters that are always visible, by field. */
  usual?: readonly string[]
  /** Replaces the default search box. */
  Search?: ComponentType<{ list: List }>
  acts?: ReactNode
  /** The cells of fields whose type alone does not determine their display. */
  cells?: Readonly<Record<string, ComponentType<CellProps>>>
  /** The default widths of these columns in pixels, where that of their type does not suit. */
  widths?: Readonly<Record<string, number>>
  /** Fields that these cells read besides their own. */
  beside?: readonly string[]
  /** Shown at the top of a record's preview. */
  Preview?: ComponentType<{ record: Rec; schema: WireSchema }>
  /** Fields that `Preview` shows. */
  ownFields?: readonly string[]
  /** Beside the other actions on selected records. */
  Batch?: ComponentType<BatchOwnProps>
}

/** `iql`: all results of this query are selected, and `sids` is empty. */
export type BatchOwnProps = { sids: readonly string[]; iql?: string; onDone: () => void }

/** Wide enough to read the proposal without opening it. */
export const ABOUT_WIDTH = 420
