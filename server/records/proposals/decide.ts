import type { Context, Draft, RowValues } from '../context.ts'
import type { Part } from '../modules.ts'
import { notify } from '../notifying/notifications.ts'
import { onBehalfOf } from '../acting/on-behalf-of.ts'
import { refuse } from '../../errors.ts'
import { authorize } from '../permission/permission.ts'
import { modelNamed } from '../registry.ts'
import { removeRows, restore } from '../write/delete.ts'
import { sameValue } from '../write/checks/same-value.ts'
import { updateRow } from '../write/update.ts'
import { faultAt, setValue } from '../write/checks/validate.ts'
import { draftNew, insertDrafts, lockRows, refuseFaulty } from '../write/write.ts'
import { carryingOut, type HeldWrite, type Holding } from './holding.ts'

/** A second person decides: never the proposer, only within their own permissions, and only while the records are unchanged. */
export const decisionsOf = (holding: Holding): Part => ({
  hooks: [
    {
      model: [holding.proposal],
      prepare: signDecisions,
      check: (ctx: Context, drafts: Drafts) => checkDecisions(ctx, holding, drafts),
      written: (ctx: Context, drafts: Drafts) => follow(ctx, holding, drafts),
    },
  ],
})

type Drafts = readonly Draft[]

function signDecisions(ctx: Context, drafts: Drafts) {
  for (const draft of drafts) {
    if (!draft.transition) continue
    setValue(draft, 'decided_by', ctx.actor.sid)
    setValue(draft, 'decided_on', ctx.today)
  }
}

async function checkDecisions(ctx: Context, holding: Holding, drafts: Drafts) {
  const model = modelNamed(ctx.tenant.models, holding.proposal)
  for (const draft of drafts) {
    const { row, transition } = draft
    if (!transition) continue
    const isOwn = !ctx.actor.sid || row.proposed_by === ctx.actor.sid
    if (transition === 'withdraw') {
      if (!isOwn) faultAt(ctx, model, draft, 'decided_by', ['只有提出人可以撤回', 'must be the person who proposed it'])
      continue
    }
    if (isOwn) faultAt(ctx, model, draft, 'decided_by', ['须为提出人以外的另一人', 'must be a different person than the one who proposed it'])
    const changed = transition === 'confirm' && !isOwn ? await firstChanged(ctx, holding, writesOf(row)) : undefined
    if (changed)
      faultAt(ctx, model, draft, 'lines', [
        `不能确认：“${changed.name}”在提出后已改变，请不同意后重新提出`,
        `cannot be confirmed: “${changed.name}” has changed since the proposal; refuse it and propose it again`,
      ])
  }
}

const writesOf = ({ writes }: RowValues) => (writes as HeldWrite[] | null) ?? [] // as keepProposal wrote them

/** The first write whose record is not as it was. A record that an earlier write of the proposal creates is not there yet. */
async function firstChanged(ctx: Context, { rule }: Holding, writes: readonly HeldWrite[]): Promise<HeldWrite | undefined> {
  for (const write of writes) {
    const { entity, record_sid, action, former } = write
    if (entity === rule || action === 'CREATE' || action === 'RESTORE') continue
    const [now] = await lockRows(onBehalfOf(ctx), modelNamed(ctx.tenant.models, entity), [record_sid])
    const isSame = now !== undefined && Object.entries(former).every(([code, value]) => sameValue(now[code] ?? null, value))
    if (!isSame) return write
  }
  return undefined
}

async function follow(ctx: Context, holding: Holding, drafts: Drafts) {
  for (const { row, transition } of drafts) {
    if (!transition) continue
    // The deciding person makes each write, so they cannot confirm one that they may not make themselves.
    if (transition === 'confirm')
      await carryingOut.during(ctx, holding, async () => {
        // Another proposal that is confirmed at the same time may have changed the same record.
        if (await firstChanged(ctx, holding, writesOf(row))) refuse('stale')
        const writes = writesOf(row)
        const act = async () => {
          for (const write of writes) await carryOut(ctx, holding, write)
        }
        await (holding.carryOut ? holding.carryOut(ctx, writes, act) : act())
      })
    await tell(ctx, holding, { row, transition })
  }
}

async function carryOut(ctx: Context, holding: Holding, write: HeldWrite) {
  if (write.entity === holding.rule) await holding.setRule(ctx, write.proposed.two_people === true)
  else await WRITES[write.action](ctx, write)
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

/** The person who proposed it is notified. */
async function tell(ctx: Context, holding: Holding, { row, transition }: { row: RowValues; transition: string }) {
  await holding.decided?.(ctx, row)
  const [zh, en] = DECIDED[transition as keyof typeof DECIDED] // the transitions of a proposal
  if (!row.proposed_by || row.proposed_by === ctx.actor.sid) return
  const [change, changeEn] = holding.words.change
  await notify(ctx, [
    {
      user_sid: String(row.proposed_by),
      level: 'INFO',
      title: `您提出的${change}${zh}：${String(row.about)}`,
      title_en: `The ${changeEn} that you proposed was ${en}: ${String(row.about_en)}`,
      link: `/m/${holding.proposal}/${String(row.sid)}`,
      about: null,
    },
  ])
}
