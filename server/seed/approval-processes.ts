import type { Level } from '../../model/approval/graph.ts'
import { graphOfLevels } from '../../model/approval/levels.ts'
import { APPROVAL_PROCESSES, type SeedProcess } from '../../seed/approval-processes.ts'
import type { Context } from '../records/context.ts'
import { giveNew } from './give-new.ts'
import { add } from './rows.ts'

/** Drafts of approval processes. */
export const seedApprovalProcesses = (ctx: Context) =>
  giveNew(ctx, 'seed.approval_processes', APPROVAL_PROCESSES, async (fresh) => {
    const known = await ctx.db.selectFrom('approval_process').select('code').execute()
    const taken = new Set(known.map(({ code }) => String(code)))
    const roles = await ctx.db.selectFrom('role').select(['code', 'sid']).where('deleted_at', 'is', null).execute()
    const sids = new Map(roles.map(({ code, sid }) => [String(code), sid]))
    const missing = fresh.filter(({ code }) => !taken.has(code))
    const rows = missing.map(({ levels: own, ...process }) => {
      const levels = own.map((level) => levelWith(level, sids))
      return { ...process, levels, graph: graphOfLevels(levels) }
    })
    await add(ctx, 'approval_process', rows)
  })

/** If the role of a participant was deleted, the starter's leader replaces it until an administrator decides. */
function levelWith({ participants, ...level }: SeedProcess['levels'][number], sids: ReadonlyMap<string, string>): Level {
  return {
    ...level,
    participants: participants.map((one) => {
      if (!('role' in one)) return one
      const sid = sids.get(one.role)
      return sid === undefined ? { kind: 'STARTER_LEADER', up: 1 } : { kind: 'ROLE', sid }
    }),
  }
}
