import { companyStructure, type CompanyNode, listCompanies } from '../../model/organisation/company-actions.ts'
import { undoBatch } from '../../model/settings/setting-actions.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Call, perform } from '../records/actions.ts'
import { undoBatch as undo } from '../records/write/batch.ts'
import { refuseUnlessObject } from '../records/write/create.ts'
import { search } from '../records/query/search.ts'
import { nodeFrom } from '../records/tree/tree-actions.ts'
import { treeModel } from '../records/tree/tree-hooks.ts'
import type { Context } from '../records/context.ts'
import { refuse } from '../errors.ts'
import type { ContextOf, ServerModule } from '../module.ts'
import type { Server } from '../server.ts'
import { changePassword } from '../auth/session/passwords.ts'
import { dictionaries } from './dictionary_item.ts'
import { savedViews } from './saved_view.ts'
import { translationRoutes } from './i18n.ts'
import { tenantRoutes } from './tenant.ts'
import { personalSettings } from './user_define_config.ts'

/** What a tenant and each person set for themselves: look, passwords, lists, small settings. */
export const settingsModule: ServerModule = {
  name: 'settings',
  parts: [personalSettings, savedViews, dictionaries],
  actions: [
    ...perform(listCompanies, ({ ctx, model, body }) => search(ctx, model, { rows: 1000, ...body }, { most: 1000 })),
    ...perform(undoBatch, ({ ctx, body }) => undo(ctx, body.sid)),
    ...perform(companyStructure, structure),
  ],
  routes: settingsRoutes,
}

function settingsRoutes(app: FastifyInstance, server: Server, contextOf: ContextOf) {
  translationRoutes(app, contextOf)
  tenantRoutes(app, server, contextOf)
  app.post('/innoe-webapi/aggr/password/do/update', async (request) => changePassword(await contextOf(request), bodyOf(request)))
  app.post('/innoe-webapi/setting/user/do/update', async (request) => keepSetting(await contextOf(request), bodyOf(request)))
  app.get('/innoe-webapi/setting/user/:key/setting', async (request) =>
    readSetting(await contextOf(request), (request.params as { key: string }).key),
  ) // named in the route
}

function bodyOf(request: FastifyRequest) {
  const body = request.body ?? {}
  refuseUnlessObject(body)
  return body
}

const MOST = 100_000
const settingKey = (ctx: Context, key: string) => `user.${ctx.actor.sid}.${key}`

async function keepSetting(ctx: Context, body: Record<string, unknown>) {
  for (const given of Object.keys(body)) if (given !== 'key' && given !== 'value') refuse('unknown_key', { key: given })
  const { key, value } = body
  if (typeof key !== 'string' || !/^[\w.:-]{1,80}$/.test(key))
    refuse('bad_request', { why_zh: 'key 应为 1 到 80 位字母、数字或 . : _ -', why_en: 'key takes 1 to 80 letters, digits, . : _ or -' })
  const text = JSON.stringify(value ?? null)
  if (text.length > MOST) refuse('out_of_range', { key: 'value', min: 0, max: MOST })
  await refuseTooMany(ctx, settingKey(ctx, key))
  await ctx.db
    .insertInto('setting')
    .values({ key: settingKey(ctx, key), value: text })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: text, updated_at: new Date().toISOString() }))
    .execute()
  return { key, value: value ?? null }
}

const MOST_KEYS = 200

async function refuseTooMany({ db, actor }: Context, key: string) {
  const { n } = await db
    .selectFrom('setting')
    .select((of) => of.fn.countAll().as('n'))
    .where('key', 'like', `user.${actor.sid}.%`)
    .where('key', '!=', key)
    .executeTakeFirstOrThrow()
  if (Number(n) >= MOST_KEYS) refuse('too_many_values', { key: 'key', max: MOST_KEYS })
}

async function readSetting(ctx: Context, key: string) {
  const row = await ctx.db.selectFrom('setting').select('value').where('key', '=', settingKey(ctx, key)).executeTakeFirst()
  return { key, value: row?.value ?? null }
}

const COMPANY_FIELDS = ['company_name', 'simple_name', 'parent_sid', 'status', 'sort_by']

function structure({ ctx, body: { sid } }: Call<typeof companyStructure>): Promise<CompanyNode> {
  return nodeFrom(ctx, treeModel(ctx, 'company'), sid, COMPANY_FIELDS)
}
