import { checkCreditCode, checkOrganisationCode } from '../../model/kit/identity/company-codes.ts'
import { ENDED } from '../../model/kit/model.ts'
import { belowOf, childrenOf } from '../../model/kit/tree.ts'
import { initialsOf } from '../../model/organisation/initials.ts'
import { checkAboveIn } from '../auth/accounts/rank.ts'
import { endTokensOf, warnOfSwitchingOff } from '../auth/accounts/switched-off.ts'
import { keepOneAdministrator } from '../auth/roles/administrators.ts'
import type { RowOf } from '../database/tables.ts'
import { onBehalfOf } from '../records/acting/on-behalf-of.ts'
import { accessOf } from '../records/permission/permission.ts'
import { modelNamed } from '../records/registry.ts'
import { faultAt, setValue } from '../records/write/checks/validate.ts'
import { warnAt } from '../records/write/checks/warnings.ts'
import { draftFrom, lockRows, updateDrafts } from '../records/write/write.ts'
import { warnOfMoves } from './moved-visibility.ts'
import { checkOwnLine, refuseBackBelowOwn } from './own-line.ts'
import type { Module } from '../records/modules.ts'
import type { Context, Draft, DraftOf, RowValues } from '../records/context.ts'

/** Codes of companies are checked, and their initials kept; the people of a company that is switched off are out; a department in use is not closed. */
export const organisation: Module = {
  name: 'organisation',
  hooks: [
    {
      model: 'department',
      check: async (ctx, drafts) => {
        await checkDepartments(ctx, drafts)
        await checkOwnLine(ctx, 'department', drafts)
        await warnOfMoves(ctx, 'department', drafts)
      },
      written: moveBelow,
      restored: (ctx, rows) => refuseBackBelowOwn(ctx, 'department', rows),
    },
    {
      model: 'company',
      prepare: async (_ctx, drafts) =>
        drafts.forEach((draft) => {
          setCountry(draft)
          setInitials(draft)
        }),
      check: async (ctx, drafts) => {
        checkCodes(ctx, drafts)
        checkReach(ctx, drafts)
        await checkOwnLine(ctx, 'company', drafts)
        await checkSwitchingOff(ctx, drafts)
        await warnOfSecondHead(ctx, drafts)
        await warnOfMoves(ctx, 'company', drafts)
      },
      written: async (ctx, drafts) => endAccess(ctx, drafts.filter(isSwitchedOff)),
      deleted: endAccess,
      restored: (ctx, rows) => refuseBackBelowOwn(ctx, 'company', rows),
    },
  ],
}

/** A new company of no stated country is one of ours, of which more is asked. */
function setCountry(draft: DraftOf<'company'>) {
  if (!draft.before && !draft.row.country) setValue(draft, 'country', 'CN')
}

/** The initials follow the displayed name until a person enters others. */
function setInitials(draft: Draft) {
  const { before, row, changed } = draft
  const isOwn = row.cname_capital && (!before || row.cname_capital !== initialsOf(displayedName(before)))
  if (isOwn || !['company_name', 'simple_name', 'cname_capital'].some((code) => changed.has(code))) return
  setValue(draft, 'cname_capital', initialsOf(displayedName(row)) || null)
}

const displayedName = ({ simple_name, company_name }: RowValues) => String(simple_name || company_name || '')

const isOff = (row: RowOf<'company'>) => row.status === '0' || row.valid === false

const isSwitchedOff = ({ before, row }: DraftOf<'company'>) => before !== undefined && !isOff(before) && isOff(row)

async function checkSwitchingOff(ctx: Context, drafts: readonly DraftOf<'company'>[]) {
  const model = modelNamed(ctx.tenant.models, 'company')
  for (const draft of drafts.filter(isSwitchedOff)) {
    const field = draft.changed.has('status') ? 'status' : 'valid'
    const body = { field: 'company_sid', sid: draft.sid } as const
    await checkAboveIn(ctx, model, draft, field, body)
    if (draft.sid === ctx.actor.company_sid)
      faultAt(ctx, model, draft, field, ['不能停用您自己所在的公司', 'cannot be switched off: it is your own company'])
    else await warnOfSwitchingOff(ctx, model, draft, field, body)
  }
}

/** A person limited to some companies must keep each below one of these, and cannot move their own out of the group. */
function checkReach(ctx: Context, drafts: readonly DraftOf<'company'>[]) {
  const model = modelNamed(ctx.tenant.models, 'company')
  const { places } = accessOf(ctx, model)
  if (!places) return
  for (const draft of drafts) {
    const { parent_sid } = draft.row
    if ((draft.before && !draft.changed.has('parent_sid')) || (parent_sid !== null && places.includes(parent_sid))) continue
    faultAt(ctx, model, draft, 'parent_sid', ['不在您的公司范围内', 'is outside your companies'])
  }
}

/** A tenant has one head office, the company without a parent. */
async function warnOfSecondHead(ctx: Context, drafts: readonly DraftOf<'company'>[]) {
  const tops = drafts.filter(({ before, row, changed }) => row.parent_sid === null && (!before || changed.has('parent_sid')))
  if (tops.length === 0 || !(ctx.warnings || ctx.confirmed)) return
  const heads = await ctx.db
    .selectFrom('company')
    .select(['sid', 'company_name'])
    .where('parent_sid', 'is', null)
    .where('deleted_at', 'is', null)
    .execute()
  const model = modelNamed(ctx.tenant.models, 'company')
  for (const draft of tops) {
    const head = heads.find(({ sid }) => sid !== draft.sid)
    if (!head) continue
    const words = [
      `没有上级的公司是总公司，而总公司已是“${head.company_name}”`,
      `A company without a parent is the head office, which is already “${head.company_name}”`,
    ] as const
    warnAt(model, draft, { code: 'second_head_office', field: 'parent_sid', words, asks: true })
  }
}

/** Their people are signed out at once; a switch-off must leave the tenant an administrator. */
async function endAccess(ctx: Context, companies: readonly { sid: string }[]) {
  if (companies.length === 0) return
  await endTokensOf(
    ctx,
    'company_sid',
    companies.map(({ sid }) => sid),
  )
  await keepOneAdministrator(ctx)
}

function checkCodes(ctx: Context, drafts: readonly Draft[]) {
  const model = modelNamed(ctx.tenant.models, 'company')
  for (const draft of drafts) {
    for (const [code, check] of [
      ['uscc', checkCreditCode],
      ['org_code', checkOrganisationCode],
    ] as const) {
      const text = draft.row[code]
      if (!draft.changed.has(code) || typeof text !== 'string') continue
      for (const { level, zh, en } of check(text)) if (level === 'error') faultAt(ctx, model, draft, code, [zh, en])
    }
  }
}

/** Child departments move to another company with their parent; people keep their company. */
async function moveBelow(ctx: Context, drafts: readonly DraftOf<'department'>[]) {
  const moved = drafts.filter(({ before, changed }) => before && changed.has('company_sid'))
  if (moved.length === 0) return
  const model = modelNamed(ctx.tenant.models, 'department')
  const own = onBehalfOf(ctx)
  const rows = await ctx.db.selectFrom('department').select(['sid', 'parent_sid as parent']).where('deleted_at', 'is', null).execute()
  const children = childrenOf(rows)
  for (const { sid, row } of moved) {
    const below = (await lockRows(own, model, belowOf(sid, children))).map(draftFrom)
    for (const draft of below) setValue(draft, 'company_sid', row.company_sid)
    await updateDrafts(own, model, below)
  }
}

async function checkDepartments(ctx: Context, drafts: readonly DraftOf<'department'>[]) {
  const model = modelNamed(ctx.tenant.models, 'department')
  for (const draft of drafts) {
    if (!draft.before || !draft.changed.has('status') || draft.row.status !== '0') continue
    const employed = await ctx.db
      .selectFrom('user_info')
      .select('sid')
      .where('department_sid', '=', draft.sid)
      .where('person_status', '=', 'EMPLOYED')
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (employed)
      faultAt(ctx, model, draft, 'status', ['部门中仍有在职人员，不能停用', 'cannot be disabled: the department still has employed people'])
    const open = await ctx.db
      .selectFrom('case')
      .select('sid')
      .where('department_sid', '=', draft.sid)
      .where((of) => of.or([of('phase', 'is', null), of('phase', 'not in', [...ENDED])]))
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (open) faultAt(ctx, model, draft, 'status', ['部门中仍有未结案件，不能停用', 'cannot be disabled: the department still has open cases'])
  }
}
