import { type RawBuilder, sql } from 'kysely'
import type { Field } from '../../../../model/kit/fields.ts'
import type { Order } from '../../../../model/kit/iql/ast.ts'
import { refuse } from '../../../errors.ts'
import { modelNamed } from '../../registry.ts'
import { displayOf } from '../words/display.ts'
import { follow, join, type Joins, valueAt } from './joins.ts'

type Sql = RawBuilder<unknown>

/** The sort expression of rows, with its direction. */
export type Sorted = { value: Sql; direction: string }

/** Empty values come last in descending and first in ascending order, so that one index serves both; ties are ordered by sid. */
export function sortedBy(joins: Joins, order: readonly Order[]): Sorted[] {
  if (order.length === 0) return NEWEST
  const parts = order.map(({ path, at, desc }) => {
    const spot = follow(joins, path, at)
    if (spot.kind === 'inside' || !isSortable(spot.field))
      return refuse('bad_iql', { position: at, why_zh: `不能按“${spot.shown}”排序`, why_en: `cannot sort by “${spot.shown}”` })
    const column = spot.field.type === 'reference' ? byName(joins, spot.alias, spot.code, spot.field.to) : valueAt(spot)
    return { value: column, direction: directionOf(desc, spot.alias === joins.alias && NEVER_EMPTY.has(spot.code)) }
  })
  return [...parts, { value: sql`t.sid`, direction: order[0]?.desc ? 'desc' : 'asc' }]
}

const NEWEST: Sorted[] = [
  { value: sql`t.updated_at`, direction: 'desc' },
  { value: sql`t.sid`, direction: 'desc' },
]

export const directionOf = (desc: boolean, neverEmpty = false) => `${desc ? 'desc' : 'asc'}${neverEmpty ? '' : desc ? ' nulls last' : ' nulls first'}`

export const orderSql = (joins: Joins, order: readonly Order[]): Sql =>
  sql.join(sortedBy(joins, order).map(({ value, direction }) => sql`${value} ${sql.raw(direction)}`))

const NEVER_EMPTY = new Set(['sid', 'version', 'updated_at'])

/** A reference is sorted by its displayed name. */
function byName(joins: Joins, alias: string, code: string, to: string) {
  const target = modelNamed(joins.ctx.tenant.models, to)
  return displayOf(target, join(joins, alias, code, target), joins.ctx)
}

export const UNSORTABLE = new Set(['options', 'references', 'rows', 'attachment', 'json'])

/** A field read from another column has no index in its own order. */
export const isSortable = ({ type, read_from: from }: Pick<Field, 'type' | 'read_from'>) => !UNSORTABLE.has(type) && !from
