import { type MatrixPart, type MatrixRole, readMatrix } from '../../../model/auth/roles/role-matrix-actions.ts'
import { role } from '../../../model/auth/roles/role.ts'
import { type Field, labelOf, type Lang, wordIn } from '../../../model/kit/fields.ts'
import { nest, type Nested } from '../../../model/kit/tree.ts'
import { refuse } from '../../errors.ts'
import { type Call, perform } from '../../records/actions.ts'
import type { Context } from '../../records/context.ts'
import type { Part } from '../../records/modules.ts'
import { accessOf } from '../../records/permission/permission.ts'
import { search } from '../../records/query/search.ts'
import { fieldOf, modelNamed } from '../../records/registry.ts'
import { grantLines } from './grant-lines.ts'
import { orderOf } from './grant-words.ts'

export const matrices: Part = { actions: [...perform(readMatrix, ({ ctx, body }: Call<typeof readMatrix>) => matrixOf(ctx, body.role_sids ?? []))] }

export type Matrix = { roles: MatrixRole[]; parts: MatrixPart[] }
type Row = Record<string, unknown> & { sid: string }

const MAX_ROLES = 50
const MAX_RECORDS = 10_000

/** Permissions of each role, as far as the caller sees roles, their permissions and the menus */
export async function matrixOf(ctx: Context, chosen: readonly string[]): Promise<Matrix> {
  const roles = await rolesOf(ctx, chosen)
  const columns = roles.map(({ sid, name, name_en, platform }) => ({
    sid,
    name: String((ctx.lang === 'en' && name_en) || name),
    platform: valueText(role.fields.platform, platform, ctx.lang),
  }))
  return { roles: columns, parts: [await dataPart(ctx, roles), await menuPart(ctx, roles), rolePart(ctx, roles)] }
}

const ABOUT = ['platform', 'status', 'weight', 'user_num', 'mask_id_no', 'mask_mobile', 'second_factor', 'document_classes'] as const

async function rolesOf(ctx: Context, chosen: readonly string[]): Promise<Row[]> {
  const iql = chosen.length > 0 ? `sid IN (${listed(chosen)})` : "status = '1'"
  const rows = await allOf(ctx, 'role', ['name', 'name_en', ...ABOUT], `${iql} ORDER BY platform, weight DESC, name`, MAX_ROLES)
  if (rows.length < chosen.length) refuse('not_found')
  return chosen.length > 0 ? chosen.flatMap((sid) => rows.find((one) => one.sid === sid) ?? []) : rows
}

const listed = (sids: readonly string[]) => sids.map((sid) => `'${sid}'`).join(', ')

/** The fields that the caller reads, of the records that they see. */
async function allOf(ctx: Context, name: string, fields: readonly string[], iql: string, most = MAX_RECORDS): Promise<Row[]> {
  const model = modelNamed(ctx.tenant.models, name)
  const fl = fields.filter((code) => accessOf(ctx, model).mayRead(code))
  const { record } = await search(ctx, model, { fl, iql, rows: most, total: 'none' }, { most })
  return record.map((row) => ({ ...row, sid: String(row.sid) }))
}

const GRANT = ['role_sid', 'entity', 'verbs', 'denies', 'data_scope', 'query', 'change_scope', 'delete_scope', 'within_company', 'export_max', 'hidden_fields', 'read_only_fields'] // oxfmt-ignore

/** One row for each entity that a role is granted by itself; the others follow from the row of all other entities. */
async function dataPart(ctx: Context, roles: readonly Row[]): Promise<MatrixPart> {
  const { lang, tenant } = ctx
  const grants = await allOf(ctx, 'role_grant', GRANT, `role_sid IN (${listed(roles.map(({ sid }) => sid))})`)
  const linesOf = await grantLines(ctx, grants)
  const of = (one: Row, entity: string) => grants.find((grant) => sidIn(grant.role_sid) === one.sid && grant.entity === entity)
  const cell = (one: Row, entity: string) => {
    const [own, other] = [of(one, entity), of(one, '*')]
    if (own) return linesOf(own)
    return other ? [lang === 'zh' ? '同“其他全部对象”' : 'As “All other entities”'] : []
  }
  const names = [...new Set(grants.map(({ entity }) => String(entity)))].filter((name) => tenant.models.all.has(name))
  const rows = names.map((name) => ({
    key: name,
    label: labelOf(modelNamed(tenant.models, name), lang),
    group: '',
    cells: roles.map((one) => cell(one, name)),
  }))
  const others = { key: '*', label: lang === 'zh' ? '其他全部对象' : 'All other entities', group: '', cells: roles.map((one) => cell(one, '*')) }
  const hasOthers = grants.some(({ entity }) => entity === '*')
  return {
    code: 'data',
    title: lang === 'zh' ? '数据权限' : 'Data',
    rows: [...rows.sort((a, b) => orderOf(lang)(a.label, b.label)), ...(hasOthers ? [others] : [])],
  }
}

const sidIn = (value: unknown) => (typeof value === 'object' && value !== null && 'sid' in value ? String(value.sid) : String(value ?? ''))

/** The menus of the ends of these roles, each below its parents. */
async function menuPart(ctx: Context, roles: readonly Row[]): Promise<MatrixPart> {
  const ends = new Set(roles.map(({ platform }) => platform))
  const all = await allOf(ctx, 'rbac_menu', ['name', 'name_en', 'platform', 'parent_sid', 'role_sids'], 'ORDER BY platform, sort_by')
  const menus = all.filter(({ platform }) => ends.has(platform))
  const named = (menu: Row) => String((ctx.lang === 'en' && menu.name_en) || menu.name)
  const cell = (menu: Row, one: Row): string[] => {
    const own = Array.isArray(menu.role_sids) ? menu.role_sids.map(sidIn) : []
    if (menu.platform !== one.platform) return []
    if (own.length === 0) return [ctx.lang === 'zh' ? '所有人可见' : 'Visible to everyone']
    return own.includes(one.sid) ? [ctx.lang === 'zh' ? '可见' : 'Visible'] : []
  }
  const below = (some: readonly Nested<Row>[], above: string): MatrixPart['rows'] =>
    some.flatMap((menu) => [
      { key: menu.sid, label: named(menu), group: above, cells: roles.map((one) => cell(menu, one)) },
      ...below(menu.children, above ? `${above} › ${named(menu)}` : named(menu)),
    ])
  return { code: 'menus', title: ctx.lang === 'zh' ? '功能权限' : 'Functions', rows: below(nest(menus, (menu) => sidIn(menu.parent_sid) || null), '') } // oxfmt-ignore
}

/** Settings of the roles themselves */
function rolePart(ctx: Context, roles: readonly Row[]): MatrixPart {
  const model = modelNamed(ctx.tenant.models, 'role')
  const codes = ABOUT.filter((code) => accessOf(ctx, model).mayRead(code))
  const rows = codes.map((code) => ({
    key: code,
    label: labelOf(role.fields[code], ctx.lang),
    group: '',
    cells: roles.map((one) => [valueText(fieldOf(model, code) ?? role.fields[code], one[code], ctx.lang)].filter(Boolean)),
  }))
  return { code: 'role', title: ctx.lang === 'zh' ? '角色设置' : 'Role settings', rows }
}

export function valueText(field: Field, value: unknown, lang: Lang): string {
  if (Array.isArray(value)) return value.map((one) => valueText(field, one, lang)).join(lang === 'zh' ? '、' : ', ')
  if (typeof value === 'boolean') return wordIn(value ? ['是', 'Yes'] : ['否', 'No'], lang)
  const words = 'options' in field ? field.options?.[String(value)] : undefined
  return words ? wordIn(words, lang) : String(value ?? '')
}
