import type { FastifyInstance, FastifyRequest } from 'fastify'
import { tenantOf } from '../session/language.ts'
import { onAction } from '../records/actions.ts'
import { refuseUnlessObject } from '../records/create.ts'
import { modelNamed } from '../records/models.ts'
import { search } from '../records/search.ts'
import type { Tenant, Work } from '../records/work.ts'
import { refuse } from '../refusal.ts'
import type { Server } from '../server.ts'
import { changePassword } from '../session/passwords.ts'
import { ZONE } from '../records/work.ts'

/** What a tenant and each person set for themselves: look, menus, passwords, small settings. */
export const settingsArea = {
  consequences() {
    onAction('rbac_menu', 'search_my_menus', ({ work }) => myMenus(work))
    onAction('user_define_config', 'search_header', ({ work, body }) => headersOf(work, String(body.config_key ?? body.key ?? '')))
    onAction('company_info', 'list', ({ work, body }) =>
      search(work, modelNamed(work.tenant.models, 'company'), { rows: 1000, ...body }, { most: 1000 }),
    )
    onAction('company', 'company-structure', ({ work, rest }) => structure(work, rest), 'GET')
  },
  routes(app: FastifyInstance, server: Server, workOf: (request: FastifyRequest) => Promise<Work>) {
    app.get('/innoe-webapi/model/tenant/do/getTenantInfo', async (request) => tenantInfo(server, tenantOf(server, request)))
    app.post('/innoe-webapi/aggr/password/do/update', async (request) => changePassword(await workOf(request), bodyOf(request)))
    app.post('/innoe-webapi/setting/user/do/update', async (request) => keepSetting(await workOf(request), bodyOf(request)))
    app.get('/innoe-webapi/setting/user/:key/setting', async (request) => readSetting(await workOf(request), (request.params as { key: string }).key)) // named in the route
  },
}

function bodyOf(request: FastifyRequest) {
  const body = request.body ?? {}
  refuseUnlessObject(body)
  return body
}

/** Open to everyone: what the login page needs to look like the tenant's own. */
async function tenantInfo({ config }: Server, { db }: Tenant) {
  const row = await db.selectFrom('setting').select('value').where('key', '=', 'tenant.look').executeTakeFirst()
  return { edition: config.edition, time_zone: ZONE, layout: 'double', ...(row?.value as object | undefined) } // an object, written by the settings screen
}

type Menu = { sid: string; code: unknown; name: unknown; name_en: unknown; icon: unknown; path: unknown; open_type: unknown; children: Menu[] }

/** The menus of the caller's roles and end, as a tree; one without roles is everybody's. */
async function myMenus({ db, actor }: Work): Promise<Menu[]> {
  const roles = actor.roles.length
    ? await db
        .selectFrom('role')
        .select('sid')
        .where('code', 'in', [...actor.roles])
        .execute()
    : []
  const mine = new Set(roles.map((role) => String(role.sid)))
  const rows = await db
    .selectFrom('rbac_menu')
    .selectAll()
    .where('deleted_at', 'is', null)
    .where('valid', 'is not', false)
    .where('platform', '=', String(actor.platform))
    .orderBy('sort_by')
    .orderBy('sid')
    .execute()
  const seen = rows.filter(
    (row) => ((row.role_sids as string[] | null) ?? []).length === 0 || (row.role_sids as string[]).some((sid) => mine.has(sid)),
  ) // a references column
  const below = (parent: unknown): Menu[] =>
    seen
      .filter((row) => (row.parent_sid ?? null) === parent)
      .map((row) => ({
        sid: String(row.sid),
        code: row.code,
        name: row.name,
        name_en: row.name_en,
        icon: row.icon,
        path: row.path,
        open_type: row.open_type,
        children: below(row.sid),
      }))
      .filter((menu) => menu.path || menu.children.length > 0)
  return below(null)
}

async function headersOf(work: Work, key: string) {
  const row = await work.db
    .selectFrom('user_define_config')
    .selectAll()
    .where('config_key', '=', key)
    .where('created_by', '=', work.actor.sid)
    .executeTakeFirst()
  return { config_key: key, config: row?.config ?? null }
}

const MOST = 100_000
const settingKey = (work: Work, key: string) => `user.${work.actor.sid}.${key}`

async function keepSetting(work: Work, body: Record<string, unknown>) {
  const { key, value } = body
  if (typeof key !== 'string' || !/^[\w.:-]{1,80}$/.test(key))
    refuse('bad_request', { why_zh: 'key 应为 1 到 80 位字母、数字或 . : _ -', why_en: 'key takes 1 to 80 letters, digits, . : _ or -' })
  const text = JSON.stringify(value ?? null)
  if (text.length > MOST) refuse('out_of_range', { key: 'value', min: 0, max: MOST })
  await work.db
    .insertInto('setting')
    .values({ key: settingKey(work, key), value: text })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: text, updated_at: new Date().toISOString() }))
    .execute()
  return { key, value: value ?? null }
}

async function readSetting(work: Work, key: string) {
  const row = await work.db.selectFrom('setting').select('value').where('key', '=', settingKey(work, key)).executeTakeFirst()
  return { key, value: row?.value ?? null }
}

async function structure(work: Work, sid: string) {
  const model = modelNamed(work.tenant.models, 'company')
  const { record } = await search(work, model, { fl: ['company_name', 'simple_name', 'parent_sid', 'status', 'sort_by'], rows: 1000 }, { most: 1000 })
  type Node = (typeof record)[number] & { children: Node[] }
  const below = (parent: string): Node[] =>
    record.filter((row) => (row.parent_sid as { sid: string } | null)?.sid === parent).map((row) => ({ ...row, children: below(String(row.sid)) }))
  const top = record.find((row) => row.sid === sid) ?? refuse('not_found')
  return { ...top, children: below(sid) }
}
