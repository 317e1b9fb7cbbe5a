import type { ProposedLine } from '../../../model/auth/permission_proposal.ts'
import { setPermissionRule } from '../../../model/auth/permission-proposal-actions.ts'
import { authorizeAction } from '../../records/actions.ts'
import type { Context, DraftOf, RowValues } from '../../records/context.ts'
import type { Part } from '../../records/modules.ts'
import { notify } from '../../records/notifications.ts'
import { onBehalfOf } from '../../records/on-behalf-of.ts'
import { refuse } from '../../errors.ts'
import { authorize } from '../../records/permission/permission.ts'
import { modelNamed } from '../../records/registry.ts'
import { removeRows, restore } from '../../records/write/delete.ts'
import { sameValue } from '../../records/write/same-value.ts'
import { updateRow } from '../../records/write/update.ts'
import { faultAt, setValue } from '../../records/write/validate.ts'
import { draftNew, insertDrafts, lockRows, refuseFaulty } from '../../records/write/write.ts'
import { auditIn } from '../audit/audit.ts'
import { carryingOut, type HeldWrite, RULE } from './collected.ts'
import { setRule } from './rule.ts'

/** The second person: never the one who proposed, and only what that person may do and what is still as it was. */
export const decisions: Part = { hooks: [{ model: 'permission_proposal', prepare: signDecisions, check: checkDecisions, written: follow }] }

type Drafts = readonly DraftOf<'permission_proposal'>[]

function signDecisions(ctx: Context, drafts: Drafts) {
  for (const draft of drafts) {
    if (!draft.transition) continue
    setValue(draft, 'decided_by', ctx.actor.sid)
    setValue(draft, 'decided_on', ctx.today)
  }
}

async function checkDecisions(ctx: Context, drafts: Drafts) {
  const model = modelNamed(ctx.tenant.models, 'permission_proposal')
  for (const draft of drafts) {
    const { row, transition } = draft
    if (!transition) continue
    const isOwn = !ctx.actor.sid || row.proposed_by === ctx.actor.sid
    if (transition === 'withdraw') {
      if (!isOwn) faultAt(ctx, model, draft, 'decided_by', ['只有提出人可以撤回', 'must be the person who proposed it'])
      continue
    }
    if (isOwn) faultAt(ctx, model, draft, 'decided_by', ['须为提出人以外的另一人', 'must be a different person than the one who proposed it'])
    const changed = transition === 'confirm' && !isOwn ? await firstChanged(ctx, writesOf(row)) : undefined
    if (changed)
      faultAt(ctx, model, draft, 'lines', [
        `不能确认：“${changed.name}”在提出后已改变，请不同意后重新提出`,
        `cannot be confirmed: “${changed.name}” has changed since the proposal; refuse it and propose it again`,
      ])
  }
}

const writesOf = ({ writes }: RowValues) => (writes as HeldWrite[] | null) ?? [] // as keepProposal wrote them

/** The first write whose record is not as it was. A record that an earlier write of the proposal creates is not there yet. */
async function firstChanged(ctx: Context, writes: readonly HeldWrite[]): Promise<HeldWrite | undefined> {
  for (const write of writes) {
    const { entity, record_sid, action, former } = write
    if (entity === RULE || action === 'CREATE' || action === 'RESTORE') continue
    const [now] = await lockRows(onBehalfOf(ctx), modelNamed(ctx.tenant.models, entity), [record_sid])
    const isSame = now !== undefined && Object.entries(former).every(([code, value]) => sameValue(now[code] ?? null, value))
    if (!isSame) return write
  }
  return undefined
}

async function follow(ctx: Context, drafts: Drafts) {
  for (const { row, transition } of drafts) {
    if (!transition) continue
    // Each write is one of this person: what they may not do themselves, they cannot confirm.
    if (transition === 'confirm')
      await carryingOut.during(ctx, true, async () => {
        // Another proposal that is confirmed at the same time may have changed the same record.
        if (await firstChanged(ctx, writesOf(row))) refuse('stale')
        for (const write of writesOf(row)) await WRITES[write.action](ctx, write)
      })
    await record(ctx, row, transition)
  }
}

const WRITES: Readonly<Record<HeldWrite['action'], (ctx: Context, write: HeldWrite) => Promise<unknown>>> = {
  async CREATE(ctx, { entity, record_sid, proposed }) {
    const model = modelNamed(ctx.tenant.models, entity)
    authorize(ctx, model, 'create')
    const drafts = await draftNew(ctx, model, [proposed])
    refuseFaulty(drafts)
    // Other writes of the proposal name the record.
    for (const draft of drafts) draft.sid = record_sid
    await insertDrafts(ctx, model, drafts)
  },
  async UPDATE(ctx, { entity, record_sid, proposed }) {
    if (entity === RULE) {
      authorizeAction(ctx, setPermissionRule)
      return setRule(ctx, proposed.two_people === true)
    }
    const model = modelNamed(ctx.tenant.models, entity)
    authorize(ctx, model, 'update')
    return updateRow(ctx, model, record_sid, proposed, { verb: 'update' })
  },
  async DELETE(ctx, { entity, record_sid }) {
    const model = modelNamed(ctx.tenant.models, entity)
    authorize(ctx, model, 'delete')
    await removeRows(ctx, model, [record_sid], { verb: 'delete' })
  },
  RESTORE: (ctx, { entity, record_sid }) => restore(ctx, modelNamed(ctx.tenant.models, entity), [record_sid]),
}

const DECIDED = { confirm: ['已确认', 'confirmed'], refuse: ['未同意', 'refused'], withdraw: ['已撤回', 'withdrawn'] } as const

/** Who decided what and why is in the audit log; the person who proposed it is notified. */
async function record(ctx: Context, row: DraftOf<'permission_proposal'>['row'], transition: string) {
  const details = { decision: row.status, reason: row.decided_reason, proposed_by: row.proposed_by, changes: row.lines as ProposedLine[] } // as keepProposal wrote them
  await auditIn(ctx, [{ event: 'PERMISSION_DECIDED', entity: 'permission_proposal', record_sid: row.sid, about: row.about, details }])
  const [zh, en] = DECIDED[transition as keyof typeof DECIDED] // the transitions of the model
  if (!row.proposed_by || row.proposed_by === ctx.actor.sid) return
  await notify(ctx, [
    {
      user_sid: row.proposed_by,
      level: 'INFO',
      title: `您提出的权限变更${zh}：${row.about}`,
      title_en: `The permission change that you proposed was ${en}: ${row.about_en}`,
      link: `/m/permission_proposal/${row.sid}`,
      about: null,
    },
  ])
}
