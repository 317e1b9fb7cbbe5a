import { type CaseKind, fieldOfRole } from '../../../model/cases/case-kind.ts'
import { applicationKeyOf } from '../../../model/cases/relations/family-facts.ts'
import type { Model } from '../../../model/kit/model.ts'
import { anyTable } from '../../database/pool.ts'
import { accessOf } from '../../records/permission/permission.ts'
import { search } from '../../records/query/search.ts'
import { modelNamed } from '../../records/registry.ts'
import { faultAt } from '../../records/write/checks/validate.ts'
import type { Context, Draft, RowValues } from '../../records/context.ts'

/** One application is one case; the fault names the other case if the user may see it. */
export async function checkDuplicateNumber(ctx: Context, kind: CaseKind, drafts: readonly Draft[]) {
  const model = modelNamed(ctx.tenant.models, kind.name)
  const key = applicationKeyOf(kind)
  const parts = kind.model.uniques?.find((unique) => key !== undefined && unique.includes(key))
  if (!key || !parts) return
  const number = fieldOfRole(model, 'application_no') ?? key
  const sameness = (row: RowValues) => parts.map((code) => String(row[code] ?? '')).join(' ')
  const asked = drafts.filter(({ row, changed }) => row[key] && parts.some((code) => changed.has(code)))
  if (asked.length === 0) return
  const there = await anyTable(ctx.db)
    .selectFrom(model.name)
    .select(['sid', ...parts])
    .where(key, 'in', [...new Set(asked.map(({ row }) => String(row[key])))])
    .where('deleted_at', 'is', null)
    .execute()
  const bySame = Map.groupBy(there, sameness)
  const own = Map.groupBy(asked, ({ row }) => sameness(row))
  const duplicates = asked.flatMap((draft) => {
    const duplicate = bySame.get(sameness(draft.row))?.find((row) => row.sid !== draft.sid)
    return duplicate ? [{ draft, sid: String(duplicate.sid) }] : []
  })
  const seen = await caseNosSeen(
    ctx,
    model,
    duplicates.map(({ sid }) => sid),
  )
  for (const { draft, sid } of duplicates) {
    const caseNo = seen.get(sid)
    faultAt(
      ctx,
      model,
      draft,
      number,
      caseNo ? [`已有案件 ${caseNo}`, `is already used by case ${caseNo}`] : ['已有相同申请号的案件', 'is already used by another case'],
    )
  }
  for (const same of own.values()) for (const draft of same.slice(1)) faultAt(ctx, model, draft, number, ['重复', 'is a duplicate'])
}

async function caseNosSeen(ctx: Context, model: Model, sids: readonly string[]): Promise<Map<string, string>> {
  const access = accessOf(ctx, model)
  if (sids.length === 0 || !access.mayRead('case_no') || !(access.verbs.has('search') || access.verbs.has('*'))) return new Map()
  const found = new Map<string, string>()
  for (let i = 0; i < sids.length; i += 100) {
    const some = sids.slice(i, i + 100)
    const { record } = await search(ctx, model, {
      fl: ['case_no'],
      iql: `sid in (${some.map((sid) => `"${sid}"`).join(',')})`,
      rows: 100,
      total: 'none',
    })
    for (const row of record) found.set(String(row.sid), String(row.case_no))
  }
  return found
}
