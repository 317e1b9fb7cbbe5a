import { UNNAMED_COMPANY } from '../../model/settings/configuration/setup-routes.ts'
import { readFileSync } from 'node:fs'
import { AGENCY_MENUS } from '../../seed/menus/agency.ts'
import { MENUS } from '../../seed/menus/enterprise.ts'
import type { SeedMenu } from '../../seed/menus/seed-menu.ts'
import { ROLES } from '../../seed/roles/roles.ts'
import { firstStartOf, unlessAway } from './first-start.ts'
import { runMonitor, writeEmptied } from '../docketing/findings/monitor.ts'
import { seedLaw } from '../docketing/law/seed-law.ts'
import { createRow } from '../records/write/create.ts'
import { markSystemRows } from '../records/write/checks/system-rows.ts'
import { modelNamed } from '../records/registry.ts'
import { inTransaction, lockKey, systemContext, type Tenant, type Context } from '../records/context.ts'
import { resetPassword } from '../auth/session/accounts.ts'
import { FIRST_OF_DEMO } from '../../seed/demo/company.ts'
import { seedDemo } from './demo/demo.ts'
import { seedDictionaries } from '../settings/dictionary_item.ts'
import { seedApprovalProcesses } from './approval-processes.ts'
import { seedDocumentTemplates } from './document-templates.ts'
import { seedMailTemplates } from './mail-templates.ts'
import { seedMenus } from './menus.ts'
import { seedResources } from './resources.ts'
import { add, type FirstLogin, openFirst } from './rows.ts'
import { seedPortals } from './portals.ts'
import { seedReports } from './reports.ts'
import { seedStatistics } from './statistics.ts'
import { seedViews } from './views.ts'
import type { Server } from '../server.ts'

/** Initial data of an installation. Existing rows, including changed ones, are kept. */
export async function seedTenants({ tenants, config }: Server): Promise<FirstLogin[]> {
  const first: FirstLogin[] = []
  for (const tenant of tenants.all.values()) await unlessAway(tenant, async () => first.push(...(await seedTenant(tenant, config.demo))))
  return first
}

export async function seedTenant(tenant: Tenant, demo: boolean): Promise<FirstLogin[]> {
  for (const { where, zh, en } of await seedLaw(tenant))
    console.error(`${tenant.name}: 新的期限规则未启用 / the new deadline rules were not loaded: ${where}: ${zh} / ${en}`)
  const first = await seedPeople(tenant, demo)
  await writeEmptied(tenant)
  return first
}

/** The first people; or, where a start was cut off before it printed their passwords, those who are still missing and new passwords for all. */
async function seedPeople(tenant: Tenant, wantsDemo: boolean): Promise<FirstLogin[]> {
  const begun = await firstStartOf(tenant)
  const first: FirstLogin[] = []
  const demo = begun?.demo ?? wantsDemo
  const there = await inTransaction(systemContext(tenant), async (ctx) => {
    await lockKey(ctx, 'seed')
    await seedRoles(ctx)
    await seedDocumentTypes(ctx)
    await seedDictionaries(ctx)
    await seedMenus(ctx)
    await seedResources(ctx)
    await seedViews(ctx)
    await seedStatistics(ctx)
    await seedReports(ctx)
    await seedPortals(ctx)
    await seedApprovalProcesses(ctx)
    await seedDocumentTemplates(ctx)
    await seedMailTemplates(ctx)
    await markBuiltIn(ctx)
    const accounts = await ctx.db.selectFrom('user').select('account').where('must_change_password', '=', true).orderBy('created_at').execute()
    const { n } = await ctx.db
      .selectFrom('user')
      .select((of) => of.fn.countAll().as('n'))
      .executeTakeFirstOrThrow()
    if (Number(n) === 0) first.push(await seedAdministrator(ctx, demo))
    return { people: Number(n), untold: begun ? accounts.map(({ account }) => account ?? '') : [] }
  })
  for (const account of there.untold) first.push({ account, password: await resetPassword(tenant, account) })
  if (!demo || (there.people > 0 && !begun)) return first
  if (there.people < 2) first.push(...(await seedDemo(tenant)))
  await runMonitor(tenant)
  return first
}

/** Rows that cannot be removed: the administrator role and its permission, the menus and document types of the product. */
async function markBuiltIn(ctx: Context) {
  const modelOf = (name: string) => modelNamed(ctx.tenant.models, name)
  const codesOf = (menus: readonly SeedMenu[]): string[] => menus.flatMap(({ code, children }) => [code, ...codesOf(children ?? [])])
  const administrators = ROLES.filter(({ grants }) => grants.some(({ entity }) => entity === '*')).map(({ code }) => code)
  await markSystemRows(ctx, modelOf('role'), 'code', administrators)
  await markSystemRows(ctx, modelOf('rbac_menu'), 'code', codesOf([...MENUS, ...AGENCY_MENUS]))
  await markSystemRows(ctx, modelOf('document_type'), 'code', documentTypes().map(({ code }) => code)) // oxfmt-ignore
  const role = ctx.db.selectFrom('role').select('sid').where('code', 'in', administrators)
  await ctx.db.updateTable('role_grant').set({ is_system: true }).where('entity', '=', '*').where('role_sid', 'in', role).where('is_system', 'is not', true).execute() // oxfmt-ignore
}

/** A role or grant that someone deleted stays deleted; one that a newer version brings comes to old installations too. */
async function seedRoles(ctx: Context) {
  for (const { grants, ...role } of ROLES) {
    const known = await ctx.db.selectFrom('role').select(['sid', 'deleted_at']).where('code', '=', role.code).executeTakeFirst()
    if (known?.deleted_at) continue
    const role_sid = known ? known.sid : await createRow(ctx, modelNamed(ctx.tenant.models, 'role'), role)
    const there = await ctx.db.selectFrom('role_grant').select('entity').where('role_sid', '=', role_sid).execute()
    const entities = new Set(there.map((row) => row.entity))
    const fresh = grants.filter(({ entity }) => !entities.has(entity))
    await add(
      ctx,
      'role_grant',
      fresh.map((grant) => ({ ...grant, role_sid })),
    )
  }
}

type SeedEvent = { code: string; direction: string; zh: string; en: string; office: string; transition: string; case_kind?: string }
type SeedType = { code: string } & Record<string, unknown>
const read = <T>(path: string): T[] => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))

const eventTypes = () =>
  read<SeedEvent>('../../seed/law/deadlines/events/codes.json').map(({ code, direction, zh, en, office, transition, case_kind }) => ({
    code,
    case_kind,
    office,
    transition,
    name: zh,
    name_en: en,
    direction: direction === 'FACT' ? 'INTERNAL' : direction,
  }))

const documentTypes = (): SeedType[] => [...read<SeedType>('../../seed/document-types.json'), ...eventTypes()]

async function seedDocumentTypes(ctx: Context) {
  const there = new Set((await ctx.db.selectFrom('document_type').select('code').execute()).map((row) => row.code))
  await bringSteps(
    ctx,
    eventTypes().filter(({ code, transition }) => transition && there.has(code)),
  )
  await add(
    ctx,
    'document_type',
    documentTypes().filter((row) => !there.has(row.code)),
  )
}

/** Existing document types get the transitions of a newer catalogue, unless somebody changed them. */
async function bringSteps({ db }: Context, events: readonly { code: string; transition: string; office: string }[]) {
  for (const { code, transition, office } of events)
    await db
      .updateTable('document_type')
      .set({ transition, office })
      .where('code', '=', code)
      .where('transition', 'is', null)
      .where('version', '=', 1)
      .execute()
}

/** The first company, its administrator, and a password that is printed once. */
async function seedAdministrator(ctx: Context, demo: boolean): Promise<FirstLogin> {
  const company = await createRow(ctx, modelNamed(ctx.tenant.models, 'company'), demo ? { ...FIRST_OF_DEMO } : { company_name: UNNAMED_COMPANY })
  const department = await createRow(ctx, modelNamed(ctx.tenant.models, 'department'), {
    name: '知识产权部',
    name_en: 'IP Department',
    code: 'IP',
    company_sid: company,
  })
  const admin = await ctx.db.selectFrom('role').select('sid').where('code', '=', 'system_admin').executeTakeFirstOrThrow()
  return openFirst(
    ctx,
    { name: '系统管理员', name_en: 'Administrator', company_sid: company, department_sid: department, role_sids: [admin.sid] },
    'admin',
    '1',
  )
}
