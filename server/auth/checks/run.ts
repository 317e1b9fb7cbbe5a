import { randomUUIDv7 } from 'node:crypto'
import { runPermissionChecks } from '../../../model/auth/roles/permission-check-actions.ts'
import { perform } from '../../records/actions.ts'
import { type Context, type DraftOf, type Hooks, inTransaction, type RowValues, systemContext } from '../../records/context.ts'
import type { Part } from '../../records/modules.ts'
import { notify } from '../../records/notifying/notifications.ts'
import { visible } from '../../records/permission/permission.ts'
import { readPage } from '../../records/query/page.ts'
import { modelNamed } from '../../records/registry.ts'
import { contextSlot } from '../../records/slots.ts'
import { faultAt, setValue } from '../../records/write/checks/validate.ts'
import { updateRows } from '../../records/write/write.ts'
import { refuse } from '../../errors.ts'
import { WATCHED, watchedIn } from '../audit/permission-changes.ts'
import { administratorsOf } from '../roles/administrators.ts'
import { isAdministrator } from '../passwords/change-rules.ts'
import { readPeople } from '../session/read-actor.ts'
import { type Check, evaluate, type Outcome } from './evaluate.ts'

export const permissionChecks: Part = {
  hooks: [
    { model: 'permission_check', prepare: askAnew, check: checkOwners, written: markDue },
    ...Object.keys(WATCHED).map((model) => ({ model: [model], ...dueAfter(model) })),
  ],
  actions: perform(runPermissionChecks, async ({ ctx, body: { sid } }) => {
    const known = await readPage(ctx, modelNamed(ctx.tenant.models, 'permission_check'), ['sid'], { where: visible(ctx, modelNamed(ctx.tenant.models, 'permission_check')), order: [] }, { start: 0, rows: MAX_CHECKS }) // oxfmt-ignore
    const sids = known.map((row) => String(row.sid))
    if (sid !== undefined && !sids.includes(sid)) refuse('not_found')
    return runChecks({ ...systemContext(ctx.tenant), today: ctx.today }, sid === undefined ? sids : [sid])
  }),
  minutely: { 'permission checks': runDue },
  nightly: { 'permission checks': (ctx) => runChecks(ctx) },
}

/** Concurrent checks */
const MAX_CHECKS = 500

/** A check whose question changed has no answer yet. */
function askAnew(_: Context, drafts: readonly DraftOf<'permission_check'>[]) {
  for (const draft of drafts) {
    if (![...draft.changed].some((code) => ASKED.includes(code))) continue
    setValue(draft, 'result', 'NEW')
    setValue(draft, 'finding', null)
    setValue(draft, 'finding_en', null)
  }
}

const ASKED = ['subject', 'person_sid', 'role_sid', 'department_sid', 'expected', 'verb', 'about', 'case_sid', 'entity', 'owner_sid']

/** A check runs with the permissions of its owner, and every reader sees its reasons. */
function checkOwners(ctx: Context, drafts: readonly DraftOf<'permission_check'>[]) {
  if (isAdministrator(ctx)) return
  const model = modelNamed(ctx.tenant.models, 'permission_check')
  for (const draft of drafts) {
    const isForeign = draft.row.owner_sid !== ctx.actor.sid
    // Its question is asked with the permissions of the owner, too.
    const code = ['owner_sid', ...ASKED].find((one) => draft.changed.has(one))
    if (isForeign && code) faultAt(ctx, model, draft, code, draft.changed.has('owner_sid') ? ONESELF : NOT_OWN)
  }
}

const ONESELF = ['只有系统管理员可以指定他人为负责人', 'must be yourself: only system administrators name another owner'] as const
const NOT_OWN = [
  '检查以负责人的权限进行，只能由负责人或系统管理员修改',
  'can be changed only by the owner, with whose permissions the check is made, or by a system administrator',
] as const

function dueAfter(model: string): Hooks {
  return {
    written: async (ctx, drafts) => {
      if (drafts.some(({ before, changed }) => !before || watchedIn(model, changed).length > 0)) await markDue(ctx)
    },
    deleted: markDue,
    restored: markDue,
  }
}

const DUE = 'permission_checks.due.'
const isMarked = contextSlot<true>()

/** A row of its own for each transaction: those that run side by side do not wait for each other. */
async function markDue(ctx: Context) {
  if (ctx.slots && isMarked.of(ctx)) return
  const any = await ctx.db.selectFrom('permission_check').select('sid').where('deleted_at', 'is', null).limit(1).executeTakeFirst()
  if (!any) return
  if (ctx.slots) isMarked.ensure(ctx, () => true)
  await ctx.db
    .insertInto('setting')
    .values({ key: DUE + randomUUIDv7(), value: 'true', updated_at: new Date().toISOString() })
    .execute()
}

/** Runs after changes of permissions; a change during a run is found a minute later. */
export async function runDue(ctx: Context) {
  const due = await ctx.db.deleteFrom('setting').where('key', 'like', `${DUE}%`).returning('key').execute()
  if (due.length > 0) await runChecks(ctx)
}

/** Each check with its answer and the reason; its owner is notified when it ceases to hold. */
export async function runChecks(ctx: Context, sids?: readonly string[]): Promise<{ checked: number; failing: number }> {
  if (sids?.length === 0) return { checked: 0, failing: 0 }
  const checks = await ctx.db
    .selectFrom('permission_check')
    .selectAll()
    .where('deleted_at', 'is', null)
    .where('valid', 'is not', false)
    .$if(sids !== undefined, (query) => query.where('sid', 'in', [...(sids ?? [])]))
    .orderBy('sid')
    .limit(MAX_CHECKS)
    .execute()
  let failing = 0
  for (const check of checks) if ((await runOne(ctx, check)) === 'FAILS') failing++
  return { checked: checks.length, failing }
}

async function runOne(ctx: Context, check: Check) {
  const { result, finding } = await evaluate(ctx, check).catch((fault: unknown): Outcome => {
    console.error(`权限检查出错 / permission check failed: ${ctx.tenant.name} ${check.sid}`, fault)
    return { result: 'UNKNOWN', finding: BROKEN }
  })
  const row: RowValues = { sid: check.sid, result, finding: finding?.[0] ?? null, finding_en: finding?.[1] ?? null, checked_at: new Date().toISOString() } // oxfmt-ignore
  await inTransaction(ctx, async (tx) => {
    await updateRows(tx, modelNamed(tx.tenant.models, 'permission_check'), [row], ['result', 'finding', 'finding_en', 'checked_at'])
    if (ceases(check.result, result)) await notifyOf(tx, check, { result, finding })
  })
  return result
}

const BROKEN = ['检查时出错，请联系系统运维人员查看日志', 'The check ended in an error; the operator of the system finds it in the log'] as const

/** Whether an answer was there that it held, or none yet, and now is that it does not; or it held and cannot be checked any more. */
const ceases = (before: string | null, after: Outcome['result']) =>
  (after === 'FAILS' && before !== 'FAILS') || (after === 'UNKNOWN' && before === 'HOLDS')

/** Notifies the owner, and the administrators of a check without an active owner. */
async function notifyOf(tx: Context, check: Check, { result, finding }: Outcome) {
  const [owner] = check.owner_sid ? await readPeople(tx.tenant, [check.owner_sid]) : []
  const people = new Set([...(check.owner_sid ? [check.owner_sid] : []), ...(owner ? [] : await administratorsOf(tx))])
  const [zh, en] = result === 'FAILS' ? ['权限检查不再符合', 'A permission check no longer holds'] : ['权限检查无法再进行', 'A permission check can no longer be made'] // oxfmt-ignore
  await notify(
    tx,
    [...people].map((user_sid) => ({
      user_sid,
      level: 'URGENT' as const,
      title: `${zh}：${check.name}。${firstLine(finding?.[0])}`,
      title_en: `${en}: ${check.name}. ${firstLine(finding?.[1])}`,
      link: `/m/permission_check/${check.sid}`,
      about: null,
    })),
  )
}

const firstLine = (text: string | undefined) => text?.split('\n')[0] ?? ''
