import { HEAD, headSource, NEXT_DUE } from '../../../model/cases/head-fields.ts'
import type { Condition } from '../../../model/kit/iql/ast.ts'
import { parseIql } from '../../../model/kit/iql/parse.ts'
import type { Ability } from '../../../model/kit/action.ts'
import type { Field } from '../../../model/kit/fields.ts'
import { type Model, selfPaths, type Verb } from '../../../model/kit/model.ts'
import { both, refuse } from '../../errors.ts'
import { fieldOf, fieldsOf, kindsOf, modelNamed } from '../registry.ts'
import type { Access, Actor, Context, Grant } from '../context.ts'
import { headRows } from './head-access.ts'
import { allOf, among, anyOf, GIVEN, NOTHING, OWN, prefixed } from './conditions.ts'
import { type Denied, hides, verbsLeft, without } from './denied.ts'
import { narrowedTo, READING } from './viewing.ts'

/** The only function that computes access. */
export function accessOf(ctx: Context, model: Model): Access {
  const known = ctx.actor.access.get(model.name)
  if (known) return known
  const access = model.name === HEAD ? accessToHeads(ctx, model) : withinViewer(ctx, model, workOut(ctx, model))
  ctx.actor.access.set(model.name, access)
  return access
}

export function authorize(ctx: Context, model: Model, verb: Verb): Access {
  if (ctx.actor.viewer && !READING.has(verb)) refuse('viewing')
  const refused = model.refuses?.[verb]
  if (refused && ctx.source !== 'job') refuse('verb_refused', both('why', refused))
  const access = accessOf(ctx, model)
  const what = { what_zh: `${model.zh} ${VERBS[verb][0]}`, what_en: `${VERBS[verb][1]} ${model.en}` }
  if (!access.verbs.has(verb) && !access.verbs.has('*')) refuse('forbidden', what)
  return access
}

/** Abilities are among the verbs of a grant; a grant of every verb includes them. */
export const hasAbility = (ctx: Context, model: Model, { code }: Ability) => {
  const { verbs } = accessOf(ctx, model)
  return verbs.has(code) || verbs.has('*')
}

export function authorizeAbility(ctx: Context, model: Model, ability: Ability): Access {
  if (ctx.actor.viewer) refuse('viewing')
  if (!hasAbility(ctx, model, ability)) refuse('forbidden', { what_zh: ability.zh, what_en: ability.en })
  return accessOf(ctx, model)
}

/** Whoever views as another person sees what both may see. The head of cases follows from its kinds. */
function withinViewer(ctx: Context, model: Model, access: Access): Access {
  const { viewer } = ctx.actor
  return viewer ? narrowedTo(access, accessOf({ ...ctx, actor: viewer }, model), viewer) : access
}

const VERBS: Record<Verb, readonly [string, string]> = {
  get: ['查看', 'view'],
  search: ['查看', 'view'],
  count: ['查看', 'view'],
  create: ['新建', 'create'],
  update: ['修改', 'change'],
  delete: ['删除', 'delete'],
  transition: ['变更状态', 'change the state of'],
  import: ['导入', 'import'],
  export: ['导出', 'export'],
}

/** Whether some records of the model are known only to certain persons, whatever their roles show. */
export const isPrivate = (ctx: Context, model: Model) => ctx.tenant.modules.rowVisibilityOf(model.name)?.only?.(ctx) !== undefined

/** Whether this person sees all records of the model in whole companies, not only some of them. */
export const reachesCompanies = (ctx: Context, model: Model) =>
  grantsFor(ctx, model.name).some((grant) => shows(grant) && grant.scope.startsWith('COMPANY')) && !deniesFor(ctx, model.name).some(hides)

/** What access is made of: each grant with its rows, what is denied, the records seen `also` besides, and the `limits` for everybody. */
export type Parts = {
  given: readonly Given[]
  /** What is taken away of that. */
  denied: readonly Denied[]
  also: Condition | undefined
  limits: readonly Condition[]
  chosen: Condition | undefined
}
/** `changes` and `deletes` are within `rows`. */
export type Given = { grant: Grant } & Record<'rows' | 'changes' | 'deletes', Condition | undefined>

export function partsOf(ctx: Context, model: Model): Parts {
  const { selected } = ctx.actor
  const grants = grantsFor(ctx, model.name).map((grant) => (grant.within && model.scope === 'tenant' ? onlySeeing(grant) : grant))
  const given = [...grants, ...ownGrant(ctx, model)].map((grant) => givenBy(ctx, model, grant))
  const sight = ctx.tenant.modules.rowVisibilityOf(model.name)
  return {
    given,
    denied: deniedOn(ctx, model),
    also: given.length > 0 ? besides([sight?.also?.(ctx), ofAbsent(ctx, model)]) : undefined,
    limits: [sight?.only?.(ctx), ofSeenKinds(ctx, model)].filter((part) => part !== undefined),
    chosen: model.scope === 'company' && selected && !model.own ? among([companyOf(model)], selected) : undefined,
  }
}

/** The scope of a denial that records common to all companies do not know takes nothing away of them. */
function deniedOn(ctx: Context, model: Model): Denied[] {
  const isUnknown = ({ scope, within }: Grant) => {
    if (model.scope !== 'tenant') return false
    return Boolean(within) || !(scope === 'ALL' || scope === 'CUSTOM' || (scope === 'AGENCY' && model.visibility?.agency))
  }
  const denies = deniesFor(ctx, model.name).filter((grant) => !isUnknown(grant))
  return denies.map((grant) => ({ grant, rows: givenBy(ctx, model, grant).rows }))
}

const besides = (parts: readonly (Condition | undefined)[]) => {
  const some = parts.filter((part) => part !== undefined)
  return some.length > 0 ? anyOf(some) : undefined
}

/** The cases, and the records of cases, of the persons for whom this person acts today. */
function ofAbsent(ctx: Context, model: Model): Condition | undefined {
  const { actor, tenant } = ctx
  if (actor.stands_in_for.length === 0 || !(tenant.models.kinds.has(model.name) || isOfCase(model))) return undefined
  const { through, self } = model.visibility ?? {}
  return besides(
    actor.stands_in_for.map((sid) => {
      const asPerson = { ...ctx, actor: { ...actor, sid } }
      // What the person once created is no work of theirs.
      if (through === undefined || self) return scopeOf(asPerson, model, OF_PERSON)
      return prefixed(scopeOf(asPerson, parentOf(ctx, model, through), OF_PERSON), through)
    }),
  )
}

/** Whether its records are those of a case. */
function isOfCase(model: Model) {
  const { through } = model.visibility ?? {}
  const link = through === undefined ? undefined : fieldOf(model, through)
  return link?.type === 'reference' && link.to === HEAD
}

const OF_PERSON: Grant = { role: '', model: '', verbs: [], scope: 'SELF', query: null, hidden: [], read_only: [] }

/** Records common to all companies are not changed by a grant for one of them. */
const onlySeeing = (grant: Grant): Grant => ({
  ...grant,
  verbs: grant.verbs.includes('*') ? [...SEEING] : grant.verbs.filter((verb) => SEEING.has(verb)),
})

function givenBy(ctx: Context, model: Model, grant: Grant): Given {
  const limit = grant.within && model.scope === 'company' ? ofCompanies(model, grant.within) : undefined
  const rows = allOf([scopeOf(ctx, model, grant), limit].filter((part) => part !== undefined))
  const narrower = (scope: Grant['scope'] | null | undefined) =>
    scope ? allOf([rows, scopeOf(ctx, model, { ...grant, scope })].filter((part) => part !== undefined)) : rows
  return { grant, rows, changes: narrower(grant.change_scope), deletes: narrower(grant.delete_scope ?? grant.change_scope) }
}

/** Records of these companies, the first of which is above the others: a company that is added below it counts at once. */
function ofCompanies(model: Model, companies: readonly string[]): Condition | undefined {
  const [top] = companies
  const listed = among([companyOf(model)], companies)
  if (companyOf(model) !== 'sid' || !model.tree?.paths?.['path'] || top === undefined) return listed
  return anyOf([listed, { kind: 'like', path: ['path'], at: GIVEN, negated: false, value: { kind: 'text', value: `%/${top}/%`, at: GIVEN } }])
}

/** Which rows of a grant a verb concerns. */
export const partFor = (verb: string) => (SEEING.has(verb) ? 'rows' : verb === 'delete' ? 'deletes' : 'changes')
/** What is denied does not touch what everybody may do with their own records. */
const rowsFor = (given: Given, verb: string, denied: readonly Denied[]) =>
  given.grant.scope === 'OWN' ? given[partFor(verb)] : without(given[partFor(verb)], denied, verb)

/** Entering new records shows none that are there: a grant of no more than that widens nobody's sight. */
export const shows = ({ verbs }: Grant) => verbs.some((verb) => verb !== 'create' && verb !== 'import')

/** Whether the grant gives a verb or an ability. */
export const gives = ({ verbs }: Grant, verb: string) => verbs.includes(verb) || verbs.includes('*')

function workOut(ctx: Context, model: Model): Access {
  const { given, denied, limits, chosen, ...parts } = partsOf(ctx, model)
  const grants = given.map(({ grant }) => grant)
  const verbs = new Set(grants.flatMap((grant) => (grant.scope === 'OWN' ? grant.verbs : verbsLeft(grant.verbs, denied))))
  const changing = given.flatMap((one) => one.grant.verbs.filter((verb) => !SEEING.has(verb)).map((verb) => ({ one, verb })))
  const { selected } = ctx.actor
  const seeing = given.filter(({ grant }) => shows(grant))
  const granted = union(seeing.map((one) => rowsFor(one, 'get', denied)))
  const showing = seeing.length > 0 ? seeing.map(({ grant }) => grant) : grants
  const changeable = changing.length ? union(onceEach(changing.map(({ one, verb }) => rowsFor(one, verb, denied)))) : granted
  const also = granted && parts.also && without(parts.also, denied, 'get')
  const narrowed = limits.length > 0 ? allOf([...limits]) : undefined
  const within = (own: Condition | undefined, besides = also) =>
    allOf([besides && own ? anyOf([own, besides]) : own, chosen, narrowed].filter((part) => part !== undefined))
  const codes = fieldsOf(model).map(([code]) => code)
  const unreadable = new Set(codes.filter((code) => showing.length > 0 && showing.every((grant) => grant.hidden.includes(code))))
  const unwritable = new Set(codes.filter((code) => grants.every((grant) => grant.hidden.includes(code) || grant.read_only.includes(code))))
  const masked = new Set(codes.filter((code) => isMasked(showing, code, fieldOf(model, code)?.masked)))
  return {
    verbs,
    rows: within(granted),
    changeable: within(changeable),
    changeableBy: (verb) => {
      const own = union(given.filter(({ grant }) => gives(grant, verb)).map((one) => rowsFor(one, verb, denied)))
      return within(own, also && without(also, denied, verb))
    },
    places: placesOf(
      ctx,
      grants.filter((grant) => grant.verbs.some((verb) => !SEEING.has(verb))),
    ),
    exportable: mostExported(grants.filter((grant) => gives(grant, 'export'))),
    companies: granted === undefined && !narrowed && !(chosen && model.visibility?.company) ? (chosen ? (selected ?? undefined) : []) : undefined,
    mayRead: (code) => (grants.length ? !unreadable.has(code) && !isUntold(fieldOf(model, code)) : isOpenName(model, code)),
    mayKnowSet: (code) => grants.length > 0 && !unreadable.has(code) && fieldOf(model, code)?.secret === true,
    mayWrite: (code) => !unwritable.has(code) && fieldOf(model, code)?.computed !== true,
    masks: (code) => masked.has(code),
  }
}

/**
 * This person sees all cases visible in each kind, and has the verbs granted on every visible kind; a field hidden in
 * one of these kinds is hidden. The head itself has no grants.
 */
function accessToHeads(ctx: Context, head: Model): Access {
  const kinds = kindsOf(ctx.tenant.models)
  const parts = kinds.filter(({ name }) => grantsFor(ctx, name).length > 0).map((kind) => ({ kind, access: accessOf(ctx, kind) }))
  const isAll = parts.length === kinds.length
  const mayEach = (verb: string) => parts.length > 0 && parts.every(({ access }) => access.verbs.has(verb) || access.verbs.has('*'))
  const sources = (code: string) =>
    parts.flatMap(({ kind, access }) => {
      const from = headSource(kind, code)
      return from ? [{ access, from }] : []
    })
  const readsDeadlines = () => accessOf(ctx, modelNamed(ctx.tenant.models, NEXT_DUE.model)).mayRead(NEXT_DUE.due)
  const mayRead = (code: string) => {
    if (code === 'kind') return parts.length > 0
    if (code === 'next_due') return parts.length > 0 && readsDeadlines()
    const from = sources(code)
    return from.length > 0 && from.every((one) => one.access.mayRead(one.from))
  }
  const unreadable = new Set(fieldsOf(head).flatMap(([code]) => (mayRead(code) ? [] : [code])))
  const masked = new Set(fieldsOf(head).flatMap(([code]) => (sources(code).some(({ access, from }) => access.masks(from)) ? [code] : [])))
  const [first, ...others] = parts.map(({ access }) => access.companies)
  const isAlike = isAll && others.every((companies) => JSON.stringify(companies) === JSON.stringify(first))
  const seen = parts.map(({ kind, access }) => ({ kind, rows: access.rows }))
  return {
    verbs: new Set([...SEEING].filter(mayEach)),
    rows: parts.length > 0 ? headRows(seen, isAll, GIVEN) : NOTHING,
    changeable: NOTHING,
    changeableBy: () => NOTHING,
    places: [],
    exportable: undefined,
    companies: isAlike ? first : undefined,
    mayRead: (code) => fieldOf(head, code) !== undefined && !unreadable.has(code),
    mayKnowSet: () => false, // the head has no secret field
    mayWrite: () => false,
    masks: (code) => masked.has(code),
  }
}

/** No response, query, history or file contains its value. */
const isUntold = (field: Field | undefined) => field?.internal === true || field?.secret === true

/** One role without the mask is enough. */
function isMasked(grants: readonly Grant[], code: string, kind: 'id_no' | 'mobile' | undefined) {
  const showing = kind ? grants.filter((grant) => !grant.hidden.includes(code)) : []
  return kind !== undefined && showing.length > 0 && showing.every((grant) => grant.masks?.includes(kind))
}

/** Records of cases are limited to kinds of which this person sees a case; the grant of a person who sees no case at all is unchanged. */
function ofSeenKinds(ctx: Context, model: Model): Condition | undefined {
  const through = model.visibility?.through
  const link = through === undefined ? undefined : fieldOf(model, through)
  if (through === undefined || link?.type !== 'reference' || link.to !== HEAD) return undefined
  const kinds = kindsOf(ctx.tenant.models).map(({ name }) => name)
  const granted = kinds.filter((name) => grantsFor(ctx, name).length > 0)
  const seen = granted.filter((name) => !deniesFor(ctx, name).some((grant) => hides(grant) && grant.scope === 'ALL' && !grant.within))
  if (granted.length === 0 || seen.length === kinds.length) return undefined
  return anyOf([{ kind: 'empty', path: [through], at: GIVEN, negated: false }, among([through, 'kind'], seen)])
}

/** The field with the company of a record; a company is its own. */
const companyOf = (model: Model) => model.visibility?.company ?? 'company_sid'

export const SEEING: ReadonlySet<string> = new Set(['get', 'search', 'count', 'export'])

/** The rows of all these grants. */
function union(scopes: readonly (Condition | undefined)[]): Condition | undefined {
  return scopes.includes(undefined) ? undefined : anyOf(scopes.filter((scope) => scope !== undefined))
}

/** Most grants give all their verbs on the same rows. */
const onceEach = (scopes: readonly (Condition | undefined)[]) => [...new Map(scopes.map((scope) => [JSON.stringify(scope), scope])).values()]

/** The companies to which these grants let records be given. */
function placesOf({ actor }: Context, changing: readonly Grant[]): readonly string[] | undefined {
  const places = changing.map(({ scope, change_scope, within }) => {
    const isWide = scope === 'ALL' && (change_scope ?? 'ALL') === 'ALL'
    if (isWide) return within ?? undefined
    return within ? actor.companies.filter((sid) => within.includes(sid)) : actor.companies
  })
  if (places.length === 0) return actor.companies
  return places.includes(undefined) ? undefined : [...new Set(places.flatMap((some) => some ?? []))]
}

/** One role without a limit is enough. */
function mostExported(grants: readonly Grant[]): number | undefined {
  const limits = grants.map(({ export_max }) => export_max ?? Number.POSITIVE_INFINITY)
  const most = Math.max(0, ...limits)
  return Number.isFinite(most) && grants.length > 0 ? most : undefined
}

/** The field that a reader of a referring record may see without a grant. */
export const isOpenName = (model: Model, code: string) => model.public_name === true && (code === 'sid' || model.display.includes(code))

/** A role's grant on the model itself replaces its grant on all models. */
export const grantsFor = ({ actor }: Context, name: string) => governing(actor, actor.grants, name)
export const deniesFor = ({ actor }: Context, name: string) => governing(actor, actor.denies ?? [], name)

function governing({ grants, denies = [] }: Actor, among: readonly Grant[], name: string): Grant[] {
  const own = new Set([...grants, ...denies].filter((grant) => grant.model === name).map((grant) => grant.role))
  return among.filter((grant) => grant.model === name || (grant.model === '*' && !own.has(grant.role)))
}

/** The permissions of a person on their own records, without any role. */
function ownGrant({ actor }: Context, { name, own }: Model): Grant[] {
  if (!own || actor.sid === null) return []
  return [{ role: '', model: name, verbs: own.verbs, scope: 'OWN', query: null, hidden: [], read_only: own.read_only ?? [] }]
}

function scopeOf(ctx: Context, model: Model, grant: Grant): Condition | undefined {
  const { actor } = ctx
  if (grant.scope === 'ALL') return undefined
  if (grant.scope === 'OWN') return ownRows(ctx, model)
  if (grant.scope === 'CUSTOM') return custom(grant)
  if (model.name === HEAD) {
    const parts = kindsOf(ctx.tenant.models).map((kind) => ({ kind, rows: scopeOf(ctx, kind, grant) }))
    return headRows(parts, true, GIVEN)
  }
  // Records common to all companies have no owner, unless it is an agency's.
  if (model.scope === 'tenant' && !(grant.scope === 'AGENCY' && model.visibility?.agency)) return undefined
  const through = model.visibility?.through
  const parent = through ? parentOf(ctx, model, through) : undefined
  const own = parent ? prefixed(scopeOf(ctx, parent, grant), through ?? '') : undefined
  const direct = directScope(ctx, model, grant)
  if (!parent) return direct ?? NOTHING
  if (grant.scope === 'SELF' && direct) return anyOf([direct, own ?? NOTHING])
  return own === undefined && actor.platform === 1 ? direct : own
}

function directScope(ctx: Context, model: Model, grant: Grant): Condition | undefined {
  const { actor } = ctx
  const sight = model.visibility ?? {}
  switch (grant.scope) {
    case 'COMPANY':
      return among([companyOf(model)], actor.company_sid ? [actor.company_sid] : [])
    case 'COMPANY_SUB':
      return among([companyOf(model)], actor.companies)
    case 'DEPT':
      return anyOf((sight.department ?? []).map((path) => among(path.split('.'), actor.department_sid ? [actor.department_sid] : [])))
    case 'DEPT_SUB':
      return anyOf((sight.department ?? []).map((path) => among(path.split('.'), actor.departments)))
    case 'VIRTUAL':
      return anyOf([
        ...(sight.department ?? []).map((path) => among(path.split('.'), actor.virtual.departments)),
        ...(sight.self ?? []).map((path) => among(path.split('.'), actor.virtual.people)),
      ])
    case 'AGENCY':
      return anyOf((sight.agency ?? []).map((path) => among(path.split('.'), actor.agency_sid ? [actor.agency_sid] : [])))
    case 'SELF':
      return ownRows(ctx, model)
    default:
      return undefined
  }
}

function ownRows({ actor }: Context, model: Model) {
  return anyOf(selfPaths(model).map((path) => among(path.split('.'), actor.sid ? [actor.sid] : [], OWN)))
}

function parentOf(ctx: Context, model: Model, through: string): Model {
  const field = fieldOf(model, through)
  const parent = field?.type === 'reference' ? ctx.tenant.models.all.get(field.to) : undefined
  return parent ?? refuse('not_found')
}

// An empty query shows nothing: ALL grants every row.
const custom = (grant: Grant) => given((grant.query ? parseIql(grant.query).where : undefined) ?? NOTHING)

function given(condition: Condition): Condition {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return { kind: condition.kind, of: condition.of.map(given) }
    case 'not':
      return { kind: 'not', of: given(condition.of) }
    default:
      return { ...condition, at: GIVEN }
  }
}

/** The visible rows among those of a condition, for a query that an action makes itself. */
export const visible = (ctx: Context, model: Model, where?: Condition): Condition | undefined =>
  allOf([accessOf(ctx, model).rows, where].filter((part) => part !== undefined))
