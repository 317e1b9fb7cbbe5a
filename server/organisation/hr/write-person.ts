import { FIELD_OF_FACT, type HrFact } from '../../../model/organisation/hr_change.ts'
import type { Condition } from '../../../model/kit/iql/ast.ts'
import { administratorsOf } from '../../auth/roles/administrators.ts'
import { refuseAbove } from '../../auth/accounts/rank.ts'
import { dropAllFactors } from '../../auth/second-factor/set-up.ts'
import { setPassword } from '../../auth/passwords/passwords.ts'
import { oneTimePassword, shortHash } from '../../auth/session/secrets.ts'
import { both, refuse } from '../../errors.ts'
import { lockKey, type Context, type RowValues } from '../../records/context.ts'
import { notify } from '../../records/notifying/notifications.ts'
import { accessOf, authorize } from '../../records/permission/permission.ts'
import { modelNamed } from '../../records/registry.ts'
import { onBehalfOf } from '../../records/acting/on-behalf-of.ts'
import { createRow } from '../../records/write/create.ts'
import { removeRows } from '../../records/write/delete.ts'
import { updateRow } from '../../records/write/update.ts'
import { setValue } from '../../records/write/checks/validate.ts'
import { draftFrom, examine, keepInReach, lockRows, refuseFaulty, updateDrafts } from '../../records/write/write.ts'
import { countHeld } from '../responsibilities.ts'
import { refuseValue, type Resource, resourceFrom } from './attributes.ts'
import { empty, equals } from './conditions.ts'
import { refuseUnlessSame } from './entity-tag.ts'
import { type Change, companyLines, linesOf, taking } from './kept-changes.ts'
import { patched } from './patch.ts'
import { movesOwner, OWN_ADDRESS, ownAddressesChanged, ownDepartment } from './of-owner.ts'
import { departmentNamed, leaderNamed, peopleModel, peopleWhere, readPerson } from './people.ts'
import { changedFacts, factsOf, type PersonFacts } from './person-facts.ts'

type Body = Record<string, unknown>

/** POST: a new person with an open account, unless the resource says that it is not active. One whom the HR system removed comes back. */
export async function createPerson(ctx: Context, body: Body): Promise<Resource> {
  authorize(ctx, peopleModel(ctx), 'create')
  const said = factsOf(resourceFrom('User', body))
  const facts: PersonFacts = { ...said, name: said.name ?? said.userName ?? null }
  const change = changeOf('CREATE', facts.name ?? '')
  return taking(ctx, change, async (tx) => {
    if (!facts.userName) return refuseValue('userName', REQUIRED)
    await lockKey(tx, `hr:${facts.userName}`)
    const gone = await removedPerson(tx, facts)
    const sid = gone ?? (await insert(tx, facts, change))
    if (gone !== undefined) {
      await clearStanding(tx, gone)
      await changePerson(tx, gone, { ...facts, roles: facts.roles ?? [] }, change)
    }
    await setStatus(tx, sid, 'LINKED')
    await setActive(tx, sid, facts.active ?? mayOpen(tx), { facts, kept: change })
    return readBack(tx, sid, change, {})
  })
}

const REQUIRED = ['必填', 'is required'] as const
const mayOpen = (ctx: Context) => accessOf(ctx, accounts(ctx)).verbs.has('create') || accessOf(ctx, accounts(ctx)).verbs.has('*')
const accounts = (ctx: Context) => modelNamed(ctx.tenant.models, 'user')

const changeOf = (action: Change['action'], name: string): Change => ({ entity: 'user_info', action, name, lines: [], left: [], notes: [] })

/** The resource after the write; the differences are stored. */
async function readBack(tx: Context, sid: string, change: Change, before: Resource): Promise<Resource> {
  const [after = {}] = await peopleWhere(tx, equals('sid', sid))
  const row = await tx.db.selectFrom('user_info').select(['name', 'company_sid']).where('sid', '=', sid).executeTakeFirst()
  Object.assign(change, { record_sid: sid, name: row?.name ?? change.name, company_sid: row?.company_sid ?? null, lines: [...linesOf(factsOf(before), factsOf(after)), ...change.lines] }) // oxfmt-ignore
  return after
}

/**
 * Finds a person whom the HR system removed and now sends again: by its own ID, or by the user name if neither has one. A user
 * name alone may have passed to another person, so it does not match a person with an ID.
 */
async function removedPerson(ctx: Context, { userName, externalId }: PersonFacts): Promise<string | undefined> {
  const own: Condition = externalId ? equals('sync_id', externalId) : { kind: 'and', of: [empty('sync_id'), equals('sync_name', userName ?? '')] }
  const found = await peopleWhere(ctx, { kind: 'and', of: [equals('sync_status', 'REMOVED'), own] })
  return found.length === 1 ? String(found[0]?.id) : undefined
}

/** Resets the account of a returning person: no earlier credential opens it, and roles are assigned again. */
async function clearStanding(ctx: Context, person: string) {
  const account = await ctx.db.selectFrom('user').select('sid').where('user_info_sid', '=', person).where('deleted_at', 'is', null).executeTakeFirst()
  if (!account) return
  await refuseAbove(ctx, person)
  await setPassword(ctx, account.sid, oneTimePassword(), true)
  await dropAllFactors(ctx, account.sid)
  const own = onBehalfOf(ctx)
  const links = await ctx.db.selectFrom('identity_link').select('sid').where('user_sid', '=', account.sid).where('deleted_at', 'is', null).execute()
  if (links.length > 0) await removeRows(own, modelNamed(ctx.tenant.models, 'identity_link'), links.map(({ sid }) => sid)) // oxfmt-ignore
}

/** PUT: the values of the body; attributes that it does not name are kept. */
export const replacePerson = (ctx: Context, id: string, body: Body, match: string | undefined): Promise<Resource> =>
  change(ctx, id, match, () => factsOf(resourceFrom('User', body)))

/** PATCH. */
export const patchPerson = (ctx: Context, id: string, body: Body, match: string | undefined): Promise<Resource> =>
  change(ctx, id, match, (before) => {
    const after = patched('User', before, body)
    return changedFacts(factsOf(before), factsOf(after, before))
  })

async function change(ctx: Context, id: string, match: string | undefined, factsFor: (before: Resource) => PersonFacts): Promise<Resource> {
  authorize(ctx, peopleModel(ctx), 'update')
  const shown = await readPerson(ctx, id)
  const sid = String(shown.id)
  const kept = changeOf('UPDATE', String(shown.displayName ?? ''))
  kept.record_sid = sid
  return taking(ctx, kept, async (tx) => {
    if ((await lockRows(tx, peopleModel(tx), [sid])).length === 0) refuseChanging()
    const before = await readPerson(tx, sid)
    refuseUnlessSame(before, match)
    const facts = factsFor(before)
    await changePerson(tx, sid, facts, kept)
    if (facts.userName !== undefined || facts.externalId !== undefined) await setStatus(tx, sid, 'LINKED')
    if (facts.active !== undefined && facts.active !== null) await setActive(tx, sid, facts.active, { facts: factsOf(before), kept })
    return readBack(tx, sid, kept, before)
  })
}

const refuseChanging = (): never => refuse('forbidden', both('what', ['修改此人员', 'change this person']))

/** DELETE: the account closes and the HR system no longer knows the person, whose record, cases and deadlines stay. */
export async function removePerson(ctx: Context, id: string, match: string | undefined): Promise<void> {
  authorize(ctx, peopleModel(ctx), 'update')
  const shown = await readPerson(ctx, id)
  const sid = String(shown.id)
  const kept = changeOf('DELETE', String(shown.displayName ?? ''))
  kept.record_sid = sid
  await taking(ctx, kept, async (tx) => {
    if ((await lockRows(tx, peopleModel(tx), [sid])).length === 0) refuseChanging()
    const before = await readPerson(tx, sid)
    refuseUnlessSame(before, match)
    // The names stay, so that the person is found when they come back.
    const { userName } = factsOf(before)
    await changePerson(tx, sid, { userName: userName ?? null }, kept)
    await setActive(tx, sid, false, { facts: {}, kept })
    await setStatus(tx, sid, 'REMOVED')
    await readBack(tx, sid, kept, before)
  })
}

async function insert(ctx: Context, facts: PersonFacts, kept: Change): Promise<string> {
  await refuseTaken(ctx, facts)
  const sid = await createRow(ctx, peopleModel(ctx), await valuesOf(ctx, facts, kept))
  await keepInReach(ctx, peopleModel(ctx), [sid])
  return sid
}

/** Someone who was entered here before is not entered twice: the HR system finds them by the user name, and then changes them. */
async function refuseTaken(ctx: Context, { userName, externalId, email }: PersonFacts, except?: string) {
  const wanted = [userName, email].flatMap((one) => one ?? [])
  if (wanted.length === 0 && !externalId) return
  const rows = await ctx.db
    .selectFrom('user_info')
    .select('sid')
    .where('deleted_at', 'is', null)
    .$if(except !== undefined, (query) => query.where('sid', '!=', except ?? ''))
    .where((of) =>
      of.or([
        ...(wanted.length > 0
          ? [of('sync_name', 'in', wanted), of('account', 'in', wanted), of.and([of('email', 'in', wanted), of('person_type', '!=', 'AGENCY')])]
          : []),
        ...(externalId ? [of('sync_id', '=', externalId)] : []),
      ]),
    )
    .limit(1)
    .execute()
  if (rows.length > 0) refuse('scim_taken', both('what', TAKEN))
}

const TAKEN = ['userName、externalId 或邮箱已属于另一人员', 'userName, externalId or e-mail belongs to another person'] as const

async function changePerson(ctx: Context, sid: string, facts: PersonFacts, kept: Change) {
  for (const code of ['userName', 'name'] as const) if (facts[code] === null) refuseValue(code === 'name' ? 'displayName' : code, REQUIRED)
  const values = await valuesOf(ctx, facts, kept)
  if (Object.keys(values).length === 0) return
  authorize(ctx, peopleModel(ctx), 'update')
  const row = await ctx.db.selectFrom('user_info').select(['sync_name', 'sync_id']).where('sid', '=', sid).executeTakeFirst()
  const isNew = (value: string | null | undefined, old: string | null | undefined) => typeof value === 'string' && value !== old
  const userName = isNew(facts.userName, row?.sync_name) ? facts.userName : undefined
  const externalId = isNew(facts.externalId, row?.sync_id) ? facts.externalId : undefined
  await refuseTaken(ctx, { userName: userName ?? null, externalId: externalId ?? null }, sid)
  kept.lines = await companyLines(ctx, await updateRow(ctx, peopleModel(ctx), sid, values, { verb: 'update' }))
}

const PLAIN = ['userName', 'externalId', 'name', 'alias', 'job_title', 'email', 'mobile', 'job_number'] as const satisfies readonly HrFact[]

/** The facts as fields. A department or leader that is unknown here must not keep a leaver's account open, so it is noted and left. */
async function valuesOf(ctx: Context, facts: PersonFacts, { left, record_sid }: Change): Promise<RowValues> {
  const values: RowValues = {}
  for (const fact of PLAIN) {
    const value = facts[fact]
    if (value !== undefined) values[FIELD_OF_FACT[fact]] = value
  }
  for (const code of await ownAddressesChanged(ctx, record_sid, values)) {
    left.push(OWN_ADDRESS[code])
    delete values[code]
  }
  const { department, manager, roles } = facts
  if (department !== undefined) {
    const found = department === null ? null : await departmentNamed(ctx, department)
    if (found === undefined)
      left.push([`部门“${department}”不存在或有多个，未采纳`, `department “${department}” is unknown or not the only one, so it was not taken`])
    else if (await movesOwner(ctx, record_sid, found)) left.push(ownDepartment(department ?? '—'))
    else values.department_sid = found
  }
  if (manager !== undefined) {
    const found = manager === null ? null : await leaderNamed(ctx, manager)
    if (found === undefined) left.push([`直属上级“${manager}”不存在，未采纳`, `leader “${manager}” is unknown, so it was not taken`])
    else values.leader_sid = found
  }
  if (roles !== undefined) values.role_sids = await rolesNamed(ctx, roles)
  return values
}

/** Which of them may be given is decided by the check of every write. */
async function rolesNamed({ db }: Context, codes: readonly string[]): Promise<string[]> {
  if (codes.length === 0) return []
  const rows = await db
    .selectFrom('role')
    .select(['sid', 'code'])
    .where('code', 'in', [...codes])
    .where('deleted_at', 'is', null)
    .execute()
  const known = new Map(rows.map(({ sid, code }) => [code, sid]))
  return codes.map(
    (code) =>
      known.get(code) ?? refuseValue('roles', [`没有代码为“${code.slice(0, 60)}”的角色`, `there is no role with the code “${code.slice(0, 60)}”`]),
  )
}

/** Whether the HR system keeps the person; only the product sets it. */
async function setStatus(ctx: Context, sid: string, status: 'LINKED' | 'REMOVED') {
  const model = peopleModel(ctx)
  const drafts = (await lockRows(ctx, model, [sid])).map(draftFrom)
  for (const draft of drafts) setValue(draft, 'sync_status', status)
  await examine(ctx, model, drafts)
  refuseFaulty(drafts)
  await updateDrafts(ctx, model, drafts)
}

/** Opens or closes the account under the account rules: not of a person above, not one's own, not of the last administrator. */
async function setActive(ctx: Context, person: string, active: boolean, { facts, kept }: { facts: PersonFacts; kept: Change }) {
  const model = accounts(ctx)
  const account = await ctx.db
    .selectFrom('user')
    .select(['sid', 'status'])
    .where('user_info_sid', '=', person)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (active && !account) {
    authorize(ctx, model, 'create')
    const sid = await createRow(ctx, model, { account: await freeAccount(ctx, facts.userName ?? ''), user_info_sid: person, platform: '1' })
    return keepInReach(ctx, model, [sid])
  }
  const status = active ? 'OPEN' : 'CLOSED'
  if (!account || account.status === status) return undefined
  authorize(ctx, model, 'update')
  await updateRow(ctx, model, account.sid, { status }, { verb: 'update' })
  if (!active) await announceHandover(ctx, person, kept)
  return undefined
}

/** The user name if it can be an account and is free, else its part before the @, else one made of it. */
async function freeAccount({ db }: Context, wished: string): Promise<string> {
  const name = wished.toLowerCase()
  const short = (name.split('@')[0] ?? '').replace(/[^a-z0-9_-]+/g, '-').replace(/^-+|-+$/g, '').slice(0, 50) // oxfmt-ignore
  for (const one of [name, short]) {
    if (!/^[a-z0-9@_-]{1,50}$/.test(one)) continue
    const taken = await db.selectFrom('user').select('sid').where('account', '=', one).executeTakeFirst()
    if (!taken) return one
  }
  return `hr-${shortHash(name)}`
}

/** A removed person is responsible for cases and deadlines until a handover, so administrators are notified. */
async function announceHandover(ctx: Context, person: string, { notes }: Change) {
  const held = (await countHeld(ctx, person)).filter(({ count }) => count > 0)
  if (held.length === 0) return
  const named = (lang: 'zh' | 'en') => held.map((one) => `${one[lang]} ${one.count}`).join(lang === 'zh' ? '、' : ', ')
  notes.push([`须交接：${named('zh')}`, `handover is due: ${named('en')}`])
  const row = await ctx.db.selectFrom('user_info').select('name').where('sid', '=', person).executeTakeFirst()
  const to = await administratorsOf(ctx)
  await notify(
    ctx,
    to.map((user_sid) => ({
      user_sid,
      level: 'URGENT' as const,
      title: `人事系统已停用${row?.name ?? ''}，须交接：${named('zh')}`,
      title_en: `The HR system closed the account of ${row?.name ?? ''}; handover is due: ${named('en')}`,
      link: `/m/user_info/${person}`,
      about: null,
    })),
  )
}
