import type { GivenGrant, PermissionChange, RolePermissions } from '../../../model/auth/roles/role-actions.ts'
import { role } from '../../../model/auth/roles/role.ts'
import { role_grant } from '../../../model/auth/roles/role_grant.ts'
import { labelOf, type Words, wordIn } from '../../../model/kit/fields.ts'
import type { Context } from '../../records/context.ts'
import { namesFor } from '../../records/query/words/names.ts'
import { fieldOf } from '../../records/registry.ts'
import { type ConditionText, conditionTexts } from './condition-words.ts'
import { verbText } from './grant-words.ts'

type State = Omit<RolePermissions, 'menu_sids'> & { menus: readonly string[] }

/** Describes a change of a role's permissions, one line for each difference. */
export async function changesBetween(ctx: Context, before: State, after: State): Promise<PermissionChange[]> {
  const conditionOf = await conditionTexts(ctx, [...before.grants, ...after.grants].flatMap(({ entity, query }) => (query ? [{ model: entity, query }] : []))) // oxfmt-ignore
  const entities = [...new Set([...before.grants, ...after.grants].map(({ entity }) => entity))].sort()
  const of = (state: State, entity: string) => state.grants.find((one) => one.entity === entity)
  return [
    ...(['mask_id_no', 'mask_mobile'] as const).flatMap((code) => maskChange(ctx, code, before[code], after[code])),
    ...(await Promise.all(entities.map((entity) => grantChange({ ...ctx, conditionOf }, entity, of(before, entity), of(after, entity))))).flat(),
    ...(await menuChanges(ctx, before.menus, after.menus)),
  ]
}

const say = ({ lang }: Context, zh: string, en: string) => (lang === 'zh' ? zh : en)
const named = (ctx: Context, name: string, text: string) => `${name}${say(ctx, '：', ': ')}${text}`
const listed = (ctx: Context, parts: readonly string[]) => parts.join(say(ctx, '；', '; '))

function maskChange(ctx: Context, code: 'mask_id_no' | 'mask_mobile', was: boolean, is: boolean): PermissionChange[] {
  if (was === is) return []
  return [{ kind: 'changed', text: named(ctx, labelOf(role.fields[code], ctx.lang), is ? say(ctx, '是', 'yes') : say(ctx, '否', 'no')) }]
}

type Telling = Context & { conditionOf: ConditionText }

async function grantChange(ctx: Telling, entity: string, was: GivenGrant | undefined, is: GivenGrant | undefined): Promise<PermissionChange[]> {
  const model = ctx.tenant.models.all.get(entity)
  const name = entity === '*' ? say(ctx, '其他全部对象', 'All other entities') : model ? labelOf(model, ctx.lang) : entity
  if (!is) return was ? [{ kind: 'removed', text: named(ctx, name, say(ctx, '不再有权限', 'no permission any more')) }] : []
  const limits = await limitChanges(ctx, was ?? UNLIMITED, is)
  const fields = fieldChanges(ctx, was ?? UNLIMITED, is)
  if (!was) {
    const given = `${denial(ctx, is)}${verbs(ctx, is.verbs)}${say(ctx, `（${scope(ctx, is)}）`, ` (${scope(ctx, is)})`)}`
    return [{ kind: 'added', text: named(ctx, name, listed(ctx, [given, ...limits, ...fields])) }]
  }
  const parts = [
    ...(was.denies === is.denies
      ? []
      : [named(ctx, labelOf(role_grant.fields.denies, ctx.lang), is.denies ? say(ctx, '是', 'yes') : say(ctx, '否', 'no'))]),
    ...difference(ctx, was.verbs, is.verbs, (verb) => verbText(verb, ctx.lang)),
    ...(scope(ctx, was) === scope(ctx, is) ? [] : [`${scope(ctx, was)} → ${scope(ctx, is)}`]),
    ...limits,
    ...fields,
  ]
  return parts.length > 0 ? [{ kind: 'changed', text: named(ctx, name, listed(ctx, parts)) }] : []
}

type Limits = Pick<GivenGrant, 'change_scope' | 'delete_scope' | 'within_company' | 'export_max' | 'hidden_fields' | 'read_only_fields'>
/** Compared with a new grant */
const UNLIMITED: Limits = { change_scope: null, delete_scope: null, within_company: null, export_max: null, hidden_fields: [], read_only_fields: [] }

function fieldChanges(ctx: Context, was: Limits, is: GivenGrant): string[] {
  const model = ctx.tenant.models.all.get(is.entity)
  const fieldText = (code: string) => {
    const field = model && fieldOf(model, code)
    return field ? labelOf(field, ctx.lang) : code
  }
  return (['hidden_fields', 'read_only_fields'] as const).flatMap((list) =>
    listDifference(ctx, role_grant.fields[list], difference(ctx, was[list], is[list], fieldText)),
  )
}

const denial = ({ lang }: Context, { denies }: GivenGrant) => (denies ? `${labelOf(role_grant.fields.denies, lang)}${lang === 'zh' ? '' : ' '}` : '')

const verbs = (ctx: Context, codes: readonly string[]) => codes.map((verb) => verbText(verb, ctx.lang)).join(say(ctx, '、', ', '))

const SCOPES: Readonly<Record<string, Words>> = role_grant.fields.data_scope.options

function scope(ctx: Telling, { entity, data_scope, query }: GivenGrant) {
  const words = wordIn(SCOPES[data_scope] ?? [data_scope, data_scope], ctx.lang)
  return data_scope === 'CUSTOM' ? named(ctx, words, query ? ctx.conditionOf({ model: entity, query }) : '') : words
}

/** Narrower scopes, the company and the largest export, each as it is now. */
async function limitChanges(ctx: Context, was: Limits, is: GivenGrant): Promise<string[]> {
  const { change_scope, delete_scope, within_company, export_max } = role_grant.fields
  const { lang } = ctx
  const none = say(ctx, '无', 'none')
  const scopes = (
    [
      ['change_scope', change_scope],
      ['delete_scope', delete_scope],
    ] as const
  ) // oxfmt-ignore
    .flatMap(([code, field]) =>
      was[code] === is[code] ? [] : [named(ctx, labelOf(field, lang), is[code] ? wordIn(SCOPES[is[code]] ?? [is[code], is[code]], lang) : none)],
    )
  const nameOf = await namesFor(ctx, new Map([['company', new Set(is.within_company ? [is.within_company] : [])]]))
  return [
    ...scopes,
    ...(was.within_company === is.within_company
      ? []
      : [named(ctx, labelOf(within_company, lang), is.within_company ? nameOf('company', is.within_company) : none)]),
    ...(was.export_max === is.export_max ? [] : [named(ctx, labelOf(export_max, lang), String(is.export_max ?? none))]),
  ]
}

/** "+ View, Change" and "− Delete". */
function difference(ctx: Context, was: readonly string[], is: readonly string[], textOf: (code: string) => string): string[] {
  const [more, less] = [is.filter((code) => !was.includes(code)), was.filter((code) => !is.includes(code))]
  const list = (codes: readonly string[]) => codes.map(textOf).join(say(ctx, '、', ', '))
  return [...(more.length > 0 ? [`+ ${list(more)}`] : []), ...(less.length > 0 ? [`− ${list(less)}`] : [])]
}

const listDifference = ({ lang }: Context, field: { zh: string; en: string }, parts: readonly string[]) =>
  parts.length > 0 ? [`${labelOf(field, lang)} ${parts.join(' ')}`] : []

async function menuChanges(ctx: Context, was: readonly string[], is: readonly string[]): Promise<PermissionChange[]> {
  const moved = [...is.filter((sid) => !was.includes(sid)), ...was.filter((sid) => !is.includes(sid))]
  if (moved.length === 0) return []
  const rows = await ctx.db.selectFrom('rbac_menu').select(['sid', 'name', 'name_en']).where('sid', 'in', moved).orderBy('sort_by').execute()
  return rows.map(({ sid, name, name_en }) => ({
    kind: is.includes(sid) ? 'added' : 'removed',
    text: named(ctx, say(ctx, '菜单', 'Menu'), String((ctx.lang === 'en' && name_en) || name)),
  }))
}
