import type { GivenGrant } from '../../../model/auth/role-actions.ts'
import type { ProposedLine } from '../../../model/auth/permission_proposal.ts'
import { labelOf, type Lang, wordIn } from '../../../model/kit/fields.ts'
import type { Context, RowValues } from '../../records/context.ts'
import { namesFor } from '../../records/query/names.ts'
import { fieldOf, modelNamed } from '../../records/registry.ts'
import { changesBetween } from '../roles/changes-in-words.ts'
import { valueText } from '../roles/matrix.ts'
import { givenOf, type GrantRow } from '../roles/permissions.ts'
import { type HeldWrite, RULE } from './collected.ts'

/** Each write in words, in both languages: whose permission it is, and what was and would be. */
export async function linesOf(ctx: Context, writes: readonly HeldWrite[]): Promise<ProposedLine[]> {
  const [zh, en] = [await inLang(ctx, writes, 'zh'), await inLang(ctx, writes, 'en')]
  return zh.map((line, at) => ({ zh: line, en: en[at] ?? line }))
}

async function inLang(ctx: Context, writes: readonly HeldWrite[], lang: Lang): Promise<string[]> {
  const own = { ...ctx, lang }
  const sids = new Set(writes.flatMap(({ entity, record_sid, former, proposed }) => (entity === 'role' ? [record_sid] : [former, proposed].flatMap(rolesIn)))) // oxfmt-ignore
  const nameOf = await namesFor(own, new Map([['role', sids]]))
  const texts: string[] = []
  for (const write of writes) texts.push(await LINES[kindOf(write)](own, write, (sid) => nameOf('role', sid)))
  return texts
}

const rolesIn = ({ role_sid, role_sids }: RowValues): string[] => [role_sid, ...(Array.isArray(role_sids) ? role_sids : [])].filter((one) => typeof one === 'string') // oxfmt-ignore

type Kind = 'role' | 'role_grant' | 'roles' | 'rule'

const kindOf = ({ entity }: HeldWrite): Kind => (entity === RULE ? 'rule' : entity === 'role' || entity === 'role_grant' ? entity : 'roles')

type Line = (ctx: Context, write: HeldWrite, nameOf: (role: string) => string) => Promise<string> | string

const LINES: Readonly<Record<Kind, Line>> = {
  role: (ctx, { record_sid, name, action, former, proposed }, nameOf) => {
    const role = `${say(ctx, '角色', 'Role ')}“${nameOf(record_sid) || name}”`
    if (action !== 'UPDATE') return `${role}${say(ctx, '：', ': ')}${wordOf(ctx, action)}`
    const model = modelNamed(ctx.tenant.models, 'role')
    const changes = Object.keys(proposed).map((code) => {
      const field = fieldOf(model, code)
      const shown = (value: unknown) => (field && valueText(field, value, ctx.lang)) || '—'
      return `${field ? labelOf(field, ctx.lang) : code} ${shown(former[code])} → ${shown(proposed[code])}`
    })
    return `${role}${say(ctx, '：', ': ')}${changes.join(say(ctx, '；', '; '))}`
  },
  role_grant: async (ctx, { action, former, proposed }, nameOf) => {
    const [was, is] = [action === 'CREATE' || action === 'RESTORE' ? [] : [former], action === 'DELETE' ? [] : [{ ...former, ...proposed }]]
    const changes = await changesBetween(ctx, stateOf(was), stateOf(is))
    const role = String(former.role_sid ?? proposed.role_sid)
    const invalid = 'valid' in proposed && proposed.valid !== former.valid && action === 'UPDATE' ? [say(ctx, proposed.valid === false ? '设为无效' : '设为有效', proposed.valid === false ? 'made invalid' : 'made valid')] : [] // oxfmt-ignore
    return `${say(ctx, '角色', 'Role ')}“${nameOf(role)}”${say(ctx, '：', ': ')}${[...changes.map(({ text }) => text), ...invalid].join(say(ctx, '；', '; '))}`
  },
  roles: (ctx, { entity, name, former, proposed }, nameOf) => {
    const [was, is] = [former, proposed].map((values) => (Array.isArray(values.role_sids) ? values.role_sids.map(String) : []))
    const what = labelOf(modelNamed(ctx.tenant.models, entity), ctx.lang)
    const more = (is ?? []).filter((sid) => !was?.includes(sid)).map((sid) => `+ ${nameOf(sid)}`)
    const less = (was ?? []).filter((sid) => !is?.includes(sid)).map((sid) => `− ${nameOf(sid)}`)
    const others = Object.keys(proposed).filter((code) => code !== 'role_sids').flatMap((code) => fieldOf(modelNamed(ctx.tenant.models, entity), code) ?? []) // oxfmt-ignore
    const beside = Object.keys(former).length > 0 ? others.map((field) => labelOf(field, ctx.lang)) : []
    return `${what}${say(ctx, '', ' ')}“${name}”${say(ctx, '的角色：', ', roles: ')}${[...more, ...less, ...beside].join(say(ctx, '，', ', '))}`
  },
  rule: (ctx, { proposed }) =>
    proposed.two_people === false
      ? say(ctx, '关闭“权限变更须两人”', 'Turn off “Two people for permission changes”')
      : say(ctx, '开启“权限变更须两人”', 'Turn on “Two people for permission changes”'),
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
