import type { FastifyRequest } from 'fastify'
import { ABILITIES } from '../../model/auth/abilities.ts'
import { labelOf, type Words, wordIn } from '../../model/kit/fields.ts'
import { type BiRefused, createBiAccess, readBiAccess, renewBiPassword, withdrawBiAccess } from '../../model/settings/bi-routes.ts'
import { auditIn } from '../auth/audit/audit.ts'
import { countAttempt } from '../auth/limits/limits.ts'
import { refuseUnlessConfirmed } from '../auth/session/confirmed.ts'
import { ownAccount } from '../auth/session/own-account.ts'
import { BiFault } from '../database/bi/faults.ts'
import { placeOf } from '../database/bi/place.ts'
import { admitBi, changeBiPassword, dropsRole, newBiPassword, withdrawBi } from '../database/bi/role.ts'
import { biStanding } from '../database/bi/standing.ts'
import { both, refuse, refuseFaults } from '../errors.ts'
import { type Context, inTransaction } from '../records/context.ts'
import { writeHistoryOfAll } from '../records/history/of-all.ts'
import { authorizeForAll } from '../records/permission/for-all.ts'
import { loadModels, modelNamed } from '../records/registry.ts'
import { type Route, serve } from '../route.ts'
import type { Server } from '../server.ts'

/** What the commands `bi create`, `bi password` and `bi withdraw` do, for an administrator who has no access to the machine. */
export const biRoutes: readonly Route[] = [
  serve(readBiAccess, async ({ server, ctx }) => {
    refuseUnlessForAll(ctx)
    return accessOf(server, ctx)
  }),
  serve(createBiAccess, async ({ server, ctx, request, body: { acknowledged } }) => {
    await refuseUnlessOneself(ctx, request)
    if (acknowledged !== true) refuseUnacknowledged(ctx)
    const password = await createAccess(ctx)
    return { ...(await accessOf(server, ctx)), password }
  }),
  serve(renewBiPassword, async ({ server, ctx, request }) => {
    await refuseUnlessOneself(ctx, request)
    const password = await renewPassword(ctx)
    return { ...(await accessOf(server, ctx)), password }
  }),
  serve(withdrawBiAccess, async ({ server, ctx, request }) => {
    await refuseUnlessOneself(ctx, request)
    await withdrawAccess(ctx)
    return accessOf(server, ctx)
  }),
]

/** Whoever has the password reads all companies, so a permission that ends at one of them is not enough. */
const refuseUnlessForAll = (ctx: Context) => authorizeForAll(ctx, modelNamed(ctx.tenant.models, 'role'), ABILITIES.role.admit_bi)

async function refuseUnlessOneself(ctx: Context, request: FastifyRequest) {
  refuseUnlessForAll(ctx)
  const user = await ownAccount(ctx, request, WITH_TOKEN)
  await refuseUnlessConfirmed(ctx)
  await countAttempt(ctx.tenant, 'password', `bi ${user}`)
}

const WITH_TOKEN: Words = ['用令牌开放或撤回 BI 工具的访问，请登录后进行', 'give or withdraw the access of BI tools with a token; sign in first']

const refuseUnacknowledged = ({ lang }: Context) =>
  refuseFaults([{ field: 'acknowledged', label: labelOf(createBiAccess.body.acknowledged, lang), reason: wordIn(['请确认', 'must be confirmed'], lang) }]) // oxfmt-ignore

/** The password is told once its role is recorded; of a role that stood open it is not known. */
export async function createAccess(ctx: Context): Promise<string | null> {
  const { db, declared, schema } = ctx.tenant
  const password = newBiPassword()
  const { role, isNew } = await refusing(() => admitBi(db, (trx) => loadModels(trx, declared), schema, password))
  await record(ctx, isNew ? [`开放，角色 ${role}`, `access given, role ${role}`] : [`补齐视图，角色 ${role}`, `views completed, role ${role}`])
  return isNew ? password : null
}

async function renewPassword(ctx: Context): Promise<string> {
  const password = newBiPassword()
  const { role } = await refusing(() => changeBiPassword(ctx.tenant.db, ctx.tenant.schema, password))
  await record(ctx, [`更换密码，角色 ${role}`, `password changed, role ${role}`])
  return password
}

async function withdrawAccess(ctx: Context) {
  const { db, schema } = ctx.tenant
  const { state, role } = await biStanding(db, schema)
  if (state === 'NONE') return
  const { left } = await refusing(() => withdrawBi(db, schema))
  await record(
    ctx,
    left ? [`撤回，角色 ${role} 仍在`, `access withdrawn, role ${role} stands`] : [`撤回，角色 ${role}`, `access withdrawn, role ${role}`],
  )
}

/** What keeps the database from it is told in its own words, with what its administrator runs. */
async function refusing<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof BiFault)) throw error
    return refuse('rule', both('summary', error.why), { data: { statements: error.statements } satisfies BiRefused })
  }
}

const record = (ctx: Context, [zh, en]: Words) =>
  inTransaction(ctx, async (tx) => {
    await auditIn(tx, [{ event: 'BI_ACCESS_CHANGED', user: ctx.actor.user_sid, about: `${zh} / ${en}` }])
    await writeHistoryOfAll(tx, 'role', `BI 工具：${zh} / BI tools: ${en}`)
  })

async function accessOf({ url, config }: Server, { tenant, lang }: Context) {
  const { state, role, database, schema, since = null, isTheirs } = await biStanding(tenant.db, tenant.schema)
  const { host, port, note } = placeOf(url, config)
  const drops_role = state === 'LEFT' ? dropsRole(role) : null
  return { state, since, host, port, database, role, schema, note: note ? wordIn(note, lang) : null, is_theirs: isTheirs, drops_role }
}
