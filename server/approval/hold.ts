import type { Approval } from '../../model/approval/approval.ts'
import { type GraphNode, openedBy } from '../../model/approval/graph.ts'
import type { RunState } from '../../model/approval/state.ts'
import { nodeOf } from '../../model/approval/structure.ts'
import type { Model } from '../../model/kit/model.ts'
import { refuse } from '../errors.ts'
import type { Context, Draft, RowValues, Write } from '../records/context.ts'
import type { Part } from '../records/modules.ts'
import { type Declared, fieldOf, fieldsOf, modelNamed } from '../records/registry.ts'
import { isAsBefore } from '../records/write/batch/as-before.ts'
import { isHandingOver } from '../records/acting/handing-over.ts'
import { runningGraph } from './process/graphs.ts'
import { writing } from './world.ts'

/** While a record is being approved, only the approval, computed values, and fields that an open node opens can change it. */
export function holding({ all }: Declared): Part {
  const models = [...all.values()].filter(({ states }) => states)
  return {
    hooks: [
      ...parts(all).map(({ name, links }) => ({
        model: [name],
        check: (ctx: Context, drafts: readonly Draft[]) => refusePartChanges(ctx, modelNamed(ctx.tenant.models, name), links, drafts),
        deleting: async (ctx: Context, rows: readonly RowValues[], write: Write) => {
          if (ctx.actor.sid !== null && !writing.of(ctx)) for (const link of links) await refuseIfAnyHeld(ctx, link, rows)
          await write(ctx)
        },
      })),
      ...models.map((model) => ({
        model: [model.name],
        updating: async (ctx: Context, drafts: readonly Draft[], write: Write) => {
          await refuseHeldChanges(ctx, modelNamed(ctx.tenant.models, model.name), drafts)
          await write(ctx)
        },
        deleting: async (ctx: Context, rows: readonly RowValues[], write: Write) => {
          if (!writing.of(ctx)) await refuseIfHeld(ctx, model, rows)
          await write(ctx)
        },
      })),
    ],
  }
}

/** `isEntered`: its records are entered with the other, as fields of it are. */
type Link = { field: string; to: string; isEntered?: true }

/** The models whose records are part of others that may be held, with the links that say of which: also those that are entered with a record, such as its priorities. */
function parts(all: Declared['all']) {
  const models = [...all.values()]
  const entered = models.flatMap(({ name, states, inline = {} }) =>
    states ? Object.values(inline).map(({ model, by }) => ({ name: model, link: { field: by, to: name, isEntered: true as const } })) : [],
  )
  return models.flatMap((model) => {
    const own = fieldsOf(model).flatMap(([field, of]): Link[] => (of.type === 'reference' && of.part_of ? [{ field, to: of.to }] : []))
    const links = [...own, ...entered.filter(({ name }) => name === model.name).map(({ link }) => link)]
    return links.length > 0 ? [{ name: model.name, links }] : []
  })
}

/** While a record is being approved, its parts cannot be added, removed or changed. */
async function refusePartChanges(ctx: Context, model: Model, links: readonly Link[], drafts: readonly Draft[]) {
  if (ctx.actor.sid === null || writing.of(ctx) || isHandingOver(ctx)) return
  const byPeople = drafts.filter((draft) => !draft.before || draft.transition !== undefined || keptByPeople(model, draft).length > 0)
  for (const link of links) await refuseIfAnyHeld(ctx, link, byPeople.flatMap(({ before, row }) => [before ?? {}, row])) // oxfmt-ignore
}

/** A starter to whom the approval was returned may also change the parts that are entered with the record. */
async function refuseIfAnyHeld(ctx: Context, { field, to, isEntered }: Link, rows: readonly RowValues[]) {
  const whole = modelNamed(ctx.tenant.models, to)
  const sids = [...new Set(rows.flatMap((row) => (typeof row[field] === 'string' ? [row[field]] : [])))]
  for (const approval of await approvalsHolding(ctx, whole, sids)) if (!isEntered || (await openedTo(ctx, approval)) !== 'all') refuseHeld(approval) // oxfmt-ignore
}

export async function refuseIfHeld(ctx: Context, model: Model, rows: readonly RowValues[]) {
  const [approval] = await approvalsHolding(ctx, model, rows.map(({ sid }) => String(sid))) // oxfmt-ignore
  if (approval) refuseHeld(approval)
}

export function refuseHeld({ sid, record_name, transition_name, transition_name_en }: Holding): never {
  const words = { transition_zh: String(transition_name), transition_en: String(transition_name_en) }
  return refuse('in_approval', { name: String(record_name), ...words }, { data: { approval: sid } })
}

export type Holding = Pick<Approval, 'sid' | 'record_sid' | 'record_name' | 'transition_name' | 'transition_name_en' | 'progress' | 'process_sid'>

async function approvalsHolding({ db }: Context, model: Model, sids: readonly string[]): Promise<Holding[]> {
  if (sids.length === 0) return []
  return (await db
    .selectFrom('approval')
    .where('deleted_at', 'is', null)
    .select(['sid', 'record_sid', 'record_name', 'transition_name', 'transition_name_en', 'progress', 'process_sid'])
    .where('entity', '=', model.name)
    .where('record_sid', 'in', [...sids])
    .where('state', 'in', ['RUNNING', 'WAITING_FOR_ADMIN'])
    .execute()) as Holding[] // columns of this very table
}

/** A step of the record, and its undo, waits for the end of the approval. */
async function refuseHeldChanges(ctx: Context, model: Model, drafts: readonly Draft[]) {
  if (ctx.actor.sid === null || writing.of(ctx) || isHandingOver(ctx)) return
  const isStep = ({ transition, changed }: Draft) => transition !== undefined || (isAsBefore(ctx) && changed.has(model.states?.field ?? ''))
  const byPeople = drafts.filter((draft) => isStep(draft) || keptByPeople(model, draft).length > 0)
  for (const approval of await approvalsHolding(
    ctx,
    model,
    byPeople.map(({ sid }) => sid),
  )) {
    // oxfmt-ignore
    const draft = byPeople.find(({ sid }) => sid === approval.record_sid)
    if (!draft) continue
    if (isStep(draft)) refuseHeld(approval)
    const opened = await openedTo(ctx, approval)
    if (opened !== 'all' && keptByPeople(model, draft).some((code) => !opened.includes(code))) refuseHeld(approval)
  }
}

const keptByPeople = (model: Model, { changed }: Draft) =>
  [...changed].filter((code) => code !== model.states?.field && !fieldOf(model, code)?.computed)

/** The fields that this person may change now; all of them for a starter to whom the approval was returned. */
async function openedTo(ctx: Context, approval: Holding): Promise<readonly string[] | 'all'> {
  const nodes = await ownNodes(ctx, approval)
  return nodes.some(({ type }) => type === 'START') ? 'all' : nodes.flatMap(openedBy)
}

/** The open nodes of an approval at which this person, or somebody for whom they stand in, is asked. */
export async function ownNodes(ctx: Context, { sid, progress, process_sid }: Holding): Promise<GraphNode[]> {
  const people = [ctx.actor.sid ?? '', ...ctx.actor.stands_in_for]
  const tasks = await ctx.db
    .selectFrom('approval_task')
    .where('deleted_at', 'is', null)
    .select('node')
    .where('approval_sid', '=', sid)
    .where('state', '=', 'OPEN')
    .where('person_sid', 'in', people)
    .execute()
  if (tasks.length === 0) return []
  const process = await ctx.db.selectFrom('approval_process').select('graph').where('sid', '=', process_sid).executeTakeFirst()
  if (!process) return []
  const graph = runningGraph(process)
  const { open = [] } = (progress ?? {}) as Partial<RunState> // written with every step
  return tasks.flatMap(({ node }) => (open.includes(String(node)) ? (nodeOf(graph, String(node)) ?? []) : []))
}
