// Records shared with a person, in addition to those of their roles, as far as the sharer sees each at that moment
import { HEAD, headFields } from '../../../model/cases/head-fields.ts'
import type { Condition } from '../../../model/kit/iql/ast.ts'
import type { Model } from '../../../model/kit/model.ts'
import { includesRight, LEVELS_FOR, SHARE_LEVEL, type ShareRight } from '../../../model/sharing/share-level.ts'
import type { Access, Context, Received } from '../context.ts'
import { fieldOf, fieldsOf } from '../registry.ts'
import { allOf, among, anyOf, GIVEN, NOTHING, prefixed, unionOf } from './conditions.ts'
import { SEEING } from './governing.ts'
import { headRows } from './head-access.ts'
import { isOfCase, lessDenied } from './parts.ts'
import { companyOf } from './scopes.ts'
import { boundTo } from './viewing.ts'

type AccessOf = (ctx: Context, model: Model) => Access
/** The rows that some shares of one sharer show, with the access of that sharer. */
type Part = { of: readonly Received[]; right: ShareRight; sharer: Context; access: Access; rows: Condition }

const FILES = 'document'
const NOTES = 'case_note'
/** Only sharers see the other recipients of a case. */
const UNSHARED: ReadonlySet<string> = new Set(['share', 'share_visit'])

/** Access by roles with the received rows; field rights stay those of the roles. Without any role, a share shows only head facts. */
export function withReceived(ctx: Context, model: Model, own: Access, accessOf: AccessOf): Access {
  const received = ctx.actor.received ?? []
  if (received.length === 0 || own.rows === undefined || model.name === HEAD) return own
  if (!showsAny(own) && own.verbs.size > 0) return own // who only enters records keeps to what they enter
  const parts = receivedParts(ctx, model, { own, accessOf, received })
  if (parts.length === 0) return own
  const rowsOf = (some: readonly Part[]) => within(ctx, model, unionOf(some.map(({ rows }) => rows)))
  const editable = parts.filter((part) => mayEdit(model, own, part))
  const noted = model.name === NOTES ? parts.filter(({ right }) => includesRight(right, 'COMMENT')) : []
  const more: Readonly<Record<string, Condition>> = {
    ...(editable.length > 0 && {
      update: within(ctx, model, unionOf(editable.map((part) => both(part.rows, boundRows(part.sharer, part.access.changeableBy('update')))))),
    }),
    ...(noted.length > 0 && { create: rowsOf(noted), update: rowsOf(noted), delete: rowsOf(noted) }),
  }
  const changeableBy = (verb: string) => unionOf([own.changeableBy(verb), ...(more[verb] ? [more[verb]] : [])])
  const rows = unionOf([...(showsAny(own) ? [own.rows] : []), rowsOf(parts)])
  const shared = { ...own, rows, changeableBy, verbs: new Set([...own.verbs, ...VIEWING, ...Object.keys(more)]), companies: undefined }
  return showsAny(own) ? shared : { ...shared, ...factsAlone(model, parts, noted.length > 0) }
}

/** The shares that show one record of a case to this person, one by one. */
export function sharesShowing(ctx: Context, model: Model, own: Access, accessOf: AccessOf): { share: Received; rows: Condition }[] {
  const received = ctx.actor.received ?? []
  return received.flatMap((share) =>
    receivedParts(ctx, model, { own, accessOf, received: [share] }).map(({ rows }) => ({ share, rows: within(ctx, model, rows) })),
  )
}

const VIEWING = ['get', 'search', 'count']
const showsAny = ({ verbs }: Access) => verbs.has('*') || [...SEEING].some((verb) => verbs.has(verb))

/** Limited by the denials of roles, and to the chosen company */
const within = (ctx: Context, model: Model, rows: Condition | undefined): Condition => {
  const { selected } = ctx.actor
  const chosen = model.scope === 'company' && selected ? [among([companyOf(model)], selected)] : []
  return allOf([lessDenied(ctx, model, rows ?? NOTHING) ?? NOTHING, ...chosen]) ?? NOTHING
}

type Asked = { own: Access; accessOf: AccessOf; received: readonly Received[] }

function receivedParts(ctx: Context, model: Model, { own, accessOf, received }: Asked): Part[] {
  if (UNSHARED.has(model.name)) return []
  const groups = Map.groupBy(received, ({ sharer, right, classes }) => `${sharer.sid} ${right} ${classes.join()}`)
  return [...groups.values()].flatMap((of): Part[] => {
    const [first] = of
    const target = first && targetOf(ctx, model, own, of)
    if (!first || !target) return []
    const sharer: Context = { ...ctx, actor: first.sharer }
    const access = accessOf(sharer, model)
    if (!showsAny(access) || !readsAsMuch(model, access, own)) return []
    return [{ of, right: first.right, sharer, access, rows: both(target, boundRows(sharer, access.rows)) }]
  })
}

const both = (one: Condition, other: Condition | undefined) => (other ? { kind: 'and' as const, of: [one, other] } : one)
/** The sharer's own rows: the words for "me" in them mean the sharer. */
const boundRows = ({ actor }: Context, rows: Condition | undefined) => rows && boundTo(actor, rows)

/** The records of the model that these shares are about, of levels that may still be shared. */
function targetOf({ tenant }: Context, model: Model, own: Access, of: readonly Received[]): Condition | undefined {
  const cases = of.filter(({ document }) => document === null)
  if (tenant.models.kinds.has(model.name)) {
    const sids = cases.filter(({ kind }) => kind === model.name).map((one) => one.case)
    return sids.length > 0 && fieldOf(model, SHARE_LEVEL) ? both(among(['sid'], sids), among([SHARE_LEVEL], LEVELS_FOR.account)) : undefined
  }
  if (!isOfCase(model)) return undefined
  const through = model.visibility?.through ?? ''
  if (model.name === FILES) return filesOf(tenant.models.kinds, through, of)
  const isShown = showsAny(own) || (model.name === NOTES && of.some(({ right }) => includesRight(right, 'COMMENT')))
  return isShown && cases.length > 0 ? ofCases(tenant.models.kinds, through, cases) : undefined
}

type Kinds = Context['tenant']['models']['kinds']

/** Child records of these cases */
function ofCases(kinds: Kinds, through: string, of: readonly Received[]): Condition {
  const byKind = [...Map.groupBy(of, ({ kind }) => kind)].flatMap(([name, some]) => {
    const kind = kinds.get(name)?.model
    if (!kind || !fieldOf(kind, SHARE_LEVEL)) return []
    return [{ kind, rows: both(among(['sid'], some.map((one) => one.case)), among([SHARE_LEVEL], LEVELS_FOR.account)) }] // oxfmt-ignore
  })
  return prefixed(byKind.length > 0 ? headRows(byKind, false, GIVEN) : NOTHING, through) ?? NOTHING
}

/** Documents that are shared themselves, and those of shared cases in the classes that are shared with them. */
function filesOf(kinds: Kinds, through: string, of: readonly Received[]): Condition {
  const named = of.filter(({ document }) => document !== null)
  const whole = of.filter(({ document, classes }) => document === null && classes.length > 0)
  const parts = [
    ...(named.length > 0 ? [both(among(['sid'], named.flatMap(({ document }) => document ?? [])), ofCases(kinds, through, named))] : []), // oxfmt-ignore
    ...(whole.length > 0 ? [both(ofCases(kinds, through, whole), among(['visibility'], whole[0]?.classes ?? []))] : []),
  ]
  return both(anyOf(parts) ?? NOTHING, isShareable(LEVELS_FOR.account))
}

/** A document without a level of its own has that of its case. */
export const isShareable = (levels: readonly string[]): Condition => ({
  kind: 'or',
  of: [{ kind: 'empty', path: [SHARE_LEVEL], at: GIVEN, negated: false }, among([SHARE_LEVEL], levels)],
})

/** A person who reads more fields of the model than the sharer would see more of the shared record than the sharer does. */
export const readsAsMuch = (model: Model, sharer: Access, own: Access) => !showsAny(own) || fieldsReadBeyond(model, sharer, own).length === 0

/** The fields that a person reads and the sharer does not, or only masked. */
export const fieldsReadBeyond = (model: Model, sharer: Access, own: Access): string[] =>
  fieldsOf(model).flatMap(([code]) => (own.mayRead(code) && (!sharer.mayRead(code) || (sharer.masks(code) && !own.masks(code))) ? [code] : []))

/** Only fields that both the own roles and the sharer may change */
function mayEdit(model: Model, own: Access, { right, access }: Part) {
  const changes = ({ verbs }: Access) => verbs.has('update') || verbs.has('*')
  if (!includesRight(right, 'EDIT') || !changes(own) || !changes(access)) return false
  return fieldsOf(model).every(([code]) => !own.mayWrite(code) || access.mayWrite(code))
}

/** For whom no role shows records of the model: which case it is, and where it stands. */
function factsAlone(model: Model, parts: readonly Part[], notes: boolean): Pick<Access, 'mayRead' | 'mayKnowSet' | 'mayWrite' | 'masks'> {
  const facts = factsOf(model)
  return {
    mayRead: (code) => facts.has(code) && parts.every(({ access }) => access.mayRead(code) && !access.masks(code)),
    mayKnowSet: () => false,
    mayWrite: (code) => notes && WRITTEN.has(code),
    masks: () => false,
  }
}

const WRITTEN: ReadonlySet<string> = new Set(['case_sid', 'text', 'mention_sids'])
const OF_FILES = ['doc_type', 'file_name', 'direction', 'issue_date', 'version_no', 'is_main', 'document_key', 'size', 'ext', 'content_type', 'visibility'] // oxfmt-ignore

/** Fields that a share shows by itself: the head of a case and its numbers, and the facts of a file. */
export function factsOf(model: Model): ReadonlySet<string> {
  const known = facts.get(model)
  if (known) return known
  const numbers = fieldsOf(model).flatMap(([code, field]) => (field.number && !field.internal ? [code] : []))
  const own = model.name === FILES ? OF_FILES : model.name === NOTES ? [...WRITTEN] : numbers
  const made = new Set([...headFields(model).values(), ...model.display, ...(model.visibility?.through ? [model.visibility.through] : []), ...own])
  facts.set(model, made)
  return made
}

const facts = new WeakMap<Model, ReadonlySet<string>>()
