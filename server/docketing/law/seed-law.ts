import { anyTable } from '../../database/pool.ts'
import { isDeepStrictEqual } from 'node:util'
import type { CalendarRow } from '../../../model/docketing/calendar/calendar-pack.ts'
import type { LawFault } from '../../../model/docketing/rules/law-fault.ts'
import { BadLaw, faultsOf } from '../../../model/docketing/rules/law-pack.ts'
import type { Rule } from '../../../model/docketing/rules/rule.ts'
import type { Model } from '../../../model/kit/model.ts'
import { priceKey, PRICE_PLACES } from '../../../model/fees/schedule/price-columns.ts'
import type { FeeRow } from '../../../model/fees/schedule/schedule.ts'
import { readLawRows } from '../../../seed/law/deadlines/read.ts'
import { readFeePack } from '../../../seed/law/fees/read.ts'
import { GOLDEN_CASES } from '../../../seed/law/golden-cases.ts'
import { accessOf } from '../../records/permission/permission.ts'
import { modelNamed } from '../../records/registry.ts'
import { keepSetting } from '../../records/settings/settings.ts'
import { systemContext, type Tenant, inTransaction } from '../../records/context.ts'
import { takeInput } from '../../records/write/checks/validate.ts'
import { draftFrom, draftNew, insertDrafts, refuseFaulty, updateRows } from '../../records/write/write.ts'
import { goldenCases, MAX_GOLDEN } from '../golden/check.ts'
import { lawChanged, readLawTables } from './law.ts'
import { columnsOf, cut } from './seeded-columns.ts'
import { bringRules } from './seed-rules.ts'

/**
 * Adds the rows of the law packs that the tenant does not have yet, and brings unchanged rows up to date;
 * rows that the tenant changed or deleted stay. If pack and tenant conflict, the tenant keeps its whole law,
 * and the faults are returned: no case may be without its law.
 */
export async function seedLaw(tenant: Tenant): Promise<readonly LawFault[]> {
  const rows = readLawRows()
  const faults = faultsOf(rows)
  if (faults.length) throw new BadLaw(faults)
  const calendars = rows.calendars as CalendarRow[] // checked by faultsOf
  const bring = async (ctx: Context) => {
    const changed = [
      await bringRules(ctx, rows.rules as Rule[]),
      await bringIn(ctx, 'office_calendar', ['office', 'day'], calendars.flatMap(dayRows)),
      await bringIn(ctx, 'fee_schedule', ['row_key'], readFeePack().map(priceRow)),
      await bringIn(
        ctx,
        'golden_case',
        ['number'],
        GOLDEN_CASES.map((one) => ({ ...one })),
        MAX_GOLDEN - (await goldenCases(ctx)).length,
      ),
    ]
    await keepSetting(ctx, 'law.services', rows.services)
    await keepSetting(ctx, 'law.calendars', Object.fromEntries(calendars.map(({ days: _days, ...cover }) => [cover.office, cover])))
    if (changed.every((n) => n === 0)) return
    await readLawTables(ctx.db)
    lawChanged(ctx)
  }
  try {
    await inTransaction(systemContext(tenant), bring)
    return []
  } catch (error) {
    if (error instanceof BadLaw) return error.faults
    throw error
  }
}

type Context = ReturnType<typeof systemContext>

/** `room`: so many are added at most. */
async function bringIn(ctx: Context, name: string, key: readonly string[], rows: Record<string, unknown>[], room = Infinity) {
  const model = modelNamed(ctx.tenant.models, name)
  const codes = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const there = await anyTable(ctx.db)
    .selectFrom(name)
    .select([...codes, 'sid', 'version', 'deleted_at', 'created_by'])
    .execute()
  const keyOf = (row: Record<string, unknown>) => key.map((code) => String(row[code])).join(' ')
  const known = new Map(there.map((row) => [keyOf(row), row]))
  const missing = rows.filter((row) => !known.has(keyOf(row))).slice(0, room)
  const none = Object.fromEntries(codes.map((code) => [code, null]))
  const corrected = rows.flatMap((row) => {
    const before = known.get(keyOf(row))
    const next =
      before &&
      isAsItCame(before) &&
      (codes.includes('content') ? correctedContent(before, row) : correctedRow(ctx, model, before, { ...none, ...row }))
    return next ? [next] : []
  })
  await updateRows(ctx, model, corrected, codes)
  if (missing.length > 0) {
    const drafts = await draftNew(ctx, model, missing)
    refuseFaulty(drafts)
    await insertDrafts(ctx, { ...model, no_log: true }, drafts) // each row carries its source
  }
  return missing.length + corrected.length
}

const correctedContent = (before: Record<string, unknown>, row: Record<string, unknown>) =>
  isDeepStrictEqual(before.content, JSON.parse(JSON.stringify(row.content))) ? undefined : { ...row, sid: before.sid }

/** A row that somebody added under the same key is theirs. */
function correctedRow(ctx: Context, model: Model, before: Record<string, unknown>, row: Record<string, unknown>) {
  if (before.created_by !== null) return undefined
  const draft = draftFrom(before)
  takeInput(ctx, model, accessOf(ctx, model), draft, row)
  refuseFaulty([draft])
  return draft.changed.size > 0 ? draft.row : undefined
}

const isAsItCame = ({ version, deleted_at }: Record<string, unknown>) => Number(version) === 1 && deleted_at === null

function dayRows({ office, days, certainty, source }: CalendarRow) {
  return days.map((day) => ({
    office,
    day: day.date,
    kind: day.kind,
    name: day.name.slice(0, 100),
    certainty: day.certainty ?? certainty,
    source: cut(day.source ?? source),
  }))
}

const priceRow = (row: FeeRow) => ({ ...columnsOf(row, PRICE_PLACES), row_key: priceKey(row), content: row })
