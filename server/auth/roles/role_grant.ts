import { parseIql } from '../../../model/kit/iql/parse.ts'
import type { Model } from '../../../model/kit/model.ts'
import { compileCondition, joinsOf } from '../../records/query/conditions/condition.ts'
import { fieldOf, modelNamed } from '../../records/registry.ts'
import { faultAt } from '../../records/write/checks/validate.ts'
import { draftFrom, refuseFaulty } from '../../records/write/write.ts'
import type { Part } from '../../records/modules.ts'
import { systemContext, type Context, type Draft, type DraftOf } from '../../records/context.ts'
import type { RowOf } from '../../database/tables.ts'
import { refuse } from '../../errors.ts'
import { grantsOfRoles } from '../../records/permission/role-grants.ts'
import { bindingAmong, BINDS } from '../accounts/own-denials.ts'
import { beyondOwn } from '../accounts/reach.ts'
import { ownRank, ranksOf, refuseRolesAbove } from '../accounts/rank.ts'
import { areHeld, decidesFull, keepOneAdministrator } from './administrators.ts'
import { unmaskingAmong } from './own-visibility.ts'

/** A grant names things that exist, and its query can be asked: a broken one would lock its role out of every list. */
export const grants: Part = {
  hooks: [
    {
      model: 'role_grant',
      check: async (ctx, drafts) => {
        for (const draft of drafts) checkGrant(ctx, draft)
        await checkRanks(ctx, drafts)
        await checkDenials(ctx, drafts)
      },
      written: (ctx, drafts) =>
        keepAdministrators(
          ctx,
          drafts.map(({ row }) => row),
        ),
      deleted: async (ctx, rows) => {
        await refuseHigher(ctx, rows)
        if ((await bindingAmong(ctx, rows)).length > 0) refuse('forbidden', LIFTING)
        if ((await uncoveringAmong(ctx, rows.filter(narrowsAll))).length > 0) refuse('forbidden', UNCOVERING)
        await keepAdministrators(ctx, rows)
      },
      restored: async (ctx, rows) => {
        await refuseHigher(ctx, rows)
        await refuseAsNew(ctx, rows)
        await keepAdministrators(ctx, rows)
      },
    },
  ],
}

type GrantRow = RowOf<'role_grant'>

/** People who may edit only some grants can neither change grants of roles above their own nor grant the editing of roles. */
async function checkRanks(ctx: Context, drafts: readonly DraftOf<'role_grant'>[]) {
  const own = await ownRank(ctx)
  if (own === Number.POSITIVE_INFINITY) return
  const model = modelNamed(ctx.tenant.models, 'role_grant')
  const ranks = await ranksOf(
    ctx,
    drafts.map(({ row }) => row.role_sid ?? ''),
  )
  for (const draft of drafts) {
    if ((ranks.get(draft.row.role_sid ?? '') ?? 0) > own) faultAt(ctx, model, draft, 'role_sid', ['是高于您的角色', 'is a role above yours'])
    if (draft.row.entity === '*' || draft.row.entity === 'role_grant')
      faultAt(ctx, model, draft, 'entity', [
        '只能由可维护全部角色权限的人授予',
        'can be granted only by people who may edit the permissions of every role',
      ])
    const isDenial = draft.before?.denies === true && draft.row.denies === true
    const beyond = !isDenial && isGranting(draft) ? beyondOwn(ctx, draft.row) : undefined
    if (beyond) faultAt(ctx, model, draft, beyond, ['超出您自己的权限，您不能授予', 'goes beyond your own permissions and cannot be granted by you'])
  }
  const unmasking = await unmaskingAmong(ctx, drafts.filter(isGranting).map(({ row }) => row)) // oxfmt-ignore
  for (const draft of drafts) if (unmasking.includes(draft.row)) faultAt(ctx, model, draft, 'role_sid', UNMASKS)
  const ended = drafts.filter(({ before, row }) => before && narrowsAll(before) && !narrowsAll(row))
  const uncovering = await uncoveringAmong(ctx, ended.map(({ row }) => row)) // oxfmt-ignore
  for (const draft of ended) if (uncovering.includes(draft.row)) faultAt(ctx, model, draft, draft.row.valid === false ? 'valid' : 'denies', UNCOVERS)
}

/** A grant on one entity replaces the role's grant on all entities. */
const narrowsAll = ({ entity, denies, valid }: GrantRow) => entity !== '*' && denies !== true && valid !== false

/** Those of these grants behind which the role's grant on all entities gives more than this person has. */
async function uncoveringAmong(ctx: Context, rows: readonly GrantRow[]): Promise<GrantRow[]> {
  if (rows.length === 0 || (await ownRank(ctx)) === Number.POSITIVE_INFINITY) return []
  const roles = [...new Set(rows.map(({ role_sid }) => role_sid ?? ''))]
  const whole = (await grantsOfRoles(ctx, roles)).filter(({ entity, denies }) => entity === '*' && denies !== true)
  return rows.filter(({ role_sid, entity }) => whole.some((one) => one.role_sid === role_sid && beyondOwn(ctx, { ...one, entity })))
}

const UNCOVERS = [
  '不能这样修改：此角色对“全部”对象的权限随之适用，超出您自己的权限',
  'cannot be changed like this: the permission of the role on all entities would apply, which goes beyond your own',
] as const
const UNCOVERING = {
  what_zh: '删除此权限：此角色对“全部”对象的权限随之适用，超出您自己的权限',
  what_en: 'delete this permission: that of the role on all entities would apply, which goes beyond your own',
}

const isGranting = ({ row, changed }: DraftOf<'role_grant'>) => row.valid !== false && GRANTING.some((code) => changed.has(code))

const UNMASKS = ['不脱敏您自己看到时已脱敏的号码，您不能为它授予', 'shows numbers that you see masked yourself, so you cannot grant it this'] as const

/** Fields of a grant of which a change may widen permissions */
const GRANTING = [
  'entity',
  'verbs',
  'denies',
  'data_scope',
  'change_scope',
  'delete_scope',
  'query',
  'within_company',
  'export_max',
  'hidden_fields',
  'read_only_fields',
  'valid',
]

/** A denial is not taken off by those who could not grant what it denies, nor replaced by a narrower one on a single entity. */
async function checkDenials(ctx: Context, drafts: readonly DraftOf<'role_grant'>[]) {
  const model = modelNamed(ctx.tenant.models, 'role_grant')
  const changed = drafts.filter((draft) => draft.before && draft.changed.size > 0)
  const binding = await bindingAmong(
    ctx,
    changed.flatMap(({ before }) => before ?? []),
  )
  for (const draft of changed) if (binding.some(({ sid }) => sid === draft.sid)) faultAt(ctx, model, draft, [...draft.changed][0] ?? '', BINDS)
  const replacing = drafts.filter(({ before, row }) => row.denies === true && before?.denies !== true && row.entity !== '*')
  const whole = (
    await grantsOfRoles(
      ctx,
      replacing.map(({ row }) => row.role_sid ?? ''),
    )
  ).filter(({ entity }) => entity === '*')
  const kept = new Set((await bindingAmong(ctx, whole)).map(({ role_sid }) => role_sid))
  for (const draft of replacing) if (kept.has(draft.row.role_sid)) faultAt(ctx, model, draft, 'entity', BINDS)
}

const LIFTING = { what_zh: '解除您不能授予的权限的拒绝', what_en: 'lift a denial of what you could not grant' }

function refuseHigher(ctx: Context, rows: readonly GrantRow[]) {
  return refuseRolesAbove(
    ctx,
    rows.map(({ role_sid }) => role_sid ?? ''),
  )
}

/** A restored grant is checked like a new one. */
async function refuseAsNew(ctx: Context, rows: readonly GrantRow[]) {
  const drafts = rows.map((row): DraftOf<'role_grant'> => ({ ...draftFrom(row), before: undefined, changed: new Set(GRANTING) }))
  await checkRanks(ctx, drafts)
  await checkDenials(ctx, drafts)
  refuseFaulty(drafts)
}

/** A role that people hold may have been granted everything until this write. */
async function keepAdministrators(ctx: Context, rows: readonly GrantRow[]) {
  // A denial in another role may end the rights of an administrator.
  if (rows.some(({ entity, denies }) => denies === true && decidesFull(entity))) return keepOneAdministrator(ctx)
  const deciding = rows.filter(({ entity }) => decidesFull(entity)).map(({ role_sid }) => role_sid ?? '')
  const general = deciding.length > 0 ? await withGeneralGrant(ctx, deciding) : []
  if (await areHeld(ctx, general)) await keepOneAdministrator(ctx)
}

/** Those of these roles that have, or had, a grant of all models. */
async function withGeneralGrant({ db }: Context, roles: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('role_grant')
    .select('role_sid')
    .where('role_sid', 'in', [...roles])
    .where('entity', '=', '*')
    .execute()
  return rows.map(({ role_sid }) => role_sid ?? '')
}

function checkGrant(ctx: Context, draft: Draft) {
  const model = modelNamed(ctx.tenant.models, 'role_grant')
  const { entity, data_scope, query } = draft.row
  const target = entity === '*' ? undefined : ctx.tenant.models.all.get(String(entity))
  if (entity !== '*' && !target) faultAt(ctx, model, draft, 'entity', ['没有这个对象', 'There is no such entity'])
  if (target?.derived)
    faultAt(ctx, model, draft, 'entity', [
      '它的权限取自各类案件的权限，不单独授予',
      'cannot be granted: its permissions follow from those on the kinds of case',
    ])
  if (draft.row.denies === true) checkDenial(ctx, draft, target)
  if (data_scope === 'CUSTOM' && !query) faultAt(ctx, model, draft, 'query', ['自定义范围须填写条件', 'is required for the scope by query'])
  if (query && !target) return faultAt(ctx, model, draft, 'query', ['条件只能用于单个对象', 'can be used for a single entity only'])
  if (target && query) checkQuery(ctx, draft, target, String(query))
  if (!target) return
  for (const code of ['change_scope', 'delete_scope'])
    if (draft.changed.has(code) && draft.row[code] && draft.row[code] !== 'ALL' && isCommon(target))
      faultAt(ctx, model, draft, code, ['对各公司共用的记录不起作用', 'has no effect on records that are common to all companies'])
  for (const code of ['hidden_fields', 'read_only_fields']) {
    const unknown = ((draft.row[code] as string[] | null) ?? []).filter((field) => !fieldOf(target, field)) // an options column
    if (draft.changed.has(code) && unknown.length)
      faultAt(ctx, model, draft, code, [`未知字段：${unknown.join('、')}`, `unknown fields: ${unknown.join(', ')}`])
  }
}

/** A denial removes verbs within its scope; all other fields of a grant have no meaning for it. */
function checkDenial(ctx: Context, draft: Draft, target: Model | undefined) {
  const model = modelNamed(ctx.tenant.models, 'role_grant')
  const { row } = draft
  const { verbs, data_scope } = row
  const isFilled = (value: unknown) => (Array.isArray(value) ? value.length > 0 : value !== null && value !== undefined)
  for (const code of ['change_scope', 'delete_scope', 'export_max', 'hidden_fields', 'read_only_fields'])
    if (isFilled(row[code])) faultAt(ctx, model, draft, code, ['不用于拒绝，请留空', 'is not used for a denial and must be empty'])
  const unscoped = ((verbs as string[] | null) ?? []).filter((verb) => NEW_OR_WHOLE.includes(verb)) // an options column
  if (unscoped.length > 0 && data_scope !== 'ALL')
    faultAt(ctx, model, draft, 'data_scope', [
      '新建、导入、导出只能整体拒绝：范围须为全部',
      'must be all records to deny creating, importing or exporting',
    ])
  if (unscoped.length > 0 && row.within_company !== null)
    faultAt(ctx, model, draft, 'within_company', [
      '新建、导入、导出只能整体拒绝：不能限于公司',
      'must be empty to deny creating, importing or exporting, which are denied as a whole',
    ])
  if (target?.scope === 'tenant' && row.within_company !== null)
    faultAt(ctx, model, draft, 'within_company', ['对各公司共用的记录不起作用', 'has no effect on records that are common to all companies'])
  if (target && isCommon(target) && data_scope !== 'ALL' && data_scope !== 'CUSTOM')
    faultAt(ctx, model, draft, 'data_scope', ['对各公司共用的记录只能拒绝全部或按条件拒绝', 'must be all records or a query for records that are common to all companies']) // oxfmt-ignore
}

/** Verbs that concern no record that is there yet, or whole lists. */
const NEW_OR_WHOLE = ['create', 'import', 'export']

/** Records common to all companies have no owner, unless it is an agency's. */
const isCommon = ({ scope, visibility }: Model) => scope === 'tenant' && !visibility?.agency

function checkQuery(ctx: Context, draft: Draft, target: Model, query: string) {
  const model = modelNamed(ctx.tenant.models, 'role_grant')
  try {
    const { where } = parseIql(query)
    if (!where) return faultAt(ctx, model, draft, 'query', ['条件不能为空', 'must not be empty'])
    compileCondition(joinsOf(systemContext(ctx.tenant), target), where)
  } catch (error) {
    faultAt(ctx, model, draft, 'query', reasonOf(error))
  }
}

/** Faults of IQL are reported in both languages, as a fault of the query or as a refusal. */
function reasonOf(error: unknown): readonly [string, string] {
  if (error instanceof Error && 'zh' in error && 'en' in error) return [String(error.zh), String(error.en)]
  if (error instanceof Error && 'words' in error && typeof error.words === 'function') return [String(error.words('zh')), String(error.words('en'))]
  throw error
}
