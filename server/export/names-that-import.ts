import type { Field } from '../../model/kit/fields.ts'
import type { Ref } from '../../model/kit/wire/wire.ts'
import { findNamed } from '../import/rows/references/references.ts'
import type { Context } from '../records/context.ts'
import { namesSeen } from '../records/history/named-changes.ts'
import type { Found } from '../records/query/plans.ts'
import { fieldOf, modelNamed } from '../records/registry.ts'
import type { ExportColumn } from './columns.ts'

/** Of one model, by sid. */
type Names = Map<string, string>

/**
 * References in a file have the reader's name of a record where an import finds that record by it, and otherwise the Chinese name:
 * two inventors often share one English name. Each record is looked up once for a file.
 */
export function namesThatImport(ctx: Context, columns: readonly ExportColumn[]): (batch: Found[]) => Promise<Found[]> {
  if (ctx.lang === 'zh') return async (batch) => batch
  const known = new Map<string, Names>()
  return async (batch) => {
    const unknown = new Map<string, Names>()
    inBatch(batch, columns, (to, ref) => {
      if (!known.get(to)?.has(ref.sid) && !isUnique(ctx, to)) unknown.set(to, (unknown.get(to) ?? new Map<string, string>()).set(ref.sid, ref.name))
      return ref
    })
    for (const [to, names] of unknown) known.set(to, new Map([...(known.get(to) ?? []), ...(await chosen(ctx, to, names))]))
    return inBatch(batch, columns, (to, ref) => ({ ...ref, name: known.get(to)?.get(ref.sid) ?? ref.name }))
  }
}

/** A display name with a unique part needs no look-up. */
function isUnique({ tenant }: Context, to: string) {
  const target = modelNamed(tenant.models, to)
  return target.display.some((code) => fieldOf(target, code)?.unique)
}

async function chosen(ctx: Context, to: string, names: Names): Promise<Names> {
  const target = modelNamed(ctx.tenant.models, to)
  const found = await findNamed(ctx, target, [...new Set(names.values())])
  const isFound = (sid: string, name: string) => {
    const meant = found.get(name)
    return meant !== undefined && 'sid' in meant && meant.sid === sid
  }
  const others = new Set([...names].flatMap(([sid, name]) => (isFound(sid, name) ? [] : [sid])))
  if (others.size === 0) return names
  const nameOf = await namesSeen({ ...ctx, lang: 'zh' }, new Map([[to, others]]))
  return new Map([...names].map(([sid, name]) => [sid, (others.has(sid) && nameOf(to, sid)) || name]))
}

type Visit = (to: string, ref: Ref) => Ref

const inBatch = (batch: readonly Found[], columns: readonly ExportColumn[], visit: Visit): Found[] =>
  batch.map((row) => ({ ...row, ...Object.fromEntries(columns.map(({ code, field }) => [code, inValue(field, row[code], visit)])) }))

const isRef = (value: unknown): value is Ref => typeof value === 'object' && value !== null && 'sid' in value && 'name' in value

function inValue(field: Field, value: unknown, visit: Visit): unknown {
  if (field.type === 'rows') return Array.isArray(value) ? value.map((row: Found) => inRow(field.of, row, visit)) : value
  if (field.type !== 'reference' && field.type !== 'references') return value
  const one = (ref: unknown) => (isRef(ref) && ref.name !== '' ? visit(field.to, ref) : ref)
  return Array.isArray(value) ? value.map(one) : one(value)
}

const inRow = (of: Readonly<Record<string, Field>>, row: Found, visit: Visit): Found =>
  Object.fromEntries(Object.entries(row).map(([code, value]) => [code, of[code] ? inValue(of[code], value, visit) : value]))
