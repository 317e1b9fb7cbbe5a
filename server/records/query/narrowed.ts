import { type RawBuilder, sql } from 'kysely'
import { HEAD, headFields } from '../../../model/cases/head-fields.ts'
import type { Condition, Predicate } from '../../../model/kit/iql/ast.ts'
import type { Model } from '../../../model/kit/model.ts'
import type { Context } from '../context.ts'
import { allOf, anyOf, GIVEN, isGiven } from '../permission/conditions.ts'
import { isOfCase } from '../permission/parts.ts'
import { accessOf } from '../permission/permission.ts'
import { fieldOf, kindsOf, modelNamed } from '../registry.ts'
import { compileCondition, joinsOf } from './conditions/condition.ts'
import { keptGroups } from './totals/kept-groups.ts'

/** Heads that a person sees, without the kinds that a query excludes: their tables need not be read. */
export function ofAskedKinds(ctx: Context, model: Model, rows: Condition | undefined, where: Condition | undefined): Condition | undefined {
  if (model.name !== HEAD || rows?.kind !== 'or' || !where) return rows
  const asked = kindsAsked(ctx, where)
  const left = rows.of.filter((part) => kindsIn(part)?.some((kind) => asked.has(kind)) ?? true)
  return left.length > 0 && left.length < rows.of.length ? { kind: 'or', of: left } : rows
}

/** A kind that does not have a field has no record with a value of it. */
function kindsAsked(ctx: Context, where: Condition): ReadonlySet<string> {
  const parts = partsOf(where)
  const named = parts.flatMap((part) => kindsIn(part) ?? [])
  const filled = parts.flatMap((part) => (part.kind === 'empty' && part.negated && part.path.length === 1 ? (part.path[0] ?? []) : []))
  const kinds = kindsOf(ctx.tenant.models).filter((kind) => filled.every((code) => IN_EVERY_HEAD.has(code) || headFields(kind).has(code)))
  return new Set(kinds.map(({ name }) => name).filter((name) => named.length === 0 || named.includes(name)))
}

/** Computed for every kind. */
const IN_EVERY_HEAD: ReadonlySet<string> = new Set(['kind', 'phase', 'next_due'])

const partsOf = (condition: Condition): Condition[] => (condition.kind === 'and' ? condition.of.flatMap(partsOf) : [condition])

/** The kinds to which a condition is limited. */
function kindsIn(condition: Condition): string[] | undefined {
  for (const part of partsOf(condition))
    if (part.kind === 'in' && !part.negated && part.path.join('.') === 'kind')
      return part.values.flatMap((one) => (one.kind === 'text' ? one.value : []))
  return undefined
}

/**
 * For a person whose roles show the records of certain cases, but who sees all cases that there are: the condition without the cases, and the
 * test of the latter, which is part of the same statement and costs a few milliseconds. The statement finds nothing where it fails.
 * `hasNoHidden`: where it holds, no head is hidden from this person either.
 */
export function ifAllSeen(
  ctx: Context,
  model: Model,
  rows: Condition | undefined,
): { rows: Condition | undefined; isAll: RawBuilder<unknown>; hasNoHidden: boolean } | undefined {
  const through = model.visibility?.through
  if (through === undefined || !rows || !isOfCase(model)) return undefined
  const onHeads = partsOf(rows).map((part) => ({ part, head: onHead(part, through) }))
  const heads = allOf(onHeads.flatMap(({ head }) => head ?? []))
  const head = modelNamed(ctx.tenant.models, HEAD)
  if (!heads) return undefined
  const own = accessOf(ctx, head).rows
  const both = own && allOf([heads, countedPart(head, own)].filter((part) => part !== undefined))
  const tested = both && both !== heads ? keptGroups(head, { where: both }) : undefined
  const counts = tested ?? keptGroups(head, { where: heads })
  if (!counts) return undefined
  const isSeen = compileCondition(joinsOf(ctx, head, 'h'), tested ? (both ?? heads) : heads)
  const live = sql`(select coalesce(sum(h.n) filter (where (${isSeen}) is not true), 0) from ${sql.table(counts.name)} as h) = 0`
  const gone = sql`not exists (select from ${sql.table(HEAD)} as h where h.deleted_at is not null and (${isSeen}) is not true)`
  const mayLack = !fieldOf(model, through)?.required
  const ofOthers = (part: Condition) =>
    (mayLack && !isMetWithoutCase(part) ? [anyOf([ofACase(through), ...withoutCase(part, through)])] : []).filter((one) => one !== undefined)
  const left = onHeads.flatMap(({ part, head: one }) => (one ? ofOthers(part) : [part]))
  return { rows: allOf(left), isAll: sql`${live} and ${gone}`, hasNoHidden: own === undefined || tested !== undefined }
}

/** Part of a condition that uses counted fields only; it matches no more heads than the condition. */
function countedPart(head: Model, condition: Condition): Condition | undefined {
  if (condition.kind !== 'or' && condition.kind !== 'and') return keptGroups(head, { where: condition }) ? condition : undefined
  const parts = condition.of.flatMap((part) => countedPart(head, part) ?? [])
  if (parts.length === 0 || (condition.kind === 'and' && parts.length < condition.of.length)) return undefined
  return { kind: condition.kind, of: parts }
}

const ofACase = (through: string): Condition => ({ kind: 'empty', path: [through], at: GIVEN, negated: true })

/** Without a case, every value of the case is empty. */
function isMetWithoutCase(condition: Condition): boolean {
  if (condition.kind === 'or') return condition.of.some(isMetWithoutCase)
  if (condition.kind === 'and') return condition.of.every(isMetWithoutCase)
  return condition.kind === 'empty' && !condition.negated
}

/** A condition on the case alone, asked of its head; a record without a case is none of these. */
function onHead(condition: Condition, through: string): Condition | undefined {
  if (condition.kind === 'not') return undefined
  if (!('of' in condition)) return predicateOnHead(condition, through)
  const parts = condition.of.filter((part) => condition.kind === 'and' || !isWithoutCase(part, through)).map((part) => onHead(part, through))
  const known = parts.filter((part) => part !== undefined)
  return known.length > 0 && known.length === parts.length ? { kind: condition.kind, of: known } : undefined
}

const isWithoutCase = (part: Condition, through: string): boolean =>
  part.kind === 'and' ? part.of.some((one) => isWithoutCase(one, through)) : part.kind === 'empty' && !part.negated && part.path.join('.') === through

/** The alternatives that show records without a case. */
const withoutCase = (condition: Condition, through: string) =>
  condition.kind === 'or' ? condition.of.filter((part) => isWithoutCase(part, through)) : []

function predicateOnHead(predicate: Predicate, through: string): Predicate | undefined {
  const [first, ...path] = predicate.path
  return first === through && path.length > 0 && isGiven(predicate.at) ? { ...predicate, path } : undefined
}
