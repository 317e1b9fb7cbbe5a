import { role_grant } from '../../../model/auth/roles/role_grant.ts'
import { labelOf, type Words, wordIn } from '../../../model/kit/fields.ts'
import type { Context } from '../../records/context.ts'
import { fieldOf } from '../../records/registry.ts'
import { conditionTexts } from './condition-words.ts'
import { orderOf, verbTexts } from './grant-words.ts'

type Grant = Readonly<Record<string, unknown>>

/** Permissions of a role on an entity, one line for each fact, as far as the fields of the grant were read */
export async function grantLines(ctx: Context, grants: readonly Grant[]): Promise<(grant: Grant) => string[]> {
  const { lang } = ctx
  const conditioned = grants.flatMap(({ entity, query }) => (typeof query === 'string' && query ? [{ model: String(entity), query }] : []))
  const conditionOf = await conditionTexts(ctx, conditioned)
  const { change_scope, delete_scope, within_company, export_max, hidden_fields, read_only_fields } = role_grant.fields
  const colon = lang === 'zh' ? '：' : ': '
  const line = (field: { zh: string; en: string }, text: string) => (text ? [`${labelOf(field, lang)}${colon}${text}`] : [])
  return (grant) => {
    const condition = typeof grant.query === 'string' && grant.query ? conditionOf({ model: String(grant.entity), query: grant.query }) : ''
    return [
      ...(grant.denies === true ? [labelOf(role_grant.fields.denies, lang)] : []),
      ...[namesOf(ctx, verbTexts(inOrder(grant.verbs), lang))].filter(Boolean),
      ...(grant.data_scope === undefined ? [] : [scopeName(ctx, grant.data_scope) + (condition ? colon + condition : '')]),
      ...line(change_scope, scopeName(ctx, grant.change_scope)),
      ...line(delete_scope, scopeName(ctx, grant.delete_scope)),
      ...line(within_company, nameIn(grant.within_company)),
      ...line(export_max, grant.export_max === null || grant.export_max === undefined ? '' : String(grant.export_max)),
      ...line(hidden_fields, fieldNames(ctx, grant.entity, grant.hidden_fields)),
      ...line(read_only_fields, fieldNames(ctx, grant.entity, grant.read_only_fields)),
    ]
  }
}

const textsIn = (value: unknown) => (Array.isArray(value) ? value.map(String) : [])
const namesOf = ({ lang }: Context, names: readonly string[]) => names.join(lang === 'zh' ? '、' : ', ')

const VERBS = Object.keys(role_grant.fields.verbs.options)

/** Two grants of the same verbs read alike. */
const inOrder = (verbs: unknown) => textsIn(verbs).sort((a, b) => VERBS.indexOf(a) - VERBS.indexOf(b))

const SCOPES: Readonly<Record<string, Words>> = role_grant.fields.data_scope.options

const scopeName = ({ lang }: Context, scope: unknown) => (typeof scope === 'string' ? wordIn(SCOPES[scope] ?? [scope, scope], lang) : '')

const nameIn = (value: unknown) => (typeof value === 'object' && value !== null && 'name' in value ? String(value.name) : '')

function fieldNames(ctx: Context, entity: unknown, codes: unknown) {
  const model = ctx.tenant.models.all.get(String(entity))
  const names = textsIn(codes).map((code) => {
    const field = model && fieldOf(model, code)
    return field ? labelOf(field, ctx.lang) : code
  })
  return namesOf(ctx, names.sort(orderOf(ctx.lang)))
}
