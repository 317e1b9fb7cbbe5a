import { type ApprovalForm, formOfApproval } from '../../model/approval/approval-actions.ts'
import { openedBy } from '../../model/approval/graph.ts'
import { nodeOf } from '../../model/approval/structure.ts'
import { labelOf } from '../../model/kit/fields.ts'
import type { Model } from '../../model/kit/model.ts'
import { refuse, refuseFaults } from '../errors.ts'
import { perform } from '../records/actions.ts'
import type { Context, RowValues } from '../records/context.ts'
import { accessOf } from '../records/permission/permission.ts'
import { getMany } from '../records/query/get.ts'
import { fieldOf, modelNamed } from '../records/registry.ts'
import { isMine } from './acting.ts'
import type { KeptRun } from './kept-run.ts'
import { approvalSeen } from './view.ts'
import { runOf } from './runs.ts'
import { recordOf } from './world.ts'

/** The record for the caller's tasks: fields that their nodes hide are removed from the record and from the given values. */
export const forms = perform(formOfApproval, async ({ ctx, body: { sid } }) => {
  const approval = await approvalSeen(ctx, sid)
  const run = await runOf(ctx, approval)
  const model = modelNamed(ctx.tenant.models, String(approval.entity))
  const nodes = run.state.tasks.filter((task) => isMine(ctx, task)).flatMap(({ node, state }) => ({ node: nodeOf(run.graph, node), state }))
  const hides = [...new Set(nodes.flatMap(({ node }) => node?.hides ?? []))]
  const open = nodes.flatMap(({ node, state }) => (state === 'OPEN' && node ? [node] : []))
  const record = await shownRecord(ctx, model, String(approval.record_sid), hides)
  const isShown = record !== null || nodes.length > 0 || run.starter === ctx.actor.sid
  const form: ApprovalForm = {
    record,
    asked: isShown ? askedIn(ctx, model, (approval.given ?? {}) as RowValues, hides) : [], // as they were sent
    hides,
    edits: [...new Set(open.flatMap((node) => openedBy(node)))],
    requires: [...new Set(open.flatMap(({ requires }) => requires ?? []))],
  }
  return { form }
})

async function shownRecord(ctx: Context, model: Model, sid: string, hides: readonly string[]) {
  const { verbs } = accessOf(ctx, model)
  if (!verbs.has('get') && !verbs.has('*')) return null
  const [record] = await getMany(ctx, model, [sid])
  return record ? without(record, hides) : null
}

const without = (record: RowValues, hides: readonly string[]): RowValues =>
  Object.fromEntries(Object.entries(record).filter(([code]) => !hides.includes(code)))

/** The values that come with the step, as far as the asker may read such fields in full. */
function askedIn(ctx: Context, model: Model, given: RowValues, hides: readonly string[]): ApprovalForm['asked'] {
  const access = accessOf(ctx, model)
  return Object.entries(given)
    .filter(([code]) => fieldOf(model, code) && !fieldOf(model, code)?.secret && !hides.includes(code))
    .filter(([code]) => access.mayRead(code) && !access.masks(code))
    .map(([field, value]) => ({ field, value }))
}

/** Before anybody agrees at the node, the fields that it requires have values. */
export async function refuseMissingValues(ctx: Context, { graph, approval }: KeptRun, node: string) {
  const requires = nodeOf(graph, node)?.requires ?? []
  if (requires.length === 0) return
  const model = modelNamed(ctx.tenant.models, String(approval.entity))
  const record = (await recordOf(ctx, model, String(approval.record_sid))) ?? refuse('not_found')
  const missing = requires.flatMap((code) => (isBlank(record[code]) ? (fieldOf(model, code) ? [{ code, field: fieldOf(model, code) }] : []) : []))
  if (missing.length === 0) return
  const reason = ctx.lang === 'zh' ? '同意前须填写' : 'must be filled in before anybody agrees'
  refuseFaults(missing.map(({ code, field }) => ({ field: code, label: field ? labelOf(field, ctx.lang) : code, reason })))
}

const isBlank = (value: unknown) => value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
