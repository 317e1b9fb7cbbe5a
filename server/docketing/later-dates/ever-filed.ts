import { ENDED } from '../../../model/kit/model.ts'
import type { Context } from '../../records/context.ts'
import { modelNamed } from '../../records/registry.ts'

type Change = { field: string; old: unknown; new: unknown }

/** The cases that are filed, or were: an undone filing and a withdrawal stay in the change log. */
export async function filedAmong(ctx: Context, kind: string, sids: readonly string[]): Promise<string[]> {
  const heads = await ctx.db
    .selectFrom('case')
    .select(['sid', 'phase', 'filing_date'])
    .where('sid', 'in', [...sids])
    .execute()
  const isFiled = ({ phase, filing_date }: (typeof heads)[number]) => phase !== 'PREPARATION' && (filing_date !== null || !ENDED_PHASES.has(phase))
  const filed = heads.filter(isFiled).map(({ sid }) => sid)
  const others = sids.filter((sid) => !filed.includes(sid))
  return others.length > 0 ? [...filed, ...(await onceFiled(ctx, kind, others))] : filed
}

const ENDED_PHASES: ReadonlySet<unknown> = ENDED

async function onceFiled(ctx: Context, kind: string, sids: readonly string[]): Promise<string[]> {
  const { states } = modelNamed(ctx.tenant.models, kind)
  const lines = await ctx.db
    .selectFrom('change_log')
    .select(['record_sid', 'changes'])
    .where('entity', '=', kind)
    .where('record_sid', 'in', [...sids])
    .where('action', 'in', ['CREATE', 'UPDATE', 'TRANSITION', 'UNDO'])
    .execute()
  const isPending = (code: unknown) => {
    const phase = states?.facts?.[String(code)]?.phase
    return phase !== undefined && phase !== 'PREPARATION' && !ENDED.has(phase)
  }
  const wasFiled = lines.filter(
    ({ changes }) => (changes as Change[]).some(({ field, old, new: given }) => field === states?.field && (isPending(old) || isPending(given))), // written by writeHistory
  )
  return [...new Set(wasFiled.map(({ record_sid }) => String(record_sid)))]
}
