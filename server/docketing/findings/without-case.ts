import { lockKey, type Context, type RowValues } from '../../records/context.ts'
import type { Part } from '../../records/modules.ts'
import { contextSlot } from '../../records/slots.ts'
import { type Found, keep, rowOf } from './findings.ts'
import { type Companies, companiesWithoutCase, WITHOUT_CASE, waitingWithoutCase } from './forgotten.ts'

/**
 * What waits without a case is found, kept or settled, of these companies alone. Their locks are taken in one order: no index keeps a finding
 * without a case from being written twice, and each decision has to count those that were taken beside it.
 */
export async function findWithoutCase(ctx: Context, companies?: Companies): Promise<Found> {
  const of = (companies ?? (await companiesWithoutCase(ctx))).toSorted((one, other) => ((one ?? '') < (other ?? '') ? -1 : 1))
  for (const company of of) await lockKey(ctx, `findings without a case ${company ?? ''}`)
  const there = await openOf(ctx, of).selectAll().execute()
  const waiting = await waitingWithoutCase(ctx, of)
  return keep(
    ctx,
    waiting.map(({ company, gap }) => rowOf(gap, null, company)),
    there,
  )
}

const openOf = ({ db }: Context, companies: Companies) =>
  db
    .selectFrom('finding')
    .where('case_sid', 'is', null)
    .where('code', 'in', [...WITHOUT_CASE])
    .where(({ or, eb }) => or(companies.map((company) => (company === null ? eb('company_sid', 'is', null) : eb('company_sid', '=', company)))))

/** The companies of notices and mails without a case on which this transaction decides. */
const decided = contextSlot<Set<string | null>>()

export function decidedWithoutCase(ctx: Context, rows: readonly RowValues[]) {
  for (const { case_sid, company_sid } of rows)
    if (!case_sid) decided.ensure(ctx, () => new Set()).add(typeof company_sid === 'string' ? company_sid : null)
}

/** At the end of the transaction, so that whoever decides waits for nobody before. */
export const endWithoutCase: Part = {
  async beforeCommit(ctx) {
    const companies = [...(decided.of(ctx) ?? [])]
    decided.clear(ctx)
    if (companies.length === 0) return
    const open = await openOf(ctx, companies).select('company_sid').where('status', '=', 'OPEN').execute()
    const waiting = new Set(open.map(({ company_sid }) => company_sid ?? null))
    if (waiting.size > 0) await findWithoutCase(ctx, [...waiting])
  },
}
