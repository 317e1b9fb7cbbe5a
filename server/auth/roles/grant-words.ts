import { role_grant } from '../../../model/auth/roles/role_grant.ts'
import { labelOf, type Lang, type Words, wordIn } from '../../../model/kit/fields.ts'
import type { Model } from '../../../model/kit/model.ts'
import { SHARE_RIGHTS } from '../../../model/sharing/share-level.ts'
import type { Actor, Context, Grant, Received } from '../../records/context.ts'
import type { Verdict } from '../../records/explain.ts'
import { ownDepartments } from '../../records/permission/scopes.ts'
import { namesFor } from '../../records/query/words/names.ts'
import { conditionTexts } from './condition-words.ts'

/** The names that explanations of grants need. */
export type Naming = {
  roleOf(grant: Grant): string
  placesOf(grant: Grant): string
  companyOf(grant: Grant): string
  conditionOf(grant: Grant): string
  list(names: readonly string[]): string
}

/** Scopes with their values: departments, companies and the agency of the person. */
export async function namingFor(ctx: Context, actor: Actor, grants: readonly Grant[]): Promise<Naming> {
  const places = new Map<string, Set<string>>([['role', new Set(grants.map(({ role }) => role).filter(Boolean))]])
  const scoped = grants.flatMap((grant) =>
    [grant.scope, grant.change_scope ?? [], grant.delete_scope ?? []].flat().map((scope) => ({ scope, people: grant.people })),
  )
  for (const { scope, people } of scoped) {
    const { model, sids } = placesIn(actor, scope, people)
    if (model) places.set(model, new Set([...(places.get(model) ?? []), ...sids]))
  }
  places.set('company', new Set([...(places.get('company') ?? []), ...grants.flatMap(({ within }) => within?.slice(0, 1) ?? [])]))
  const nameOf = await namesFor(ctx, places)
  const conditions = await conditionTexts(ctx, grants.flatMap(({ model, query }) => (query ? [{ model, query }] : []))) // oxfmt-ignore
  const list = (names: readonly string[]) => [...new Set(names)].join(ctx.lang === 'zh' ? '、' : ', ')
  return {
    list,
    roleOf: ({ role }) => (role ? nameOf('role', role) : wordIn(EVERYBODY, ctx.lang)),
    // The first is the company itself, before those below it.
    companyOf: ({ within }) => (within?.[0] ? nameOf('company', within[0]) : ''),
    conditionOf: ({ model, query }) => (query ? conditions({ model, query }) : ''),
    placesOf: ({ scope, people }) => {
      const { model, sids } = placesIn(actor, scope, people)
      if (!model) return ''
      const shown = sids.slice(0, SHOWN).map((sid) => nameOf(model, sid))
      const more = sids.length - shown.length
      return list(shown) + (more > 0 ? (ctx.lang === 'zh' ? `等 ${sids.length} 个` : ` and ${more} more`) : '')
    },
  }
}

const EVERYBODY: Words = ['所有人', 'Everybody']
/** Maximum departments or companies named */
const SHOWN = 8

function placesIn(
  actor: Actor,
  scope: Grant['scope'],
  people: readonly string[] = [],
): { model?: 'user_info' | 'department' | 'company' | 'agency' | 'virtual_organisation'; sids: readonly string[] } {
  const own = (sid: string | null) => (sid ? [sid] : [])
  switch (scope) {
    case 'DEPT':
      return { model: 'department', sids: ownDepartments(actor) }
    case 'DEPT_SUB':
      return { model: 'department', sids: actor.departments }
    case 'COMPANY':
      return { model: 'company', sids: own(actor.company_sid) }
    case 'COMPANY_SUB':
      return { model: 'company', sids: actor.companies }
    case 'VIRTUAL':
      return { model: 'virtual_organisation', sids: actor.virtual.organisations }
    case 'PEOPLE':
      return { model: 'user_info', sids: people }
    case 'AGENCY':
      return { model: 'agency', sids: own(actor.agency_sid) }
    default:
      return { sids: [] }
  }
}

const SCOPES: Readonly<Record<string, Words>> = { ...role_grant.fields.data_scope.options, OWN: ['本人的', 'One’s own'] }
const VERBS: Readonly<Record<string, Words>> = role_grant.fields.verbs.options
const NONE: Words = ['无', 'none']

export const verbText = (verb: string, lang: Lang) => wordIn(VERBS[verb] ?? [verb, verb], lang)

const VIEWING = ['get', 'search', 'count']

/** Verbs by name. To view is to open, to list and to count: all three together are one. */
export function verbTexts(verbs: readonly string[], lang: Lang): string[] {
  const isViewing = VIEWING.every((verb) => verbs.includes(verb))
  return [...new Set(verbs)].filter((verb) => !isViewing || verb === 'get' || !VIEWING.includes(verb)).map((verb) => verbText(verb, lang))
}

/** The scope, its narrower scopes for changes and deletions, and the company to which it is limited */
export function scopeText(grant: Grant, names: Naming, lang: Lang): string {
  const { change_scope: change, delete_scope: remove } = grant
  const { change_scope, delete_scope, within_company } = role_grant.fields
  const part = (field: { zh: string; en: string }, text: string) => `${labelOf(field, lang)}${lang === 'zh' ? '：' : ': '}${text}`
  const narrower = (scope: Grant['scope']) => plainText({ ...grant, scope }, names, lang)
  return [
    plainText(grant, names, lang),
    ...(change ? [part(change_scope, narrower(change))] : []),
    ...(remove ? [part(delete_scope, narrower(remove))] : []),
    ...(grant.within ? [part(within_company, names.companyOf(grant))] : []),
  ].join(lang === 'zh' ? '；' : '; ')
}

/** Text of a denial: "Denies Change: Own department" */
export function denialText(grant: Grant, names: Naming, lang: Lang): string {
  const verbs = verbTexts(grant.verbs, lang).join(lang === 'zh' ? '、' : ', ')
  return `${labelOf(role_grant.fields.denies, lang)}${lang === 'zh' ? '' : ' '}${verbs}${lang === 'zh' ? '：' : ': '}${scopeText(grant, names, lang)}`
}

/** A scope with its value: "Own department and below: R&D, Chemistry". */
function plainText(grant: Grant, names: Naming, lang: Lang): string {
  const scope = wordIn(SCOPES[grant.scope] ?? [grant.scope, grant.scope], lang)
  const colon = lang === 'zh' ? '：' : ': '
  if (grant.scope === 'CUSTOM') return scope + colon + (names.conditionOf(grant) || wordIn(NONE, lang))
  if (grant.scope === 'SELF' || grant.scope === 'OWN' || grant.scope === 'ALL') return scope
  return scope + colon + (names.placesOf(grant) || wordIn(NONE, lang))
}

/** The order of names in a list of this language. */
export const orderOf = (lang: Lang) => new Intl.Collator(lang === 'zh' ? 'zh-CN' : 'en').compare

type Telling = { ctx: Context; model: Model; names: Naming }

/** Why the verdict is what it is, in one sentence. */
export function whyText(verdict: Verdict, { ctx: { lang }, model, names }: Telling): string {
  const { why, verb, by, refusal, missing = [] } = verdict
  const words = (zh: string, en: string) => (lang === 'zh' ? zh : en)
  const withNote = (name: string, note: string) => words(`${name}（${note}）`, `${name} (${note})`)
  const listOf = (grants: readonly Grant[]) =>
    [...new Set(grants.map((grant) => withNote(names.roleOf(grant), scopeText(grant, names, lang))))].join(words('；', '; '))
  const bySentence = () => listOf(by)
  switch (why) {
    case 'granted':
      return bySentence()
    case 'shared': {
      const right = (share: Received) => wordIn(SHARE_RIGHTS[share.right], lang)
      const shares = [...new Set((verdict.shares ?? []).map((share) => withNote(share.sharer.name, right(share))))].join(words('；', '; '))
      return words(`由共享：${shares}`, `By share of ${shares}`)
    }
    case 'also':
      return words(
        '与本人或其代理的外出人员有关（不论角色的范围）',
        'Because the record concerns the person, or somebody absent for whom they act, whatever the scopes of the roles',
      )
    case 'denied':
      return words(`被角色拒绝：${bySentence()}`, `Denied by the role ${bySentence()}`)
    case 'withheld':
      return words('此功能已绑定其他角色（见“绑定角色的功能”）', 'The function is bound to other roles (see “Functions bound to roles”)')
    case 'limited':
      return words(
        '此类数据只对指定的人可见，此人不在其中',
        'Records of this kind are known to certain people only, and this person is not one of them',
      )
    case 'built_in':
      return words('系统内置数据', 'Built-in record')
    case 'ranked':
      return words('属于权限更高的人员或角色', 'Belongs to a person or role with wider permissions')
    case 'outside':
      return words(
        `有“${verbText(verb, lang)}”权限的角色，其范围都不含此记录：${listOf(missing)}`,
        `No role with the permission “${verbText(verb, lang)}” has this record in its scope: ${listOf(missing)}`,
      )
    case 'refused':
      return refusal?.name === 'verb_refused'
        ? refusal.words(lang)
        : words(`没有角色授予“${model.zh}”的“${verbText(verb, lang)}”`, `No role grants “${verbText(verb, lang)}” on “${model.en}”`)
  }
}
