import type { openAccount } from '../../../model/auth/accounts/user-actions.ts'
import { setPassword } from '../passwords/passwords.ts'
import { oneTimePassword } from '../session/secrets.ts'
import type { Call } from '../../records/actions.ts'
import { authorize } from '../../records/permission/permission.ts'
import { get } from '../../records/query/get.ts'
import { fieldOf, modelNamed } from '../../records/registry.ts'
import { sidOf } from '../../records/write/values.ts'
import { inTransaction, type Context, type RowValues } from '../../records/context.ts'
import { draftNew, insertDrafts, keepInReach, refuseFaulty } from '../../records/write/write.ts'
import { refuse, refuseFaults } from '../../errors.ts'

/**
 * POST user/do/create: opens an account for a person; the one-time password is returned only in this answer.
 * Without `user_info_sid` the person is entered along with it, and the two share one ID.
 */
export async function open({ ctx, model, body }: Call<typeof openAccount>) {
  const password = oneTimePassword()
  const record = await inTransaction(ctx, async (tx) => {
    const { account, person } = parted(tx, body)
    const owner = person ? await enter(tx, person, account) : sidOf(account.user_info_sid)
    const sid = await insertAccount(
      tx,
      { platform: await endOf(tx, owner), ...account, ...(person && { user_info_sid: owner }) },
      person ? owner : undefined,
    )
    await setPassword(tx, sid, password, true)
    return { ...(person && (await get(tx, modelNamed(tx.tenant.models, 'user_info'), sid))), ...(await get(tx, model, sid)) }
  })
  return { ...record, one_time_password: password }
}

/** The values of the account and of the person, where a new person is given. */
function parted({ tenant }: Context, body: RowValues): { account: RowValues; person?: RowValues } {
  const [users, people] = [modelNamed(tenant.models, 'user'), modelNamed(tenant.models, 'user_info')]
  const isOfPerson = (code: string) => fieldOf(people, code) !== undefined && (fieldOf(users, code) === undefined || SHARED.has(code))
  const person = Object.entries(body).filter(([code]) => isOfPerson(code))
  if ((body.user_info_sid ?? '') !== '' || person.length === 0) return { account: body }
  return { account: Object.fromEntries(Object.entries(body).filter(([code]) => !isOfPerson(code))), person: Object.fromEntries(person) }
}

// An account is of its person's company, and a remark is about the person.
const SHARED = new Set(['company_sid', 'remark'])

/** The faults of the person and of the account are reported together. */
async function enter(ctx: Context, person: RowValues, account: RowValues): Promise<string> {
  const [people, users] = [modelNamed(ctx.tenant.models, 'user_info'), modelNamed(ctx.tenant.models, 'user')]
  authorize(ctx, people, 'create')
  const drafts = await draftNew(ctx, people, [person])
  const faults = drafts.flatMap((draft) => draft.faults)
  if (faults.length > 0) {
    const beside = (await draftNew(ctx, users, [account])).flatMap((draft) => draft.faults)
    refuseFaults([...faults, ...beside.filter(({ field }) => field !== 'user_info_sid')])
  }
  await insertDrafts(ctx, people, drafts)
  const sid = drafts[0]?.sid ?? refuse('unforeseen')
  await keepInReach(ctx, people, [sid])
  return sid
}

async function insertAccount(ctx: Context, account: RowValues, sid: string | undefined): Promise<string> {
  const users = modelNamed(ctx.tenant.models, 'user')
  const drafts = await draftNew(ctx, users, [account])
  refuseFaulty(drafts)
  for (const draft of drafts) if (sid) draft.sid = sid
  await insertDrafts(ctx, users, drafts)
  return drafts[0]?.sid ?? refuse('unforeseen')
}

/** People of agencies sign in at their own end. */
export async function endOf({ db }: Context, person: string | undefined): Promise<string> {
  const row = person ? await db.selectFrom('user_info').select('person_type').where('sid', '=', person).executeTakeFirst() : undefined
  return row?.person_type === 'AGENCY' ? '2' : '1'
}
