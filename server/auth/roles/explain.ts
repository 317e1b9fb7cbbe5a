import {
  type ExplainedField,
  type ExplainedFunction,
  type ExplainedVerb,
  explainAccess,
  listAccess,
  type PersonWhoMay,
  type PersonWhoMayNot,
  whoMay,
} from '../../../model/auth/roles/permission-actions.ts'
import { HEAD } from '../../../model/cases/head-fields.ts'
import { labelOf } from '../../../model/kit/fields.ts'
import type { Model } from '../../../model/kit/model.ts'
import { refuse } from '../../errors.ts'
import { type Call, perform } from '../../records/actions.ts'
import type { Context } from '../../records/context.ts'
import { explain, type Reached } from '../../records/explain.ts'
import type { Part } from '../../records/modules.ts'
import { isWithheld } from '../../records/permission/functions.ts'
import { partsOf } from '../../records/permission/parts.ts'
import { accessOf } from '../../records/permission/permission.ts'
import { get } from '../../records/query/get.ts'
import { namesFor } from '../../records/query/words/names.ts'
import { search } from '../../records/query/search.ts'
import { fieldsOf, modelNamed } from '../../records/registry.ts'
import { isRankedAbove } from '../accounts/rank.ts'
import { belongingOf, pathsIn } from './belonging.ts'
import { denialText, type Naming, namingFor, orderOf, scopeText, verbText, verbTexts, whyText } from './grant-words.ts'
import { readsAllOf } from './permissions.ts'
import { standingOf, type Standing } from './standing.ts'

/** Explains access. The caller must see the person and the record, and read roles. */
export const explanations: Part = {
  actions: [...perform(explainAccess, explained), ...perform(listAccess, listed), ...perform(whoMay, allowedPeople)],
}

/** Explanations name grants, so a caller who sees only some grants gets none. */
export function refusePartial(ctx: Context) {
  const isPartial = ['role', 'role_grant']
    .map((name) => modelNamed(ctx.tenant.models, name))
    .some((model) => accessOf(ctx, model).rows !== undefined || !readsAllOf(ctx, model))
  if (isPartial) refuse('forbidden', { what_zh: '查看全部角色的权限', what_en: 'view the permissions of every role' })
}

async function explained({ ctx, model: people, body }: Call<typeof explainAccess>) {
  refusePartial(ctx)
  await get(ctx, people, body.user_sid)
  const { model, record } = await subjectOf(ctx, body.entity, body.record_sid)
  const standing = await standingOf(ctx, body.user_sid)
  const known = { account: standing.account, roles: standing.roles }
  if (!standing.as) return { ...known, verbs: [], grants: [], functions: [], fields: [], facts: [] }
  const { as } = standing
  const { verdicts, grants, denies } = await explainRanked(as, model, record)
  const names = await namingFor(
    ctx,
    as.actor,
    [...grants, ...denies].map(({ grant }) => grant),
  )
  const { given, denied, limits } = partsOf(as, model)
  const described =
    (isDenial: boolean) =>
    ({ grant, reaches }: Reached) => ({
      role_sid: grant.role || null,
      role: names.roleOf(grant),
      denies: isDenial,
      scope: scopeText(grant, names, ctx.lang),
      verbs: verbTexts(grant.verbs, ctx.lang),
      reaches: reaches ?? null,
    })
  return {
    ...known,
    verbs: verbsOnce(
      verdicts.map((verdict) => ({
        verb: verdict.verb,
        label: verbText(verdict.verb, ctx.lang),
        allowed: verdict.allowed,
        why: `${whyText(verdict, { ctx, model, names })}${verdict.allowed && verdict.verb === 'export' ? mostText(ctx, accessOf(as, model).exportable) : ''}`,
      })),
    ),
    grants: [...grants.map(described(false)), ...denies.map(described(true))],
    functions: await functionTexts(ctx, as, model),
    fields: mayDo(verdicts, ['get', 'search'])
      ? fieldTexts(as, model, { names, isWritten: mayDo(verdicts, record ? ['update'] : ['update', 'create']) })
      : [],
    facts: record ? await belongingOf(ctx, model, record, pathsIn([...[...given, ...denied].flatMap(({ rows }) => rows ?? []), ...limits])) : [],
  }
}

/** A limit on the rows of one export belongs to the answer whether somebody may export. */
const mostText = ({ lang }: Context, most: number | undefined) =>
  most === undefined ? '' : lang === 'zh' ? `；每次最多 ${most} 行` : `; at most ${most} rows in one export`

/** The functions of the entity that are bound to roles, with those roles. */
async function functionTexts(ctx: Context, { actor }: Context, { name }: Model): Promise<ExplainedFunction[]> {
  const functions = actor.functions ?? {}
  const codes = Object.keys(functions).filter((code) => code.startsWith(`${name}.`))
  if (codes.length === 0) return []
  const rows = await ctx.db.selectFrom('rbac_resource').select(['code', 'name', 'name_en']).where('code', 'in', codes).execute()
  const words = new Map(rows.map((row) => [String(row.code), String((ctx.lang === 'en' && row.name_en) || row.name)]))
  const nameOf = await namesFor(ctx, new Map([['role', new Set(codes.flatMap((code) => functions[code] ?? []))]]))
  return codes.map((code) => ({
    code,
    label: words.get(code) ?? code,
    roles: (functions[code] ?? []).map((sid) => nameOf('role', sid)).join(ctx.lang === 'zh' ? '、' : ', '),
    allowed: !isWithheld(actor, code),
  }))
}

/** Listing is shown as viewing, unless only one of them is allowed, or for another reason. */
function verbsOnce(verbs: ExplainedVerb[]): ExplainedVerb[] {
  const view = verbs.find(({ verb }) => verb === 'get')
  const isAlike = ({ allowed, why }: ExplainedVerb) => allowed === view?.allowed && (!allowed || why === view.why)
  return verbs.filter((one) => one.verb !== 'search' || !isAlike(one))
}

/** The explanation with what ranks forbid beside the grants. */
export async function explainRanked(as: Context, model: Model, record?: Record<string, unknown>) {
  const { verdicts, grants, denies } = await explain(as, model, record)
  const ranked: typeof verdicts = await Promise.all(
    verdicts.map(async (verdict) => {
      const isAbove = record !== undefined && verdict.allowed && (await isRankedAbove(as, model.name, verdict.verb, record))
      return isAbove ? { ...verdict, allowed: false, why: 'ranked' as const } : verdict
    }),
  )
  return { verdicts: ranked, grants, denies }
}

/** The model and the record as the asker sees them; a case stands for the record of its right. */
export async function subjectOf(ctx: Context, entity: string, sid: string | undefined): Promise<{ model: Model; record?: Record<string, unknown> }> {
  const model = ctx.tenant.models.all.get(entity) ?? refuse('not_found')
  if (!sid) return { model }
  const record = await get(ctx, model, sid)
  if (model.name !== HEAD) return { model, record }
  const kind = modelNamed(ctx.tenant.models, String(record.kind))
  return { model: kind, record: await get(ctx, kind, sid) }
}

const mayDo = (verdicts: readonly { verb: string; allowed: boolean }[], verbs: readonly string[]) =>
  verdicts.some(({ verb, allowed }) => allowed && verbs.includes(verb))

/** Access to each field, those that a role limits first, with these roles. Without the right to change the record, no field can be changed. */
function fieldTexts(as: Context, model: Model, { names, isWritten }: { names: Naming; isWritten: boolean }): ExplainedField[] {
  const access = accessOf(as, model)
  const { given } = partsOf(as, model)
  const rolesWhere = (test: (grant: (typeof given)[number]['grant']) => boolean) =>
    names.list(given.flatMap(({ grant }) => (test(grant) ? [names.roleOf(grant)] : [])))
  const all = fieldsOf(model).flatMap(([code, field]): ExplainedField[] => {
    if (field.internal) return []
    const named = { code, label: labelOf(field, as.lang) }
    if (!access.mayRead(code)) return [{ ...named, access: 'hidden', why: rolesWhere(({ hidden }) => hidden.includes(code)) || null }]
    if (access.masks(code)) return [{ ...named, access: 'masked', why: rolesWhere(({ masks }) => masks?.includes(field.masked ?? 'id_no') === true) }]
    if (isWritten && access.mayWrite(code) && !field.immutable) return [{ ...named, access: 'write', why: null }]
    return [{ ...named, access: 'read', why: rolesWhere(({ read_only }) => read_only.includes(code)) || null }]
  })
  return [...all.filter(({ why }) => why !== null), ...all.filter(({ why }) => why === null)]
}

async function listed({ ctx, model: people, body }: Call<typeof listAccess>) {
  refusePartial(ctx)
  await get(ctx, people, body.user_sid)
  const { account, roles, as } = await standingOf(ctx, body.user_sid)
  if (!as) return { account, roles, models: [] }
  const models = [...ctx.tenant.models.all.values()].filter(
    ({ name, derived }) => !derived && accessOf(as, modelNamed(ctx.tenant.models, name)).verbs.size > 0,
  )
  const names = await namingFor(
    ctx,
    as.actor,
    models.flatMap((model) => [...partsOf(as, model).given, ...partsOf(as, model).denied].map(({ grant }) => grant)),
  )
  const described = models.map((model) => {
    const access = accessOf(as, model)
    const { given, denied } = partsOf(as, model)
    const readable = fieldsOf(model).filter(([, { internal }]) => !internal)
    return {
      entity: model.name,
      label: labelOf(model, ctx.lang),
      verbs: verbTexts([...access.verbs], ctx.lang),
      scopes: [
        ...new Set(given.map(({ grant }) => scopeText(grant, names, ctx.lang))),
        ...new Set(denied.map(({ grant }) => denialText(grant, names, ctx.lang))),
      ],
      hidden: readable.filter(([code]) => !access.mayRead(code)).length,
      masked: readable.filter(([code]) => access.masks(code)).length,
    }
  })
  return { account, roles, models: described.sort((a, b) => orderOf(ctx.lang)(a.label, b.label)) }
}

/** Maximum people examined in one call */
const EXAMINED = 100

async function allowedPeople({ ctx, model: people, body }: Call<typeof whoMay>) {
  refusePartial(ctx)
  const { model, record } = await subjectOf(ctx, body.entity, body.record_sid)
  const start = body.start ?? 0
  const page = await search(ctx, people, { fl: ['name'], iql: 'ORDER BY name', rows: EXAMINED, start })
  const [found, others]: [PersonWhoMay[], PersonWhoMayNot[]] = [[], []]
  for (const person of page.record) {
    const { verbs, why } = await mayOf(ctx, model, record ?? refuse('not_found'), await standingOf(ctx, String(person.sid)))
    const one = { sid: String(person.sid), name: String(person.name), why }
    if (verbs) found.push({ ...one, verbs })
    else others.push(one)
  }
  return { people: found, others, examined: start + page.record.length, total: page.total ?? 0 }
}

/** Verbs that a person has on a record, if they see it, with the reasons */
async function mayOf(
  ctx: Context,
  model: Model,
  record: Record<string, unknown>,
  { as, account }: Standing,
): Promise<{ verbs?: string[]; why: string }> {
  if (!as) return { why: account.why ?? '' }
  const { verdicts, grants } = await explainRanked(as, model, record)
  const seeing = verdicts.find(({ verb }) => verb === 'get')
  if (!seeing) return { why: '' }
  const names = await namingFor(
    ctx,
    as.actor,
    grants.map(({ grant }) => grant),
  )
  const why = whyText(seeing, { ctx, model, names })
  if (!seeing.allowed) return { why }
  const verbs = verdicts.filter(({ verb, allowed }) => allowed && verb !== 'search')
  return { verbs: verbs.map(({ verb }) => verbText(verb, ctx.lang)), why }
}
