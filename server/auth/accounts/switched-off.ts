import { HEAD } from '../../../model/cases/head-fields.ts'
import { ENDED, type Model } from '../../../model/kit/model.ts'
import type { Context, Draft } from '../../records/context.ts'
import { warnAt } from '../../records/write/checks/warnings.ts'
import type { Body } from './rank.ts'
import { endTokens } from './close-account.ts'

export type Affected = { accounts: number; cases: number; deadlines: number }

/** Effects of switching off a company or an agency: its open accounts, its running cases and their open deadlines */
export async function affectedBy({ db }: Context, { field, sid }: Body): Promise<Affected> {
  const accounts = await db
    .selectFrom('user as u')
    .innerJoin('user_info as p', 'p.sid', 'u.user_info_sid')
    .select((of) => of.fn.countAll<string>().as('count'))
    .where(`p.${field}`, '=', sid)
    .where('p.deleted_at', 'is', null)
    .where('u.status', '=', 'OPEN')
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst()
  const running = db
    .selectFrom(`${HEAD} as c`)
    .where(`c.${field}`, '=', sid)
    .where('c.deleted_at', 'is', null)
    .where((of) => of.or([of('c.phase', 'is', null), of('c.phase', 'not in', [...ENDED])]))
  const cases = await running.select((of) => of.fn.countAll<string>().as('count')).executeTakeFirst()
  const deadlines = await running
    .innerJoin('deadline as d', 'd.case_sid', 'c.sid')
    .select((of) => of.fn.countAll<string>().as('count'))
    .where('d.status', '=', 'OPEN')
    .where('d.deleted_at', 'is', null)
    .executeTakeFirst()
  return { accounts: Number(accounts?.count ?? 0), cases: Number(cases?.count ?? 0), deadlines: Number(deadlines?.count ?? 0) }
}

/** Before the switch-off, the person sees who is affected and must confirm. */
export async function warnOfSwitchingOff(ctx: Context, model: Model, draft: Draft, field: string, body: Body) {
  if (!ctx.warnings && !ctx.confirmed) return
  const { accounts, cases, deadlines } = await affectedBy(ctx, body)
  if (accounts + cases + deadlines === 0) return
  const words = [
    `${accounts} 个账号将立即退出登录，且不能再登录；涉及未结案件 ${cases} 件、未完成期限 ${deadlines} 项`,
    `signs out the users of ${accounts} accounts at once and refuses their sign-in; running cases: ${cases}, open deadlines: ${deadlines}`,
  ] as const
  warnAt(model, draft, { code: 'switching_off', field, words, asks: true })
}

/** Every session and personal token of their people ends; the accounts stay open for the day that a company is switched on again. */
export async function endTokensOf(ctx: Context, field: Body['field'], sids: readonly string[]) {
  if (sids.length === 0) return
  const rows = await ctx.db
    .selectFrom('user as u')
    .innerJoin('user_info as p', 'p.sid', 'u.user_info_sid')
    .select('u.sid')
    .where(`p.${field}`, 'in', [...sids])
    .execute()
  await endTokens(
    ctx,
    rows.map(({ sid }) => sid),
  )
}
