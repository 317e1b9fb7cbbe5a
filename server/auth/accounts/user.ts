import {
  endSessions,
  openAccount,
  openAccounts,
  planAccounts,
  resetPassword,
  resetSecondFactor,
  RESETS,
  searchSessions,
  unlock,
  unlockPerson,
} from '../../../model/auth/accounts/user-actions.ts'
import { audit } from '../audit/audit.ts'
import { dropPasskeys } from '../passkeys/relying-party.ts'
import { changed, dropAllFactors } from '../second-factor/set-up.ts'
import { clearLock } from '../limits/failures.ts'
import { forgetActors } from '../session/actor.ts'
import { setPassword } from '../passwords/passwords.ts'
import { oneTimePassword } from '../session/secrets.ts'
import { sessionsOf } from '../session/sessions.ts'
import { endSessions as endSessionsOf } from '../session/tokens.ts'
import { type Call, perform } from '../../records/actions.ts'
import type { RowOf } from '../../database/tables.ts'
import { modelNamed } from '../../records/registry.ts'
import { faultAt, setValue } from '../../records/write/checks/validate.ts'
import type { Part } from '../../records/modules.ts'
import { later, type Context, type DraftOf } from '../../records/context.ts'
import { lockRows, writeHistory } from '../../records/write/write.ts'
import { refuse } from '../../errors.ts'
import { addActs, addLock, personOf, whyNotOpened } from './account-acts.ts'
import { endTokens } from './close-account.ts'
import { open } from './open-account.ts'
import { openMany, planMany } from './open-accounts.ts'
import { fullRoles, keepOneAdministrator } from '../roles/administrators.ts'
import { refuseResetOfConfirmer } from '../proposals/confirmers.ts'
import { checkAbove, refuseAbove } from './rank.ts'
import { rolesOf } from './role-assignment.ts'
import { shownStatus } from './shown-status.ts'

/** Accounts: opened for a person, closed at once, and with passwords that are shown once. */
export const accounts: Part = {
  hooks: [
    {
      model: 'user',
      prepare: async (ctx, drafts) => {
        await joinPerson(ctx, drafts)
        // Opening or closing an account by hand clears the recorded cause of its closure.
        for (const draft of drafts) if (draft.before && draft.changed.has('status')) setValue(draft, 'closed_with', null)
      },
      check: async (ctx, drafts) => {
        await checkAccounts(ctx, drafts)
        await checkAbove(ctx, modelNamed(ctx.tenant.models, 'user'), drafts, {
          personOf: ({ row }) => row.user_info_sid,
          fieldOf: ({ before, changed }) => (before ? [...changed][0] : 'user_info_sid'),
        })
      },
      written: followAccounts,
      deleted: closeDeleted,
      restored: async (ctx, rows) => {
        await refuseAbove(ctx, ...peopleOf(rows))
        await showStatus(ctx, rows, (row) => shownStatus({ ...row, deleted_at: null }))
      },
    },
  ],
  shown: { user: addState },
  actions: [
    ...perform(openAccount, open),
    ...perform(planAccounts, planMany),
    ...perform(openAccounts, openMany),
    ...perform(resetPassword, reset),
    ...RESETS.flatMap((one) => perform(one, reset)),
    ...perform(unlock, clear),
    ...perform(unlockPerson, clear),
    ...perform(resetSecondFactor, resetSecond),
    ...perform(endSessions, endAll),
    ...perform(searchSessions, listSessions),
  ],
}

async function addState(ctx: Context, record: Record<string, unknown>) {
  await addActs(ctx, record)
  await addLock(ctx, record)
}

async function closeDeleted(ctx: Context, rows: readonly RowOf<'user'>[]) {
  if (rows.some((row) => row.sid === ctx.actor.user_sid)) refuse('rule', NOT_ONESELF)
  await refuseAbove(ctx, ...peopleOf(rows))
  await showStatus(
    ctx,
    rows,
    () => 'NOT_OPEN',
    () => null,
  )
  await endTokens(
    ctx,
    rows.map((row) => row.sid),
  )
  await keepAdministrators(ctx, rows)
}

const peopleOf = (rows: readonly RowOf<'user'>[]) => rows.flatMap(({ user_info_sid }) => user_info_sid ?? [])

/** `rows` as they were: whether one of them was an administrator’s. */
async function keepAdministrators(ctx: Context, rows: readonly RowOf<'user'>[]) {
  const lasting = rows.filter(({ status, expires_at, platform }) => status === 'OPEN' && expires_at === null && platform === '1')
  if (lasting.length === 0) return
  const people = await ctx.db.selectFrom('user_info').select('role_sids').where('sid', 'in', peopleOf(lasting)).execute()
  const full = await fullRoles(ctx)
  if (people.flatMap(rolesOf).some((role) => full.includes(role))) await keepOneAdministrator(ctx)
}

const NOT_ONESELF = { summary_zh: '不能关闭或删除自己的账号', summary_en: 'You cannot close or delete your own account' }

/** An account belongs to its person's company. */
async function joinPerson(ctx: Context, drafts: readonly DraftOf<'user'>[]) {
  for (const draft of drafts) {
    if (draft.before || !draft.row.user_info_sid) continue
    const person = await personOf(ctx, draft.row.user_info_sid)
    if (person) setValue(draft, 'company_sid', person.company_sid)
  }
}

async function checkAccounts(ctx: Context, drafts: readonly DraftOf<'user'>[]) {
  const model = modelNamed(ctx.tenant.models, 'user')
  for (const draft of drafts) {
    if (draft.before && draft.sid === ctx.actor.user_sid && draft.changed.has('status') && draft.row.status !== 'OPEN')
      faultAt(ctx, model, draft, 'status', ['不能关闭自己的账号', 'cannot be closed: it is your own account'])
    if (ctx.actor.platform === 2 && draft.row.platform !== '2')
      faultAt(ctx, model, draft, 'platform', ['代理机构只能开通代理端账号', 'must be the agency end: an agency opens accounts of its own end only'])
    const opens = draft.row.status === 'OPEN' && (draft.changed.has('status') || !draft.before)
    if (!opens && !draft.changed.has('platform')) continue
    const person = draft.row.user_info_sid ? await personOf(ctx, draft.row.user_info_sid) : undefined
    if (!person) continue
    if ((person.person_type === 'AGENCY') !== (draft.row.platform === '2'))
      faultAt(ctx, model, draft, 'platform', [
        '与人员类型不符：代理人员登录代理端',
        'does not match the person type: people of agencies sign in at the agency end',
      ])
    const why = opens ? await whyNotOpened(ctx, draft.row.user_info_sid) : undefined
    if (why) faultAt(ctx, model, draft, 'user_info_sid', why)
  }
}

async function followAccounts(ctx: Context, drafts: readonly DraftOf<'user'>[]) {
  const moved = drafts.filter(({ before, changed }) => !before || changed.has('status') || changed.has('account') || changed.has('expires_at'))
  await showStatus(
    ctx,
    moved.map(({ row }) => row),
  )
  const closed = drafts.filter(({ row }) => row.status !== 'OPEN')
  await endTokens(
    ctx,
    closed.map(({ sid }) => sid),
  )
  await keepAdministrators(
    ctx,
    drafts.flatMap(({ before, changed }) => (before && TAKING.some((code) => changed.has(code)) ? [before] : [])),
  )
  if (drafts.some(({ before }) => before)) later(ctx, forgetActors)
}

const TAKING = ['status', 'expires_at', 'platform']

/** Stores the state of the account in the record of the person. */
async function showStatus(
  ctx: Context,
  rows: readonly RowOf<'user'>[],
  status: (row: RowOf<'user'>) => ReturnType<typeof shownStatus> = shownStatus,
  account: (row: RowOf<'user'>) => string | null = (row) => row.account,
) {
  for (const row of rows)
    await ctx.db
      .updateTable('user_info')
      .set({ account_status: status(row), account: account(row) })
      .where('sid', '=', row.user_info_sid)
      .execute()
}

type Asked = Pick<Call<typeof resetPassword>, 'ctx' | 'model' | 'body' | 'request'>

/** Sets a random one-time password. All sessions, personal tokens and passkeys end, since they may be the reason for the reset. */
async function reset(call: Asked) {
  const { user, person } = await accountOfAnother(call)
  const { ctx } = call
  const password = oneTimePassword()
  await setPassword(ctx, user, password, true)
  await dropPasskeys(ctx, user)
  await clearLock(ctx, { user, person })
  await endTokens(ctx, [user])
  await audit(call.request, 'PASSWORD_RESET', { user, by: ctx.actor.user_sid }, ctx)
  return { sid: user, one_time_password: password }
}

async function clear(call: Asked) {
  const { user, person } = await accountFor(call)
  await clearLock(call.ctx, { user, person })
  return { sid: user }
}

/** For people who lost their phone and their recovery codes. The change log records the acting person. */
async function resetSecond({ ctx, model, body, request }: Asked) {
  const { user } = await accountOfAnother({ ctx, model, body, request })
  await dropAllFactors(ctx, user)
  await endSessionsOf(ctx.tenant, user)
  await writeHistory({ ...ctx, reason: '重置两步验证 / Second factor reset' }, model, 'UPDATE', [
    { sid: user, before: {}, row: {}, changed: new Set<string>() },
  ])
  await changed(ctx, request, user, 'reset')
  return { sid: user }
}

/** Signs someone out wherever they are, or in one browser. */
async function endAll(call: Call<typeof endSessions>) {
  const { user } = await accountFor(call)
  const { token_sid } = call.body
  await endSessionsOf(call.ctx.tenant, user, { only: token_sid })
  await audit(
    call.request,
    'SESSIONS_ENDED',
    { user, by: call.ctx.actor.user_sid, ...(token_sid && { entity: 'token', record_sid: token_sid }) },
    call.ctx,
  )
  return { sid: user }
}

async function listSessions(call: Asked) {
  const { user } = await accountFor(call)
  return { sessions: await sessionsOf(call.ctx, user, call.ctx.actor.token_sid) }
}

/** Resets are for others: one's own password and second factor change where the present password is asked for, and never by a token that may have leaked. */
async function accountOfAnother(call: Asked) {
  const found = await accountFor(call)
  if (found.user === call.ctx.actor.user_sid) refuse('rule', OWN)
  await refuseResetOfConfirmer(call.ctx, found.person)
  return found
}

const OWN = {
  summary_zh: '本人的密码和两步验证请在“个人信息”中修改',
  summary_en: 'Change your own password and second factor under Personal information',
}

/** The account of a person, or the account itself, as far as the caller may change it. */
async function accountFor({ ctx, model, body }: Asked): Promise<{ user: string; person: string }> {
  const asked = body.sid ?? body.user_sid ?? refuse('bad_sid', { value: '' })
  const named = await ctx.db
    .selectFrom('user')
    .select('sid')
    .where((of) => of.or([of('sid', '=', asked), of('user_info_sid', '=', asked)]))
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  const [row] = named ? await lockRows(ctx, model, [named.sid]) : []
  if (!row) return refuse('not_found')
  await refuseAbove(ctx, String(row.user_info_sid))
  return { user: row.sid, person: String(row.user_info_sid) }
}
