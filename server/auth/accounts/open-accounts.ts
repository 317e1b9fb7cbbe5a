import { sql } from 'kysely'
import {
  MAX_ACCOUNTS,
  openAccount,
  type OpenedAccount,
  type openAccounts,
  type planAccounts,
  type PlannedAccount,
} from '../../../model/auth/accounts/user-actions.ts'
import { accountNames, NAMED_FROM, type NamedBy } from '../../../model/auth/accounts/account-names.ts'
import { user } from '../../../model/auth/accounts/user.ts'
import { labelOf, wordIn, type Words } from '../../../model/kit/fields.ts'
import type { Fault } from '../../../model/kit/wire/wire.ts'
import { refuse, refuseFaults } from '../../errors.ts'
import { mailboxOf } from '../../mail/mail-settings.ts'
import { type Call, refuseWithheld } from '../../records/actions.ts'
import { type Context, type Draft, inTransaction } from '../../records/context.ts'
import { functionOf } from '../../records/permission/functions.ts'
import { accessOf, authorize } from '../../records/permission/permission.ts'
import { search } from '../../records/query/search.ts'
import { modelNamed } from '../../records/registry.ts'
import { takeInput } from '../../records/write/checks/validate.ts'
import { draftFrom, draftNew, examine, insertDrafts, keepInReach, lockRows, updateDrafts } from '../../records/write/write.ts'
import { setPassword } from '../passwords/passwords.ts'
import { oneTimePassword } from '../session/secrets.ts'
import { mailPasswords } from './mail-passwords.ts'
import { endOf } from './open-account.ts'
import { rolesOf } from './role-assignment.ts'

type Asked = Pick<Call<typeof openAccounts>, 'ctx' | 'body'>

/** POST user/do/plan_accounts: a dry run of open_accounts, by the same code */
export async function planMany({ ctx, body }: Call<typeof planAccounts>) {
  const planned = await inTransaction(ctx, (tx) => plan({ ctx: tx, body }))
  return { people: planned.map(({ row }) => row), opened: planned.filter(isOpened).length }
}

/**
 * POST user/do/open_accounts: everybody who can get an account gets it, in one transaction; the others are named with the reason.
 * A password that was not mailed is returned only in this answer, as with one account.
 */
export async function openMany({ ctx, body, request }: Call<typeof openAccounts>) {
  const { planned, passwords } = await inTransaction(ctx, async (tx) => {
    const all = await plan({ ctx: tx, body })
    return { planned: all, passwords: await write(tx, all.filter(isOpened)) }
  })
  const people = planned.map(({ row }): OpenedAccount => {
    const password = passwords.get(row.sid)
    return password === undefined ? row : { ...row, one_time_password: password }
  })
  const opened = planned.filter(isOpened)
  if (body.passwords !== 'MAILED') return { people, opened: opened.length }
  const addresses = opened.flatMap(({ row, email, made }) => (email ? [{ sid: row.sid, account: row.account, email, user: made?.sid ?? '' }] : []))
  const mailed = await mailPasswords(ctx, request, addresses, passwords)
  return { people: people.map((one) => afterMail(one, mailed, ctx)), opened: opened.length }
}

/** The password of a person who could not be reached is listed. */
function afterMail(row: OpenedAccount, mailed: ReadonlyMap<string, Words | undefined>, { lang }: Context): OpenedAccount {
  if (!mailed.has(row.sid)) return row
  const hindrance = mailed.get(row.sid)
  if (hindrance) return { ...row, is_mailed: false, notes: [...row.notes, wordIn(NOT_MAILED(hindrance), lang)] }
  const { one_time_password: _, ...told } = row
  return { ...told, is_mailed: true }
}

const NOT_MAILED = (why: Words): Words => [`邮件未发出：${why[0]}`, `Not mailed: ${why[1]}`]

type Person = { sid: string; name: string; name_en: string | null; job_number: string | null; email: string | null; role_sids: string[] }
type Planned = { row: PlannedAccount; email: string | null; made?: Draft; roles?: Draft | undefined }

const isOpened = ({ row }: Planned) => row.faults.length === 0

async function plan({ ctx, body }: Asked): Promise<Planned[]> {
  refuseWithheld(ctx, functionOf(openAccount), openAccount)
  const { named_by: way, passwords, role_sids: roles = [] } = body
  const isMailed = passwords === 'MAILED'
  if (isMailed && !(await mailboxOf(ctx.tenant))) refuse('rule', NO_MAILBOX)
  const people = await peopleOf({ ctx, body })
  const [taken, given] = [await withAccount(ctx, people), await draftRoles(ctx, people, roles)]
  const free = way === 'EACH' ? await freeNames(ctx, people.filter(({ sid }) => !taken.has(sid))) : undefined // oxfmt-ignore
  const nameOf = (person: Person): Name => (way === 'EACH' ? (free?.get(person.sid) ?? NAMELESS) : { account: nameBy(way, person), by: undefined })
  const planned = people.map((person): Planned => {
    const { account, by } = nameOf(person)
    const faults = firstOf([taken.has(person.sid) && HAS_ONE, account === '' && NO_NAME[way], isMailed && !person.email && NO_MAIL], ctx)
    const notes = by && by !== 'JOB_NUMBER' ? [wordIn(NAMED_FROM[by], ctx.lang)] : []
    const name = wordIn([person.name, person.name_en ?? person.name], ctx.lang)
    return { row: { sid: person.sid, name, account, faults, notes }, email: person.email, roles: given.get(person.sid) }
  })
  await draftAccounts(ctx, planned.filter(isOpened))
  for (const { row, roles: draft } of planned.filter(isOpened)) {
    if (roles.length > 0 && !draft) row.faults.push(...firstOf([NO_ROLES], ctx))
    row.faults.push(...(draft?.faults ?? []))
    row.notes.push(...(draft?.warnings ?? []).map(({ words }) => wordIn(words, ctx.lang)))
  }
  return planned
}

/** Only the first reason is given: a person with an account needs no reason about mail. */
function firstOf(reasons: readonly (false | Words)[], { lang }: Context): Fault[] {
  const reason = reasons.find((one) => one !== false)
  return reason ? [{ field: 'user_info_sid', label: labelOf(user.fields.user_info_sid, lang), reason: wordIn(reason, lang) }] : []
}

const NO_MAILBOX = {
  summary_zh: '尚未设置发信邮箱：请先在系统设置的“邮件与推送”中设置，或将密码列出一次',
  summary_en: 'Outgoing mail is not set up: set it up in the settings first, or have the passwords listed once',
}
const HAS_ONE: Words = ['已有账号', 'has an account already']
const NO_MAIL: Words = ['没有邮箱，密码无法邮寄', 'has no e-mail address to which the password could be mailed']
const NO_ROLES: Words = ['您不能修改此人，因此不能授予角色', 'cannot be changed by you, so cannot be given roles']
const NO_NAME: Record<Way, Words> = {
  JOB_NUMBER: ['没有可作登录名的工号', 'has no job number that can be a user name'],
  EMAIL: ['没有可作登录名的邮箱', 'has no e-mail address of which a user name can be made'],
  EACH: ['没有可作登录名的工号、邮箱或姓名', 'has neither a job number, an e-mail address nor a name of which a user name can be made'],
}

async function peopleOf({ ctx, body: { sids, iql } }: Asked): Promise<Person[]> {
  const model = modelNamed(ctx.tenant.models, 'user_info')
  const chosen = [...new Set(sids)]
  if (chosen.length === 0 && iql === undefined) refuseSids(ctx, ['请选择人员，或给出查询语句', 'must name people, or a query must be given'])
  if (chosen.length > MAX_ACCOUNTS) refuseSids(ctx, TOO_MANY)
  const query = chosen.length > 0 ? `sid IN (${chosen.map((sid) => `'${sid}'`).join(', ')})` : (iql ?? '')
  const page = await search(
    ctx,
    model,
    { fl: ['name', 'name_en', 'job_number', 'email', 'role_sids'], iql: query, rows: MAX_ACCOUNTS },
    { most: MAX_ACCOUNTS },
  )
  if ((page.total ?? 0) > MAX_ACCOUNTS) refuseSids(ctx, TOO_MANY)
  if (page.record.length < chosen.length) refuse('not_found')
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)
  return page.record.map((row) => ({
    sid: String(row.sid),
    name: String(row.name),
    name_en: text(row.name_en),
    job_number: text(row.job_number),
    email: text(row.email),
    role_sids: rolesOf(row),
  }))
}

const TOO_MANY: Words = [`一次最多 ${MAX_ACCOUNTS} 人`, `must be at most ${MAX_ACCOUNTS} people at a time`]

const refuseSids = ({ lang }: Context, reason: Words): never =>
  refuseFaults([{ field: 'sids', label: lang === 'zh' ? '所选人员' : 'Chosen people', reason: wordIn(reason, lang) }])

type Way = 'JOB_NUMBER' | 'EMAIL' | 'EACH'

const nameBy = (way: Exclude<Way, 'EACH'>, person: Person) => accountNames(person).find(({ by }) => by === way)?.account ?? ''

type Name = { account: string; by: NamedBy | undefined }
const NAMELESS: Name = { account: '', by: undefined }

/** The first free name of each person; a name that others have too gets a number, a job number never does. */
async function freeNames({ db }: Context, people: readonly Person[]): Promise<Map<string, Name>> {
  const named = people.map((person) => ({ sid: person.sid, names: choicesOf(accountNames(person)) }))
  const asked = [...new Set(named.flatMap(({ names }) => names.map(({ account }) => account)))]
  const taken = new Set((await db.selectFrom('user').select('account').where('account', '=', sql<string>`any(${asked})`).execute()).map(({ account }) => account)) // oxfmt-ignore
  const found = new Map<string, Name>()
  for (const { sid, names } of named) {
    const free = names.find(({ account }) => !taken.has(account))
    if (free) taken.add(free.account)
    found.set(sid, free ?? NAMELESS)
  }
  return found
}

const MAX_NUMBERED = 50

function choicesOf(names: readonly { by: NamedBy; account: string }[]): Name[] {
  const further = Array.from({ length: MAX_NUMBERED - 1 }, (_, at) => String(at + 2))
  return names.flatMap((name) =>
    name.by === 'JOB_NUMBER' ? [name] : [name, ...further.map((no) => ({ ...name, account: name.account.slice(0, 50 - no.length) + no }))],
  )
}

async function withAccount({ db }: Context, people: readonly Person[]): Promise<Set<string>> {
  if (people.length === 0) return new Set()
  const rows = await db
    .selectFrom('user')
    .select('user_info_sid')
    .where(
      'user_info_sid',
      'in',
      people.map(({ sid }) => sid),
    ) // oxfmt-ignore
    .where('deleted_at', 'is', null)
    .execute()
  return new Set(rows.flatMap(({ user_info_sid }) => user_info_sid ?? []))
}

/** The same rules as for one account: of the person's end, not of people above, within reach. */
async function draftAccounts(ctx: Context, planned: readonly Planned[]) {
  const users = modelNamed(ctx.tenant.models, 'user')
  const inputs = []
  for (const { row } of planned) inputs.push({ account: row.account, user_info_sid: row.sid, platform: await endOf(ctx, row.sid) })
  const drafts = await draftNew(ctx, users, inputs)
  for (const [at, draft] of drafts.entries()) {
    const one = planned[at]
    if (!one) continue
    one.made = draft
    one.row.faults.push(...draft.faults)
  }
}

/** The present and the given roles by person; people whom the caller may not change have no entry. */
async function draftRoles(ctx: Context, people: readonly Person[], roles: readonly string[]): Promise<Map<string, Draft>> {
  if (roles.length === 0 || people.length === 0) return new Map()
  const model = modelNamed(ctx.tenant.models, 'user_info')
  authorize(ctx, model, 'update')
  const rows = await lockRows(ctx, model, people.map(({ sid }) => sid), { verb: 'update' }) // oxfmt-ignore
  const drafts: Draft[] = rows.map((row) => draftFrom(row))
  for (const draft of drafts) takeInput(ctx, model, accessOf(ctx, model), draft, { role_sids: [...new Set([...rolesOf(draft.before), ...roles])] })
  await examine(ctx, model, drafts)
  return new Map(drafts.map((draft) => [draft.sid, draft]))
}

/** One-time password of the account, by person */
async function write(ctx: Context, planned: readonly Planned[]): Promise<Map<string, string>> {
  const [people, users] = [modelNamed(ctx.tenant.models, 'user_info'), modelNamed(ctx.tenant.models, 'user')]
  const [given, accounts] = [planned.flatMap(({ roles }) => roles ?? []), planned.flatMap(({ made }) => made ?? [])]
  await updateDrafts(ctx, people, given)
  await keepInReach(ctx, people, given.map(({ sid }) => sid)) // oxfmt-ignore
  await insertDrafts(ctx, users, accounts)
  const passwords = new Map<string, string>()
  for (const { row, made } of planned) {
    const password = oneTimePassword()
    await setPassword(ctx, made?.sid ?? refuse('unforeseen'), password, true)
    passwords.set(row.sid, password)
  }
  return passwords
}
