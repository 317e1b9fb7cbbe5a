import type { FastifyRequest } from 'fastify'
import { ABILITIES } from '../../model/auth/roles/abilities.ts'
import { labelOf, type Words, wordIn } from '../../model/kit/fields.ts'
import { type BiRefused, type BiState, createBiAccess, readBiAccess, renewBiPassword, withdrawBiAccess } from '../../model/settings/bi-routes.ts'
import { auditIn } from '../auth/audit/audit.ts'
import { countAttempt } from '../auth/limits/limits.ts'
import { refuseUnlessConfirmed } from '../auth/session/confirmed.ts'
import { ownAccount } from '../auth/session/own-account.ts'
import { BiFault, sharedDatabase } from '../database/bi/faults.ts'
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

/** The commands `bi create`, `bi password` and `bi withdraw`, for administrators without access to the machine */
export const biRoutes: readonly Route[] = [
  serve(readBiAccess, async ({ server, ctx }) => {
    refuseUnlessForAll(ctx)
    return accessOf(server, ctx)
  }),
  serve(createBiAccess, async ({ server, ctx, request, body: { acknowledged } }) => {
    await refuseUnlessOneself(ctx, request)
    if (acknowledged !== true) refuseUnacknowledged(ctx)
    if (isShared(server)) await refuseUnlessGiven(ctx)
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

/** The password opens the records of all companies, so a permission limited to one company is not enough. */
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

const isShared = ({ tenants }: Server) => tenants.all.size + tenants.away.size > 1
const isGiven = (state: BiState) => state === 'ADMITTED' || state === 'INCOMPLETE'

/** Missing parts are created only where the operator has given access. */
async function refuseUnlessGiven({ tenant: { structure: db, schema, name } }: Context) {
  const { state } = await biStanding(db, schema)
  if (!isGiven(state)) refuseAs(sharedDatabase(name))
}

/** Answers the password once its role is recorded; null for a role that was open already. */
export async function createAccess(ctx: Context): Promise<string | null> {
  const { structure: db, declared, schema } = ctx.tenant
  const password = newBiPassword()
  const { state } = await biStanding(db, schema)
  const { role, isNew } = await acting(ctx, state, () => admitBi(db, (trx) => loadModels(trx, declared), schema, password))
  const isCompleted = !isNew && isGiven(state)
  await record(ctx, !isCompleted ? [`开放，角色 ${role}`, `access given, role ${role}`] : [`补齐视图，角色 ${role}`, `views completed, role ${role}`])
  return isNew ? password : null
}

async function renewPassword(ctx: Context): Promise<string> {
  const { structure: db, schema } = ctx.tenant
  const password = newBiPassword()
  const { state } = await biStanding(db, schema)
  const { role } = await acting(ctx, state, () => changeBiPassword(db, schema, password))
  await record(ctx, [`更换密码，角色 ${role}`, `password changed, role ${role}`])
  return password
}

async function withdrawAccess(ctx: Context) {
  const { structure: db, schema } = ctx.tenant
  const { state, role } = await biStanding(db, schema)
  if (state === 'NONE') return
  const { left } = await acting(ctx, state, () => withdrawBi(db, schema))
  await record(
    ctx,
    left ? [`撤回，角色 ${role} 仍在`, `access withdrawn, role ${role} stands`] : [`撤回，角色 ${role}`, `access withdrawn, role ${role}`],
  )
}

/** A partly completed act is recorded too: a role without its views, or views without their role. */
async function acting<T>(ctx: Context, before: BiState, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    const { state, role } = await biStanding(ctx.tenant.structure, ctx.tenant.schema)
    if (state !== before) await record(ctx, [`变更未完成，角色 ${role}`, `change not completed, role ${role}`])
    return refuseAs(error)
  }
}

/** The refusal contains the message of the database, and the statements that its administrator can run. */
function refuseAs(error: unknown): never {
  if (error instanceof BiFault) return refuse('rule', both('summary', error.why), { data: { statements: error.statements } satisfies BiRefused })
  if (!(error instanceof Error) || !('code' in error) || error.code !== NOT_ALLOWED) throw error
  return refuse(
    'rule',
    both('summary', [`数据库不允许本程序这样做：${error.message}`, `The database does not let this program do it: ${error.message}`]),
  )
}

/** Insufficient privilege, as PostgreSQL numbers it. */
const NOT_ALLOWED = '42501'

const record = (ctx: Context, [zh, en]: Words) =>
  inTransaction(ctx, async (tx) => {
    await auditIn(tx, [{ event: 'BI_ACCESS_CHANGED', user: ctx.actor.user_sid, about: `${zh} / ${en}` }])
    await writeHistoryOfAll(tx, 'role', `BI 工具：${zh} / BI tools: ${en}`)
  })

async function accessOf(server: Server, { tenant, lang }: Context) {
  const { state, role, database, schema, since = null, isTheirs } = await biStanding(tenant.structure, tenant.schema)
  const elsewhere = server.config.nodes?.[tenant.node() ?? '']
  const {
    host,
    port,
    note: ofPlace,
  } = elsewhere ? placeOf(elsewhere, { databaseUrl: elsewhere, biListen: undefined }) : placeOf(server.url, server.config)
  const may_give = isGiven(state) || !isShared(server)
  const note = may_give ? ofPlace : sharedDatabase(tenant.name).why
  const drops_role = state === 'LEFT' ? dropsRole(role) : null
  return { state, since, host, port, database, role, schema, note: note ? wordIn(note, lang) : null, may_give, is_theirs: isTheirs, drops_role }
}
