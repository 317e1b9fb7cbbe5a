import type { Level } from '../../model/approval/graph.ts'
import { graphOfLevels } from '../../model/approval/levels.ts'
import { APPROVAL_PROCESSES, type SeedProcess } from '../../seed/approval-processes.ts'
import type { Context } from '../records/context.ts'
import { keepSetting, readSetting } from '../records/settings.ts'
import { add } from './rows.ts'

const KEY = 'seed.approval_processes'

/** Drafts of approval processes. Which were given is remembered: one that was deleted does not come back, a new one comes. */
export async function seedApprovalProcesses(ctx: Context) {
  const kept = await readSetting(ctx, KEY)
  const given = Array.isArray(kept) ? kept.map(String) : []
  const known = await ctx.db.selectFrom('approval_process').select('code').execute()
  const taken = new Set(known.map(({ code }) => String(code)))
  const fresh = APPROVAL_PROCESSES.filter(({ code }) => !given.includes(code))
  if (fresh.length === 0) return
  const roles = await ctx.db.selectFrom('role').select(['code', 'sid']).where('deleted_at', 'is', null).execute()
  const sids = new Map(roles.map(({ code, sid }) => [String(code), sid]))
  const rows = fresh.filter(({ code }) => !taken.has(code)).map(({ levels: own, ...process }) => {
    const levels = own.map((level) => levelWith(level, sids))
    return { ...process, levels, graph: graphOfLevels(levels) }
  }) // oxfmt-ignore
  await add(ctx, 'approval_process', rows)
  await keepSetting(ctx, KEY, [...given, ...fresh.map(({ code }) => code)])
}

/** Where the role of a participant was deleted, the starter's leader stands for it until an administrator decides. */
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
