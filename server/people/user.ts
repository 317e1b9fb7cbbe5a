import { setPassword } from '../session/passwords.ts'
import { forgetActors } from '../session/actor.ts'
import { oneTimePassword } from '../session/secrets.ts'
import { endSessions, issuePersonal } from '../session/tokens.ts'
import { type Call, onAction } from '../records/actions.ts'
import { demand } from '../records/access.ts'
import { type Draft, onModel } from '../records/consequences.ts'
import { createRow } from '../records/create.ts'
import { get } from '../records/get.ts'
import { modelNamed } from '../records/models.ts'
import { faultAt, setValue } from '../records/validate.ts'
import { sidOf } from '../records/values.ts'
import { inTransaction, type Work } from '../records/work.ts'
import { refuse } from '../refusal.ts'

/** Accounts: opened for a person, closed at once, their passwords never told twice. */
export function accountConsequences() {
  onModel('user', {
    prepare: fillCompany,
    check: checkAccounts,
    written: followAccounts,
    deleted: async (work, rows) =>
      closeAll(
        work,
        rows.map((row) => String(row.sid)),
      ),
  })
  onModel('user_info', { check: checkPeople, written: followPeople })
  for (const name of ['role', 'role_grant', 'company', 'department'])
    onModel(name, { written: async (work) => later(work), deleted: async (work) => later(work) })
  onAction('user', 'create', openAccount)
  onAction('user_info', 'password_reset', resetPassword)
  onAction('user', 'password_reset', resetPassword)
  onAction('user_info', 'unlock', unlock)
  onAction(
    'user_info',
    'my',
    async ({ work, query }) => get(systemFor(work), modelNamed(work.tenant.models, 'user_info'), work.actor.sid ?? '', { flat: query.flat === '1' }),
    'GET',
  )
  onAction('token', 'create', createToken)
  onAction('token', 'delete', deleteToken)
}

/** Everyone may read their own record, whatever their role hides of others'. */
const systemFor = (work: Work): Work => ({
  ...work,
  actor: {
    ...work.actor,
    selected: null,
    grants: [{ role: 'self', model: 'user_info', verbs: ['get'], scope: 'SELF', query: null, hidden: [], read_only: [] }],
    access: new Map(),
  },
})

function later(work: Work) {
  const forget = () => forgetActors(work.tenant)
  if (work.after) work.after.push(forget)
  else forget()
}

async function fillCompany(work: Work, drafts: readonly Draft[]) {
  for (const draft of drafts) {
    if (draft.before || !draft.row.user_info_sid) continue
    const person = await work.db.selectFrom('user_info').select('company_sid').where('sid', '=', draft.row.user_info_sid).executeTakeFirst()
    if (person) setValue(draft, 'company_sid', person.company_sid)
  }
}

async function checkAccounts(work: Work, drafts: readonly Draft[]) {
  const model = modelNamed(work.tenant.models, 'user')
  for (const draft of drafts) {
    if (draft.row.status !== 'OPEN' || !(draft.changed.has('status') || !draft.before)) continue
    const person = await work.db
      .selectFrom('user_info as p')
      .leftJoin('agency as a', 'a.sid', 'p.agency_sid')
      .select(['p.person_status', 'a.valid', 'p.agency_sid'])
      .where('p.sid', '=', draft.row.user_info_sid)
      .executeTakeFirst()
    if (person?.person_status === 'RESIGNED')
      faultAt(work, model, draft, 'user_info_sid', ['离职人员不能开通账号', 'has resigned, so no account can be opened'])
    if (person?.agency_sid && person.valid === false)
      faultAt(work, model, draft, 'user_info_sid', [
        '所属代理机构已无效，不能开通账号',
        'belongs to an agency that is no longer valid, so no account can be opened',
      ])
  }
}

async function checkPeople(work: Work, drafts: readonly Draft[]) {
  const model = modelNamed(work.tenant.models, 'user_info')
  for (const draft of drafts) {
    if (draft.changed.has('leader_sid') && draft.row.leader_sid === draft.sid)
      faultAt(work, model, draft, 'leader_sid', ['不能是本人', 'must be somebody else'])
  }
}

async function followAccounts(work: Work, drafts: readonly Draft[]) {
  for (const { sid, row } of drafts) {
    const status = row.status === 'OPEN' ? 'OPEN' : 'CLOSED'
    await work.db.updateTable('user_info').set({ account_status: status }).where('sid', '=', row.user_info_sid).execute()
    if (status === 'CLOSED') await closeAll(work, [sid])
  }
  later(work)
}

/** Someone who leaves is out at once. */
async function followPeople(work: Work, drafts: readonly Draft[]) {
  for (const { sid, before, row, changed } of drafts) {
    if (!before || !changed.has('person_status') || row.person_status !== 'RESIGNED') continue
    const accounts = await work.db.updateTable('user').set({ status: 'CLOSED' }).where('user_info_sid', '=', sid).returning('sid').execute()
    await work.db.updateTable('user_info').set({ account_status: 'CLOSED' }).where('sid', '=', sid).execute()
    await closeAll(
      work,
      accounts.map((one) => String(one.sid)),
    )
  }
  later(work)
}

async function closeAll(work: Work, sids: readonly string[]) {
  if (sids.length)
    await work.db
      .deleteFrom('token')
      .where('user_sid', 'in', [...sids])
      .execute()
  later(work)
}

/** POST user/do/create: opens an account; the one-time password is told in this answer and never again. */
async function openAccount({ work, body }: Call) {
  const model = modelNamed(work.tenant.models, 'user')
  demand(work, model, 'create')
  const password = oneTimePassword()
  const sid = await inTransaction(work, async (tx) => {
    const made = await createRow(tx, model, body)
    await setPassword({ ...tx.tenant, db: tx.db }, made, password, true)
    return made
  })
  return { ...(await get(work, model, sid)), one_time_password: password }
}

/** POST user_info/do/password_reset {sid}: by whoever may change accounts; every session of the account ends. */
async function resetPassword({ work, body }: Call) {
  const model = modelNamed(work.tenant.models, 'user')
  demand(work, model, 'update')
  const account = await accountOf(work, sidOf(body.sid) ?? '')
  const password = oneTimePassword()
  await setPassword(work.tenant, account, password, true)
  await endSessions(work.tenant, account)
  return { sid: account, one_time_password: password }
}

async function unlock({ work, body }: Call) {
  demand(work, modelNamed(work.tenant.models, 'user'), 'update')
  const account = await accountOf(work, sidOf(body.sid) ?? '')
  await work.db.updateTable('user').set({ locked_until: null, failures: 0 }).where('sid', '=', account).execute()
  return { sid: account }
}

/** The account of a person, or the account itself. */
async function accountOf(work: Work, sid: string): Promise<string> {
  if (!sid) return refuse('not_found')
  const row = await work.db
    .selectFrom('user')
    .select('sid')
    .where((of) => of.or([of('sid', '=', sid), of('user_info_sid', '=', sid)]))
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row ? String(row.sid) : refuse('not_found')
}

/** POST token/do/create {name, expires_at?}: a personal access token; its secret is told once. */
async function createToken({ work, body }: Call) {
  const { actor, tenant } = work
  const name = typeof body.name === 'string' ? body.name.trim().slice(0, 60) : ''
  if (!name) refuse('bad_request', { why_zh: '请为令牌命名', why_en: 'The token needs a name' })
  const until = typeof body.expires_at === 'string' ? body.expires_at : null
  if (until && !(Date.parse(until) > Date.now())) refuse('bad_request', { why_zh: '有效期应在将来', why_en: 'expires_at must lie in the future' })
  if (!actor.user_sid || !actor.sid) return refuse('login_required')
  return issuePersonal(tenant, { user_sid: actor.user_sid, person: actor.sid, company_sid: actor.company_sid, platform: actor.platform }, name, until)
}

/** POST token/do/delete/{sid}: one's own, or anyone's by whoever may delete tokens of all. */
async function deleteToken({ work, body, rest }: Call) {
  const sid = sidOf(rest || body.sid) ?? refuse('not_found')
  const row = await work.db.selectFrom('token').select(['sid', 'user_sid']).where('sid', '=', sid).executeTakeFirst()
  const wide = work.actor.grants.some(
    (grant) =>
      (grant.model === 'token' || grant.model === '*') && grant.scope === 'ALL' && (grant.verbs.includes('*') || grant.verbs.includes('delete')),
  )
  if (!row || (row.user_sid !== work.actor.user_sid && !wide)) return refuse('not_found')
  await work.db.deleteFrom('token').where('sid', '=', sid).execute()
  forgetActors(work.tenant)
  return { sid }
}
