import { invalidateAgency } from '../../model/parties/party-actions.ts'
import { checkCreditCode } from '../../model/kit/identity/company-codes.ts'
import { checkIdNumber } from '../../model/kit/identity/person-codes.ts'
import { HEAD } from '../../model/cases/head-fields.ts'
import { ENDED, type Model } from '../../model/kit/model.ts'
import { refuse } from '../errors.ts'
import { type Call, perform } from '../records/actions.ts'
import { closeAccounts, reopenAccounts } from '../auth/accounts/close-account.ts'
import { checkAboveIn } from '../auth/accounts/rank.ts'
import { affectedBy, endTokensOf, warnOfSwitchingOff } from '../auth/accounts/switched-off.ts'
import type { RowOf } from '../database/tables.ts'
import { modelNamed } from '../records/registry.ts'
import { search } from '../records/query/search.ts'
import { faultAt, setValue } from '../records/write/checks/validate.ts'
import { updateRow } from '../records/write/update.ts'
import type { Part } from '../records/modules.ts'
import type { Context, DraftOf } from '../records/context.ts'
import { draftFrom, lockRows, updateDrafts } from '../records/write/write.ts'
import { faultsAt } from './applicant.ts'
import { onBehalfOf } from '../records/acting/on-behalf-of.ts'

export const agencies: Part = {
  hooks: [
    {
      model: 'agency',
      prepare,
      check,
      written,
      deleted: async (ctx, rows) =>
        endTokensOf(
          ctx,
          'agency_sid',
          rows.map(({ sid }) => sid),
        ),
    },
    { model: 'agent', check: checkAgents },
  ],
  actions: perform(invalidateAgency, invalidate),
}

const isValid = (row: RowOf<'agency'>) => row.valid !== false
const endsValidity = ({ before, row }: DraftOf<'agency'>) => before !== undefined && isValid(before) && !isValid(row)
const isSwitchedOff = (draft: DraftOf<'agency'>) =>
  endsValidity(draft) || (draft.before?.account_open === true && draft.changed.has('account_open') && draft.row.account_open !== true)
const isSwitchedOn = ({ before, row }: DraftOf<'agency'>) => before !== undefined && before.account_open !== true && row.account_open === true

/** An agency that is no longer valid cannot sign in; one that is valid again signs in with the accounts that it had. */
async function prepare(ctx: Context, drafts: readonly DraftOf<'agency'>[]) {
  for (const draft of drafts) {
    if (endsValidity(draft) || (!draft.before && !isValid(draft.row))) setValue(draft, 'account_open', false)
    else if (draft.before && !isValid(draft.before) && isValid(draft.row) && !draft.changed.has('account_open'))
      setValue(draft, 'account_open', await hadAccounts(ctx, draft.sid))
  }
}

async function hadAccounts({ db }: Context, agency: string): Promise<boolean> {
  const row = await db.selectFrom('user').select('sid').where('closed_with', '=', agency).where('deleted_at', 'is', null).executeTakeFirst()
  return row !== undefined
}

async function check(ctx: Context, drafts: readonly DraftOf<'agency'>[]) {
  const model = modelNamed(ctx.tenant.models, 'agency')
  for (const draft of drafts) {
    if (isSwitchedOff(draft)) {
      const field = endsValidity(draft) ? 'valid' : 'account_open'
      const body = { field: 'agency_sid', sid: draft.sid } as const
      await checkAboveIn(ctx, model, draft, field, body)
      await warnOfSwitchingOff(ctx, model, draft, field, body)
    }
    checkCode(ctx, model, draft)
    if (draft.changed.has('uscc') && draft.row.uscc !== null) faultsAt(ctx, model, draft, 'uscc', checkCreditCode(draft.row.uscc))
    if (draft.row.valid === false && draft.row.account_open === true)
      faultAt(ctx, model, draft, 'account_open', ['无效的代理机构不能开通账号', 'cannot be opened for an agency that is not valid'])
  }
}

function checkCode(ctx: Context, model: Model, draft: DraftOf<'agency'>) {
  const { agency_code: code, country } = draft.row
  if (code === null || !(draft.changed.has('agency_code') || draft.changed.has('country'))) return
  if (country === 'CN' && !/^\d{5}$/.test(code))
    faultAt(ctx, model, draft, 'agency_code', ['中国代理机构代码为 5 位数字', 'must have 5 digits for an agency in China'])
}

function checkAgents(ctx: Context, drafts: readonly DraftOf<'agent'>[]) {
  const model = modelNamed(ctx.tenant.models, 'agent')
  for (const draft of drafts) {
    const { id_type, id_no } = draft.row
    if (id_no === null || !(draft.changed.has('id_no') || draft.changed.has('id_type'))) continue
    faultsAt(ctx, model, draft, 'id_no', checkIdNumber(id_type, id_no, ctx.today))
  }
}

async function written(ctx: Context, drafts: readonly DraftOf<'agency'>[]) {
  const gone = drafts.filter(isSwitchedOff).map(({ sid }) => sid)
  if (gone.length > 0) await closeAgencies(ctx, gone)
  for (const { sid } of drafts.filter(isSwitchedOn)) await reopenAccounts(ctx, sid)
}

/** The accounts of an agency's people close, and its agents show it. */
async function closeAgencies(ctx: Context, agencies: readonly string[]) {
  for (const agency of agencies) await closeAccounts(ctx, await peopleOf(ctx, [agency]), agency)
  const agents = await ctx.db
    .selectFrom('agent')
    .select('sid')
    .where('agency_sid', 'in', agencies)
    .where('account_status', '=', 'OPEN')
    .where('deleted_at', 'is', null)
    .execute()
  if (agents.length === 0) return
  const own = onBehalfOf(ctx)
  const model = modelNamed(ctx.tenant.models, 'agent')
  const rows = await lockRows(
    own,
    model,
    agents.map(({ sid }) => sid),
  )
  const drafts = rows.map(draftFrom)
  for (const draft of drafts) setValue(draft, 'account_status', 'CLOSED')
  await updateDrafts(own, model, drafts)
}

// No record has it, so a list of it alone is met by none.
const NOBODY = '00000000-0000-0000-0000-000000000000'

async function peopleOf({ db }: Context, agencies: readonly string[]): Promise<string[]> {
  const rows = await db.selectFrom('user_info').select('sid').where('agency_sid', 'in', agencies).where('deleted_at', 'is', null).execute()
  return rows.map(({ sid }) => sid)
}

/** First answers the records that depend on the agency; once confirmed, makes it invalid and closes its accounts. */
async function invalidate({ ctx, model, body: { sid, confirm: done = false } }: Call<typeof invalidateAgency>) {
  const row = (await lockRows(ctx, model, [sid]))[0] ?? refuse('not_found')
  const people = await peopleOf(ctx, [sid])
  const accounts = await ctx.db
    .selectFrom('user')
    .select(['sid', 'account'])
    .where('user_info_sid', 'in', people.length ? people : [NOBODY])
    .where('status', '=', 'OPEN')
    .where('deleted_at', 'is', null)
    .execute()
  const { cases: running, deadlines } = await affectedBy(ctx, { field: 'agency_sid', sid })
  const ended = [...ENDED].map((phase) => `"${phase}"`).join(',')
  const cases = await search(ctx, modelNamed(ctx.tenant.models, HEAD), {
    fl: ['case_no', 'title', 'status', 'owner_sid'],
    iql: `agency_sid = "${sid}" and phase not in (${ended})`,
    rows: 100,
  })
  if (done && row.valid !== false) await updateRow(ctx, model, sid, { valid: false })
  return { sid, done, accounts: accounts.map(({ sid: user, account }) => ({ sid: user, account: account ?? '' })), running, deadlines, cases }
}
