import { type CaseKind, fieldOfRole } from '../../../model/cases/case-kind.ts'
import type { PriorityRow } from '../../../model/import/row.ts'
import type { Context, Draft, RowValues } from '../../records/context.ts'
import { fieldsOf } from '../../records/registry.ts'
import { keptOf, profileOf } from '../profile.ts'
import { hasAdvanced } from '../rows/change-records.ts'
import { keepRow, type Seen } from '../rows/existing-records.ts'
import type { Item } from '../rows/item.ts'
import { matchKeysOf } from '../rows/match-keys.ts'
import { newClaims } from '../rows/relations/merge-claims.ts'
import { inputOf, keyOfClaim } from '../rows/relations/priority-rows.ts'

/** The record that a row of the file makes, as far as later rows of the file may add to it. */
export type FileRecord = { filled: ReadonlySet<string>; row: RowValues; claims: RowValues[] }

export function recordOf(kind: CaseKind, draft: Draft, claims: readonly PriorityRow[]): FileRecord {
  const { row } = draft
  const filled = fieldsOf(kind.model).flatMap(([code]) => (isEmpty(row[code]) ? [] : [code]))
  return { filled: interned(filled), row: pick(row, factsOf(kind)), claims: claims.map((claim) => claimOf(kind, claim)) }
}

type At = { at: number; record: FileRecord; seen: Seen }

/** Whether a duplicate adds to the record of its first row, as the import completes it; then later rows find the record by the new values too. */
export async function completeRecord(ctx: Context, kind: CaseKind, item: Item, { at, record, seen }: At): Promise<boolean> {
  const { model } = kind
  const kept = keptOf(ctx, model)
  const fresh = Object.keys(item.values).filter((code) => !isEmpty(item.values[code]) && !record.filled.has(code) && !kept.has(code))
  const row = { ...record.row, ...pick(item.values, fresh) }
  const state = model.states?.field ?? ''
  const isOn = hasAdvanced(profileOf(ctx, model), row[state], item.values[state], item)
  if (isOn) row[state] = item.values[state]
  const isClaiming = kind.priorities !== undefined && (await claims(ctx, kind, item, { ...record, row }))
  if (fresh.length === 0 && !isOn && !isClaiming) return false
  record.row = pick(row, factsOf(kind))
  record.filled = interned([...record.filled, ...fresh])
  keepRow(ctx, model, { row: item.row, read: item.read, values: record.row }, seen, at)
  return true
}

async function claims(ctx: Context, kind: CaseKind, item: Item, record: FileRecord): Promise<boolean> {
  if (!kind.priorities || item.read.priorities.length + item.read.said.length === 0) return false
  const draft: Draft = { sid: '', before: {}, row: record.row, changed: new Set(), faults: [], warnings: [] }
  const { rows, numbered } = await newClaims(ctx, { kind, claiming: kind.priorities }, { draft, read: item.read }, record.claims)
  for (const { row, claim } of numbered) Object.assign(row, claimOf(kind, claim))
  record.claims.push(...rows.map((claim) => claimOf(kind, claim)))
  return rows.length + numbered.length + draft.changed.size > 0
}

const claimOf = (kind: CaseKind, claim: PriorityRow): RowValues => ({ ...inputOf(claim, ''), priority_key: keyOfClaim(kind, claim) ?? null })

const facts = new WeakMap<CaseKind, readonly string[]>()

/** The fields by which rows of a file find this record, and those that the rules of priorities read. */
function factsOf(kind: CaseKind): readonly string[] {
  const { model, priorities: claiming, importProfile: profile } = kind
  const known = facts.get(kind)
  if (known) return known
  const keys = matchKeysOf(model, profile).flatMap(({ columns }) => columns)
  const numbers = fieldsOf(model).flatMap(([, { normalises }]) => (normalises ? [normalises.field, normalises.office] : []))
  const roles = (['country', 'subtype', 'filing_date'] as const).flatMap((role) => fieldOfRole(model, role) ?? [])
  const further = [claiming?.international, claiming?.said, profile?.source_field, model.states?.field].flatMap((code) => code ?? [])
  const all = [...new Set(['company_sid', ...keys, ...numbers, ...roles, ...further, ...(model.natural_keys?.apart ?? [])])]
  facts.set(kind, all)
  return all
}

const isEmpty = (value: unknown) => value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

const pick = (row: RowValues, codes: readonly string[]): RowValues =>
  Object.fromEntries(codes.flatMap((code) => (isEmpty(row[code]) ? [] : [[code, row[code]]])))

const sets = new Map<string, ReadonlySet<string>>()
const MAX_SETS = 5000

/** Most records of a file have the same fields. */
function interned(codes: readonly string[]): ReadonlySet<string> {
  const key = codes.toSorted().join()
  const known = sets.get(key) ?? new Set(codes)
  if (sets.size < MAX_SETS) sets.set(key, known)
  return known
}
