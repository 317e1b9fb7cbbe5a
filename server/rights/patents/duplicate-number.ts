import { anyTable } from '../../database/pool.ts'
import type { Model } from '../../../model/kit/model.ts'
import { accessOf } from '../../records/permission/permission.ts'
import { search } from '../../records/query/search.ts'
import { faultAt } from '../../records/write/validate.ts'
import type { Context, Draft, RowValues } from '../../records/context.ts'

/** One application is one case; the fault names the other case if the user may see it. */
export async function checkDuplicateNumber(ctx: Context, model: Model, drafts: readonly Draft[]) {
  const asked = drafts.filter(({ row, changed }) => row.application_key && PARTS.some((code) => changed.has(code)))
  if (asked.length === 0) return
  const there = await anyTable(ctx.db)
    .selectFrom(model.name)
    .select(['sid', ...PARTS])
    .where('application_key', 'in', [...new Set(asked.map(({ row }) => String(row.application_key)))])
    .where('deleted_at', 'is', null)
    .execute()
  const bySame = Map.groupBy(there, sameness)
  const own = Map.groupBy(asked, ({ row }) => sameness(row))
  const twins = asked.flatMap((draft) => {
    const twin = bySame.get(sameness(draft.row))?.find((row) => row.sid !== draft.sid)
    return twin ? [{ draft, sid: String(twin.sid) }] : []
  })
  const seen = await caseNosSeen(
    ctx,
    model,
    twins.map(({ sid }) => sid),
  )
  for (const { draft, sid } of twins) {
    const caseNo = seen.get(sid)
    faultAt(
      ctx,
      model,
      draft,
      'application_no',
      caseNo ? [`已有案件 ${caseNo}`, `is already used by case ${caseNo}`] : ['已有相同申请号的案件', 'is already used by another case'],
    )
  }
  for (const same of own.values()) for (const draft of same.slice(1)) faultAt(ctx, model, draft, 'application_no', ['重复', 'is a duplicate'])
}

const PARTS = ['application_key', 'country', 'patent_type', 'company_sid'] as const
const sameness = (row: RowValues) => PARTS.map((code) => String(row[code] ?? '')).join(' ')

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
