import { englishFieldOf } from '../../../model/cases/case-kind.ts'
import type { Model } from '../../../model/kit/model.ts'
import type { GivenGrant } from '../../../model/auth/roles/role-actions.ts'
import type { ProposedLine } from '../../../model/kit/proposal.ts'
import { type Field, labelOf, type Lang, wordIn } from '../../../model/kit/fields.ts'
import type { Context, RowValues } from '../../records/context.ts'
import { maskOf } from '../../records/permission/masks.ts'
import { type NameOf, namesFor } from '../../records/query/words/names.ts'
import { fieldOf, modelNamed } from '../../records/registry.ts'
import { changesBetween } from '../roles/changes-in-words.ts'
import { valueText } from '../roles/matrix.ts'
import { givenOf, type GrantRow } from '../roles/permissions.ts'
import type { HeldWrite } from '../../records/proposals/holding.ts'
import { RULE } from './rule-name.ts'

/** Each write in words, in both languages: the person or role, and the values before and after */
export async function linesOf(ctx: Context, writes: readonly HeldWrite[]): Promise<ProposedLine[]> {
  const [zh, en] = [await inLang(ctx, writes, 'zh'), await inLang(ctx, writes, 'en')]
  return zh.map((line, at) => {
    const write = writes[at]
    const sid = write && write.entity !== RULE ? concerned(write) : undefined
    return { zh: line, en: en[at] ?? line, ...(sid !== undefined && { sid }) }
  })
}

/** A permission is one of its role. */
function concerned({ entity, record_sid, former, proposed }: HeldWrite): string {
  return entity === 'role_grant' ? String(former.role_sid ?? proposed.role_sid) : record_sid
}

async function inLang(ctx: Context, writes: readonly HeldWrite[], lang: Lang): Promise<string[]> {
  const own = { ...ctx, lang }
  const nameOf = await namesFor(own, namedIn(ctx, writes))
  const texts: string[] = []
  for (const write of writes) texts.push(await LINES[kindOf(write)](own, write, nameOf))
  return texts
}

/** The records that these writes name, by their models. */
function namedIn({ tenant }: Context, writes: readonly HeldWrite[]): Map<string, Set<string>> {
  const named = new Map<string, Set<string>>([['role', new Set()]])
  const add = (model: string, sid: unknown) => {
    if (typeof sid === 'string') named.set(model, (named.get(model) ?? new Set()).add(sid))
  }
  for (const { entity, record_sid, former, proposed } of writes) {
    const model = tenant.models.all.get(entity)
    if (model && entity !== 'role_grant') add(entity, record_sid)
    for (const [code, value] of [former, proposed].flatMap((values) => Object.entries(values))) {
      const field = model && fieldOf(model, code)
      if (field?.type === 'reference') add(field.to, value)
      if (field?.type === 'references' && Array.isArray(value)) for (const sid of value) add(field.to, sid)
    }
  }
  return named
}

type Kind = 'role_grant' | 'roles' | 'fields' | 'rule'

function kindOf({ entity, former, proposed }: HeldWrite): Kind {
  if (entity === RULE) return 'rule'
  if (entity === 'role_grant') return 'role_grant'
  return entity === 'rbac_menu' || entity === 'rbac_resource' || 'role_sids' in proposed || 'role_sids' in former ? 'roles' : 'fields'
}

type Line = (ctx: Context, write: HeldWrite, nameOf: NameOf) => Promise<string> | string

const LINES: Readonly<Record<Kind, Line>> = {
  fields: (ctx, write, nameOf) => {
    const { entity, action, former, proposed } = write
    const model = modelNamed(ctx.tenant.models, entity)
    const record = `${labelOf(model, ctx.lang)}${say(ctx, '', ' ')}“${recordNamed(model, write, nameOf)}”${say(ctx, '：', ': ')}`
    if (action !== 'UPDATE') return record + wordOf(ctx, action)
    const changes = Object.keys(proposed).map((code) => {
      const field = fieldOf(model, code)
      const plain = (value: unknown) =>
        field?.masked
          ? String(maskOf(value) ?? '')
          : field && (namedBy(field, value, nameOf, say(ctx, '、', ', ')) || valueText(field, value, ctx.lang))
      const shown = (value: unknown) => plain(value) || '—'
      return `${field ? labelOf(field, ctx.lang) : code} ${shown(former[code])} → ${shown(proposed[code])}`
    })
    return record + changes.join(say(ctx, '；', '; '))
  },
  role_grant: async (ctx, { action, former, proposed }, nameOf) => {
    const [was, is] = [action === 'CREATE' || action === 'RESTORE' ? [] : [former], action === 'DELETE' ? [] : [{ ...former, ...proposed }]]
    const changes = await changesBetween(ctx, stateOf(was), stateOf(is))
    const role = String(former.role_sid ?? proposed.role_sid)
    const invalid = 'valid' in proposed && proposed.valid !== former.valid && action === 'UPDATE' ? [say(ctx, proposed.valid === false ? '设为无效' : '设为有效', proposed.valid === false ? 'made invalid' : 'made valid')] : [] // oxfmt-ignore
    return `${say(ctx, '角色', 'Role ')}“${nameOf('role', role)}”${say(ctx, '：', ': ')}${[...changes.map(({ text }) => text), ...invalid].join(say(ctx, '；', '; '))}`
  },
  roles: (ctx, write, nameOf) => {
    const { entity, action, former, proposed } = write
    const model = modelNamed(ctx.tenant.models, entity)
    const [was, is] = (action === 'RESTORE' ? [{}, former] : [former, proposed]).map((values: RowValues) =>
      Array.isArray(values.role_sids) ? values.role_sids.map(String) : [],
    )
    const what = labelOf(model, ctx.lang)
    const more = (is ?? []).filter((sid) => !was?.includes(sid)).map((sid) => `+ ${nameOf('role', sid)}`)
    const less = (was ?? []).filter((sid) => !is?.includes(sid)).map((sid) => `− ${nameOf('role', sid)}`)
    const others = Object.keys(proposed).filter((code) => code !== 'role_sids').flatMap((code) => fieldOf(model, code) ?? []) // oxfmt-ignore
    const beside = Object.keys(former).length > 0 ? others.map((field) => labelOf(field, ctx.lang)) : []
    return `${what}${say(ctx, '', ' ')}“${recordNamed(model, write, nameOf)}”${say(ctx, '的角色：', ', roles: ')}${[...more, ...less, ...beside].join(say(ctx, '，', ', '))}`
  },
  rule: (ctx, { proposed }) =>
    proposed.two_people === false
      ? say(ctx, '关闭“权限变更须两人”', 'Turn off “Two people for permission changes”')
      : say(ctx, '开启“权限变更须两人”', 'Turn on “Two people for permission changes”'),
}

/** Name in the language of the reader; a record to be renamed has its former name. */
function recordNamed(model: Model, { entity, record_sid, name, proposed }: HeldWrite, nameOf: NameOf): string {
  const isRenamed = model.display.some((code) => code in proposed || englishFieldOf(model, code) in proposed)
  return (!isRenamed && nameOf(entity, record_sid)) || name
}

function namedBy(field: Field, value: unknown, nameOf: NameOf, between = ', '): string {
  if (field.type === 'reference' && typeof value === 'string') return nameOf(field.to, value)
  return field.type === 'references' && Array.isArray(value) ? value.map((sid) => nameOf(field.to, String(sid))).join(between) : ''
}

const say = ({ lang }: Context, zh: string, en: string) => (lang === 'zh' ? zh : en)

const ACTIONS = { CREATE: ['新建', 'new'], UPDATE: ['修改', 'changed'], DELETE: ['删除', 'deleted'], RESTORE: ['恢复', 'restored'] } as const
const wordOf = (ctx: Context, action: HeldWrite['action']) => wordIn(ACTIONS[action], ctx.lang)

/** The grants of a role, as its editor compares them. */
const stateOf = (grants: readonly RowValues[]) => ({
  grants: grants.map((row): GivenGrant => givenOf(row as GrantRow)), // its declared fields, as they were written
  menus: [],
  mask_id_no: false,
  mask_mobile: false,
})
