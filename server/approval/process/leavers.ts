import type { ApprovalProcess } from '../../../model/approval/approval_process.ts'
import type { Graph, GraphNode, Level, Participant } from '../../../model/approval/graph.ts'
import { newProcessVersion, publishProcess } from '../../../model/approval/process-actions.ts'
import { calledBy } from '../../../model/approval/sub-process.ts'
import { ABILITIES } from '../../../model/auth/roles/abilities.ts'
import type { Words } from '../../../model/kit/fields.ts'
import { attempt, both, refuse } from '../../errors.ts'
import type { Context, NamedThere, Naming } from '../../records/context.ts'
import { functionOf, isWithheld } from '../../records/permission/functions.ts'
import { accessOf } from '../../records/permission/permission.ts'
import { modelNamed } from '../../records/registry.ts'
import { tentatively } from '../../records/tentative.ts'
import { updateRow } from '../../records/write/update.ts'
import { ableToAct } from '../people.ts'
import { drawnGraph } from './graphs.ts'
import { lockProcess, publishAnew } from './publish.ts'

/** A handover replaces a leaver by the successor in drafts, and in a new version of each published process. */
export const namedInProcesses: Naming = { group: 'processes', of: namedIn }

async function namedIn(ctx: Context, person: string, to?: string): Promise<NamedThere[]> {
  const found = await naming(ctx, person)
  if (found.length === 0) return []
  const barred = to !== undefined && (await ableToAct(ctx, [to])).length === 0 ? UNABLE : mayChange(ctx) ? undefined : NOT_ALLOWED
  const answered: NamedThere[] = []
  const byHand = new Map<string, ApprovalProcess>()
  for (const process of found) {
    const why = barred ?? (await heldUp(ctx, process, byHand)) ?? (to === undefined ? undefined : await passOne(ctx, process, person, to))
    if (why && process.status === 'PUBLISHED') byHand.set(String(process.code), process)
    answered.push(there(process, why))
  }
  return answered
}

const UNABLE: Words = ['接收人没有可登录的账号', 'the recipient has no account that can sign in']
const NOT_ALLOWED: Words = ['须由有权发布审批流程的人修改', 'it is changed by somebody who may publish approval processes']
const CHANGED: Words = ['刚被他人修改', 'somebody else has just changed it']
const DRAFT: Words = ['已有草稿：请检查草稿后发布', 'it has a draft: look the draft over and publish it']

function there({ sid, name, name_en, version_no, status }: ApprovalProcess, why: Words | undefined): NamedThere {
  const isDraft = status === 'DRAFT'
  const words: Words = [`${name} 版本 ${version_no}${isDraft ? '（草稿）' : ''}`, `${name_en} version ${version_no}${isDraft ? ' (draft)' : ''}`]
  return { sid, model: 'approval_process', name: words, why }
}

/** The verbs needed to create and publish a new version by hand */
function mayChange(ctx: Context): boolean {
  const { verbs } = accessOf(ctx, modelNamed(ctx.tenant.models, 'approval_process'))
  if ([newProcessVersion, publishProcess].some((action) => isWithheld(ctx.actor, functionOf(action)))) return false
  return verbs.has('*') || ['create', 'update', ABILITIES.approval_process.publish_process.code].every((verb) => verbs.has(verb))
}

/** Drafts, and published versions after those that they call, since they take these as they then are. */
async function naming({ db }: Context, person: string): Promise<ApprovalProcess[]> {
  const rows = (await db
    .selectFrom('approval_process')
    .selectAll()
    .where('status', 'in', ['DRAFT', 'PUBLISHED'])
    .where('deleted_at', 'is', null)
    .orderBy('status')
    .orderBy('code')
    .execute()) as ApprovalProcess[] // rows of this very table
  const found = rows.filter((process) => names(drawnGraph(process), person))
  const ordered: ApprovalProcess[] = []
  while (ordered.length < found.length) {
    const left = found.filter((one) => !ordered.includes(one))
    const free = left.filter((one) => !calledBy(drawnGraph(one)).some((code) => left.some((other) => other !== one && isPublished(other, code))))
    ordered.push(...(free.length > 0 ? free : left))
  }
  return ordered
}

const isPublished = ({ status, code }: ApprovalProcess, called: string) => status === 'PUBLISHED' && code === called

const names = (graph: Graph, person: string): boolean =>
  graph.nodes.some(
    ({ participants = [], part }) => participants.some((one) => isPerson(one, person)) || (part !== undefined && names(part.graph, person)),
  )

const isPerson = (one: Participant, person: string) => one.kind === 'PERSON' && one.sid === person

/** Reason why a published version cannot be replaced by one with a successor, for any successor */
async function heldUp(ctx: Context, process: ApprovalProcess, byHand: ReadonlyMap<string, ApprovalProcess>): Promise<Words | undefined> {
  if (process.status === 'DRAFT') return undefined
  if (await hasDraft(ctx, process)) return DRAFT
  const first = calledBy(drawnGraph(process)).flatMap((code) => byHand.get(code) ?? [])[0]
  return (
    first && [
      `须先修改并发布子流程“${first.name}”，再发布新版本`,
      `its sub-process “${first.name_en}” is changed and published first, then a new version`,
    ]
  )
}

/** Writes all changes or none; a refusal states the reason. The process is locked and read again before the change. */
async function passOne(ctx: Context, found: ApprovalProcess, from: string, to: string): Promise<Words | undefined> {
  const model = modelNamed(ctx.tenant.models, 'approval_process')
  const change = async (own: Context) => {
    const process = await lockProcess(own, found.sid)
    if (process.status !== found.status || !names(drawnGraph(process), from)) refuse('rule', both('summary', CHANGED))
    const values = replaced(process, from, to)
    return process.status === 'DRAFT' ? updateRow(own, model, process.sid, values) : publishAnew(own, process, values)
  }
  const refusal = await tentatively(
    ctx,
    (own) => attempt(() => change(own)),
    (refused) => refused === undefined,
  )
  return refusal && [refusal.words('zh'), refusal.words('en')]
}

async function hasDraft({ db }: Context, { code }: ApprovalProcess): Promise<boolean> {
  const draft = await db
    .selectFrom('approval_process')
    .select('sid')
    .where('code', '=', code)
    .where('status', '=', 'DRAFT')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return draft !== undefined
}

/** The levels, or the graph where it was drawn, with the successor; each person acts once at a step. */
function replaced({ levels, graph }: ApprovalProcess, from: string, to: string) {
  const heir = <W extends Level | GraphNode>(work: W): W =>
    work.participants ? { ...work, participants: without(work.participants, from, to) } : work
  if (levels) return { levels: (levels as Level[]).map(heir) } // their form was checked when they were saved
  const { nodes, edges } = drawnGraph({ graph })
  return { graph: { nodes: nodes.map(heir), edges } }
}

function without(participants: readonly Participant[], from: string, to: string): Participant[] {
  const passed = participants.map((one): Participant => (isPerson(one, from) ? { kind: 'PERSON', sid: to } : one))
  return passed.filter((one, at) => one.kind !== 'PERSON' || passed.findIndex((other) => isPerson(other, one.sid)) === at)
}
