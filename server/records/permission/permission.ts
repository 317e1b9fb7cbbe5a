import { HEAD, headSource, NEXT_DUE } from '../../../model/cases/head-fields.ts'
import type { Condition } from '../../../model/kit/iql/ast.ts'
import type { Ability } from '../../../model/kit/action.ts'
import type { Field } from '../../../model/kit/fields.ts'
import type { Model, Verb } from '../../../model/kit/model.ts'
import { both, refuse } from '../../errors.ts'
import { fieldOf, fieldsOf, kindsOf, modelNamed } from '../registry.ts'
import type { Access, Context, Grant } from '../context.ts'
import { isWithheld } from './functions.ts'
import { headRows } from './head-access.ts'
import { allOf, anyOf, GIVEN, NOTHING, unionOf } from './conditions.ts'
import { type Denied, hides, verbsLeft, without } from './denied.ts'
import { deniesOn, gives, grantsOn, SEEING, shows } from './governing.ts'
import { type Given, partFor, partsOf } from './parts.ts'
import { withReceived } from './received.ts'
import { untoldRows } from './told-rows.ts'
import { narrowedTo, READING } from './viewing.ts'

/** The only function that computes access. */
export function accessOf(ctx: Context, model: Model): Access {
  const known = ctx.actor.access.get(model.name)
  if (known) return known
  const access =
    model.name === HEAD ? accessToHeads(ctx, model) : withinViewer(ctx, model, withReceived(ctx, model, accessByRoles(ctx, model), accessOf))
  ctx.actor.access.set(model.name, access)
  return access
}

export function authorize(ctx: Context, model: Model, verb: Verb): Access {
  if (!READING.has(verb)) refuseUnlessWriting(ctx)
  const refused = model.refuses?.[verb]
  if (refused && ctx.source !== 'job') refuse('verb_refused', both('why', refused))
  const access = accessOf(ctx, model)
  const what = { what_zh: `${model.zh} ${VERBS[verb][0]}`, what_en: `${VERBS[verb][1]} ${model.en}` }
  if (!access.verbs.has(verb) && !access.verbs.has('*'))
    refuse(isWithheld(ctx.actor, `${model.name}.${verb}`) ? 'function_withheld' : 'forbidden', what)
  return access
}

function refuseUnlessWriting({ actor: { viewer, reads_only } }: Context) {
  if (viewer) refuse('viewing')
  if (reads_only) refuse('token_only_reads')
}

/** Abilities are among the verbs of a grant; a grant of every verb includes them. */
export const hasAbility = (ctx: Context, model: Model, { code }: Ability) => {
  const { verbs } = accessOf(ctx, model)
  return verbs.has(code) || verbs.has('*')
}

export function authorizeAbility(ctx: Context, model: Model, ability: Ability): Access {
  refuseUnlessWriting(ctx)
  if (!hasAbility(ctx, model, ability)) refuse('forbidden', { what_zh: ability.zh, what_en: ability.en })
  return accessOf(ctx, model)
}

/** A person who views as another sees only the records that both may see. The access to the case head follows from its kinds. */
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

/** Whether some records of the model are visible only to certain people, with any role. */
export const isPrivate = (ctx: Context, model: Model) => ctx.tenant.modules.rowVisibilityOf(model.name)?.only?.(ctx) !== undefined

/** Whether this person sees all records of the model in whole companies, not only some of them. */
export const reachesCompanies = (ctx: Context, model: Model) =>
  grantsOn(ctx.actor, model.name).some((grant) => shows(grant) && grant.scope.startsWith('COMPANY')) && !deniesOn(ctx.actor, model.name).some(hides)

/** A denial does not limit the rights that everybody has on their own records. */
const rowsFor = (given: Given, verb: string, denied: readonly Denied[]) =>
  given.grant.scope === 'OWN' ? given[partFor(verb)] : without(given[partFor(verb)], denied, verb)

/** Access without received shares */
export function accessByRoles(ctx: Context, model: Model): Access {
  const { given, denied, limits, chosen, ...parts } = partsOf(ctx, model)
  const grants = given.map(({ grant }) => grant)
  const verbs = new Set(grants.flatMap((grant) => (grant.scope === 'OWN' ? grant.verbs : verbsLeft(grant.verbs, denied))))
  const changing = given.flatMap((one) => one.grant.verbs.filter((verb) => !SEEING.has(verb)).map((verb) => ({ one, verb })))
  const { selected } = ctx.actor
  const seeing = given.filter(({ grant }) => shows(grant))
  const granted = unionOf(seeing.map((one) => rowsFor(one, 'get', denied)))
  const showing = seeing.length > 0 ? seeing.map(({ grant }) => grant) : grants
  const changeable = changing.length ? unionOf(onceEach(changing.map(({ one, verb }) => rowsFor(one, verb, denied)))) : granted
  const also = granted && parts.also && without(parts.also, denied, 'get')
  const narrowed = limits.length > 0 ? allOf([...limits]) : undefined
  const within = (own: Condition | undefined, besides = also) =>
    allOf([besides && own ? anyOf([own, besides]) : own, chosen, narrowed].filter((part) => part !== undefined))
  const codes = fieldsOf(model).map(([code]) => code)
  const isHidden = (code: string) => showing.length > 0 && showing.every((grant) => grant.hidden.includes(code))
  const unreadable = new Set(codes.filter((code) => isHidden(code) || isHidden(fieldOf(model, code)?.read_from?.field ?? code)))
  const unwritable = new Set(codes.filter((code) => grants.every((grant) => grant.hidden.includes(code) || grant.read_only.includes(code))))
  const masked = new Set(codes.filter((code) => isMasked(showing, code, fieldOf(model, code)?.masked) || tellsHidden(ctx, fieldOf(model, code))))
  return {
    verbs,
    rows: within(granted),
    changeable: within(changeable),
    changeableBy: (verb) => {
      const own = unionOf(given.filter(({ grant }) => gives(grant, verb)).map((one) => rowsFor(one, verb, denied)))
      return within(own, also && without(also, denied, verb))
    },
    places: placesOf(
      ctx,
      grants.filter((grant) => PLACING.some((verb) => gives(grant, verb))),
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
  const shown = kinds.map((kind) => ({ kind, access: accessOf(ctx, kind) }))
  const received = new Set(ctx.actor.received?.flatMap((one) => (one.document === null ? [one.kind] : [])))
  const parts = shown.filter(
    ({ kind, access }) =>
      (grantsOn(ctx.actor, kind.name).some(shows) || received.has(kind.name)) && ['*', ...SEEING].some((verb) => access.verbs.has(verb)),
  )
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

/** Some rows contain values that this person may not read in the record of their origin. */
const tellsHidden = (ctx: Context, field: Field | undefined) => field?.type === 'rows' && untoldRows(ctx, field, accessOf).length > 0

/** Most grants give all their verbs on the same rows. */
const onceEach = (scopes: readonly (Condition | undefined)[]) => [...new Map(scopes.map((scope) => [JSON.stringify(scope), scope])).values()]

/** The verbs that give a record its company. */
const PLACING = ['create', 'update', 'import']

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

/** The visible rows among those of a condition, for a query that an action makes itself. */
export const visible = (ctx: Context, model: Model, where?: Condition): Condition | undefined =>
  allOf([accessOf(ctx, model).rows, where].filter((part) => part !== undefined))
