import { ABILITIES } from '../../model/auth/roles/abilities.ts'
import type { Words } from '../../model/kit/fields.ts'
import { REGISTER } from '../../model/dealings/pledges/lifecycle.ts'
import type { Context, DraftOf } from '../records/context.ts'
import type { Part } from '../records/modules.ts'
import { readPeople } from '../auth/session/read-actor.ts'
import { among } from '../records/permission/conditions.ts'
import { peopleGranted } from '../records/permission/granted-people.ts'
import { visible } from '../records/permission/permission.ts'
import { readPage } from '../records/query/page.ts'
import { modelNamed } from '../records/registry.ts'
import { notify } from '../records/notifying/notifications.ts'
import { faultAt } from '../records/write/checks/validate.ts'
import { rightsOf } from './rights.ts'

type Pledge = DraftOf<'pledge'>

/** A pledge comes into force by its registration, and those who pay the annuities learn of it. */
export const pledges: Part = {
  hooks: [
    { model: 'pledge', check, written },
    { model: 'dealt_right', written: tellOfAdded },
  ],
}

async function check(ctx: Context, drafts: readonly Pledge[]) {
  const model = modelNamed(ctx.tenant.models, 'pledge')
  for (const draft of drafts)
    if (draft.transition === REGISTER && (await rightsOf(ctx, [draft.sid])).length === 0)
      faultAt(ctx, model, draft, 'status', ['须先列入所质押的权利', 'needs the rights that are pledged to be named first'])
}

async function written(ctx: Context, drafts: readonly Pledge[]) {
  for (const draft of drafts) if (draft.transition === REGISTER) await tellFinance(ctx, draft)
}

/** A right that is added to a registered pledge is guarded from then on. */
async function tellOfAdded(ctx: Context, drafts: readonly DraftOf<'dealt_right'>[]) {
  const added = Map.groupBy(drafts.filter(({ before }) => !before), ({ row }) => String(row.dealing_sid)) // oxfmt-ignore
  if (added.size === 0) return
  const rows = await ctx.db.selectFrom('pledge').select(['sid', 'case_no']).where('sid', 'in', [...added.keys()]).where('status', '=', 'REGISTERED').where('deleted_at', 'is', null).execute() // oxfmt-ignore
  for (const { sid, case_no } of rows) {
    const count = added.get(sid)?.length ?? 0
    await tell(ctx, sid, [
      `${case_no} 增加 ${count} 项质押权利：年费不得漏缴`,
      `Added to ${case_no}: ${count}. The annuities of pledged rights must be paid`,
    ])
  }
}

async function tellFinance(ctx: Context, { sid, row }: Pledge) {
  const count = (await rightsOf(ctx, [sid])).length
  await tell(ctx, sid, [`${row.case_no} 已质押登记：${count} 项权利的年费不得漏缴`, `${row.case_no} is registered: the annuities of ${count} pledged rights must be paid`]) // oxfmt-ignore
}

/** A pledged right must not lapse: people who pay its annuities are notified, if they see the pledge. */
async function tell(ctx: Context, sid: string, [title, title_en]: Words) {
  const people = await seeing(ctx, sid, await peopleGranted(ctx, 'pledge', ABILITIES.pledge.receive_pledges))
  await notify(ctx, people.map((user_sid) => ({ user_sid, level: 'SOON', title, title_en, link: `/m/pledge/${sid}`, about: null })), 'CASE') // oxfmt-ignore
}

async function seeing(ctx: Context, sid: string, people: readonly string[]): Promise<string[]> {
  const model = modelNamed(ctx.tenant.models, 'pledge')
  const found: string[] = []
  for (const actor of await readPeople(ctx.tenant, people)) {
    const as = { ...ctx, actor }
    const rows = await readPage(as, model, ['sid'], { where: visible(as, model, among(['sid'], [sid])), order: [] }, { start: 0, rows: 1 })
    if (actor.sid && rows.length > 0) found.push(actor.sid)
  }
  return found.filter((one) => one !== ctx.actor.sid)
}
