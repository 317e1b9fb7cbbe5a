import type { Words } from '../../../model/kit/fields.ts'
import type { Part } from '../../records/modules.ts'
import { modelNamed, nameOf } from '../../records/registry.ts'
import type { Context, Hooks, RowValues } from '../../records/context.ts'
import type { Audited } from './entries.ts'
import { auditIn } from './audit.ts'

/** The models that decide what somebody may do, each with the fields that do; '*' is every field. */
export const WATCHED: Readonly<Record<string, readonly string[] | '*'>> = {
  role: '*',
  role_grant: '*',
  rbac_menu: '*',
  rbac_resource: ['role_sids', 'endpoints', 'valid'],
  user: '*',
  user_info: [
    'role_sids',
    'company_sid',
    'department_sid',
    'part_time_department_sids',
    'agency_sid',
    'person_status',
    'person_type',
    'email',
    'mobile',
    'job_number',
    'sync_id',
    'sync_name',
    'sync_status',
  ],
  absence: ['deputy_sid', 'from_date', 'to_date', 'valid'],
  virtual_organisation: ['manager_sid', 'member_sids', 'department_sids', 'valid_from', 'valid_to', 'valid'],
  company: ['status', 'valid', 'parent_sid'],
  department: ['parent_sid', 'company_sid'],
  agency: ['valid', 'company_sid'],
  token: '*',
  identity_provider: '*',
  identity_link: '*',
}

type Act = NonNullable<Audited['action']>

/** Recorded in the transaction of the change. What the product itself sets up at a start is not. */
export const permissionChanges: Part = { hooks: Object.keys(WATCHED).map((model) => ({ model: [model], ...hooksOf(model) })) }

function hooksOf(model: string): Hooks {
  const all = (act: Act) => (ctx: Context, rows: readonly RowValues[]) =>
    record(
      ctx,
      model,
      rows.map((row) => ({ row, act, fields: undefined })),
    )
  return {
    written: (ctx, drafts) =>
      record(
        ctx,
        model,
        drafts.flatMap(({ before, row, changed }) => {
          const fields = watchedIn(model, changed)
          if (before && fields.length === 0) return []
          return { row, act: before ? ('CHANGED' as const) : ('CREATED' as const), fields: before ? fields : undefined }
        }),
      ),
    deleted: all('DELETED'),
    restored: all('RESTORED'),
  }
}

export function watchedIn(model: string, changed: ReadonlySet<string>) {
  const watched = WATCHED[model] ?? []
  return [...changed].filter((code) => watched === '*' || watched.includes(code))
}

type Changed = { row: RowValues; act: Act; fields: readonly string[] | undefined }

async function record(ctx: Context, entity: string, changes: readonly Changed[]) {
  if (ctx.actor.user_sid === null) return
  const named = await namesOf(ctx, entity, changes)
  const entries = changes.map(({ row, act, fields }): Audited => {
    const [zh, en] = named(row)
    return {
      event: 'PERMISSION_CHANGED',
      entity,
      record_sid: String(row.sid),
      about: zh,
      ...(en !== zh && { about_en: en }),
      action: act,
      ...(fields && { details: { fields } }),
    }
  })
  await auditIn(ctx, entries)
}

/** The names of the records; that of a grant says which role may do something with what. */
async function namesOf(ctx: Context, entity: string, changes: readonly Changed[]): Promise<(row: RowValues) => Words> {
  const { models } = ctx.tenant
  const plain = (row: RowValues, of: string): Words => [nameOf(modelNamed(models, of), row), nameOf(modelNamed(models, of), row, 'en')]
  if (entity !== 'role_grant') return (row) => plain(row, entity)
  const sids = [...new Set(changes.map(({ row }) => String(row.role_sid)))]
  const roles = await ctx.db.selectFrom('role').select(['sid', 'name', 'name_en']).where('sid', 'in', sids).execute()
  return (row) => {
    const role = roles.find(({ sid }) => sid === row.role_sid)
    const { zh, en } = models.all.get(String(row.entity)) ?? OTHERS
    const [own, english] = role ? plain(role, 'role') : ['', '']
    return [`${own}：${zh}`, `${english}: ${en}`]
  }
}

const OTHERS = { zh: '其他全部对象', en: 'All other entities' }
