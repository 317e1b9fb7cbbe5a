import { type HrCaller, hrCallers } from '../../../model/organisation/hr-change-actions.ts'
import { perform } from '../../records/actions.ts'
import type { Context } from '../../records/context.ts'
import type { Part } from '../../records/modules.ts'
import { aggregate } from '../../records/query/totals/aggregate.ts'
import { modelNamed } from '../../records/registry.ts'
import { isObject } from './attributes.ts'

export const callers: Part = { actions: perform(hrCallers, async ({ ctx }) => ({ callers: await callersOf(ctx) })) }

const COUNTS = { TAKEN: 'taken', PARTLY: 'partly', REFUSED: 'refused' } as const

/** By name and owner of the token, of the changes that this person may see; the last used first. */
async function callersOf(ctx: Context): Promise<HrCaller[]> {
  const groups = await aggregate(ctx, modelNamed(ctx.tenant.models, 'hr_change'), { by: ['token_name', 'created_by', 'result'] })
  const found = new Map<string, HrCaller & { person: string }>()
  for (const { by, count } of groups) {
    const owner = isObject(by.created_by) ? by.created_by : {}
    const [token_name, person] = [String(by.token_name ?? ''), String(owner.sid ?? '')]
    const key = JSON.stringify([token_name, person])
    const one = found.get(key) ?? { token_name, person, owner: String(owner.name ?? ''), last_used_at: null, taken: 0, partly: 0, refused: 0 }
    one[COUNTS[by.result as keyof typeof COUNTS]] += count // one of its options
    found.set(key, one)
  }
  const all = [...found.values()]
  const used = await lastUses(ctx, all.map(({ person }) => person)) // oxfmt-ignore
  return all
    .map(({ person, ...one }) => ({ ...one, last_used_at: used.get(JSON.stringify([one.token_name, person])) ?? null }))
    .sort((one, other) => Date.parse(other.last_used_at ?? NEVER) - Date.parse(one.last_used_at ?? NEVER))
}

const NEVER = '1970-01-01T00:00:00Z'

async function lastUses({ db }: Context, people: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (people.length === 0) return new Map()
  const rows = await db
    .selectFrom('token')
    .select(['name', 'created_by', 'last_used_at'])
    .where('kind', '=', 'PERSONAL')
    .where('created_by', 'in', [...new Set(people)])
    .where('last_used_at', 'is not', null)
    .orderBy('last_used_at')
    .execute()
  return new Map(rows.map(({ name, created_by, last_used_at }) => [JSON.stringify([name, created_by]), String(last_used_at)]))
}
