import {
  checkProcess,
  compareProcesses,
  drawLevels,
  newProcessVersion,
  publishProcess,
  stopProcess,
} from '../../../model/approval/process-actions.ts'
import type { ApprovalProcess } from '../../../model/approval/approval_process.ts'
import { graphOfLevels } from '../../../model/approval/levels.ts'
import { readLevels } from '../../../model/approval/shape.ts'
import { calledBy, expanded, filled } from '../../../model/approval/sub-process.ts'
import { both, refuse } from '../../errors.ts'
import { ABILITIES } from '../../../model/auth/roles/abilities.ts'
import { perform } from '../../records/actions.ts'
import { type Context, lockKey, type RowValues } from '../../records/context.ts'
import type { Part } from '../../records/modules.ts'
import { authorize, authorizeAbility } from '../../records/permission/permission.ts'
import { get } from '../../records/query/get.ts'
import { modelNamed } from '../../records/registry.ts'
import { createRow } from '../../records/write/create.ts'
import { removeRows } from '../../records/write/delete.ts'
import { setValue } from '../../records/write/checks/validate.ts'
import { draftFrom, lockRows, updateDrafts } from '../../records/write/write.ts'
import { processOf } from '../runs.ts'
import { differences } from './differences.ts'
import { faultsOf, type ProcessFault } from './faults.ts'
import { drawnGraph, filledGraph } from './graphs.ts'
import { numbering, publishing } from './save.ts'
import { unmannedSteps } from './starters.ts'

/** From a draft to a version by which records are approved, and on to the next. */
export const processActs = [
  ...perform(checkProcess, async ({ ctx, model, body: { sid } }) => {
    await get(ctx, model, sid)
    const process = await processOf(ctx, sid)
    const faults = await faultsOf(ctx, process)
    if (faults.length > 0 || !process.graph) return { faults, unmanned: [] }
    const drawn = await filledGraph(ctx, process)
    return { faults, unmanned: await unmannedSteps(ctx, process, drawn, expanded(drawn)) }
  }),
  ...perform(drawLevels, async ({ body: { levels = [] } }) => {
    const { value, faults } = readLevels(levels)
    const [first] = faults
    if (first) refuse('level_settings', { why_zh: `${first.place} ${first.words[0]}`, why_en: `${first.place} ${first.words[1]}` })
    return { graph: graphOfLevels(value) }
  }),
  ...perform(publishProcess, async ({ ctx, model, body: { sid } }) => {
    await publishDraft(ctx, sid)
    return get(ctx, model, sid)
  }),
  ...perform(stopProcess, async ({ ctx, model, body: { sid } }) => {
    const process = await lockProcess(ctx, sid)
    if (process.status !== 'PUBLISHED') refuse('rule', both('summary', ['只有已发布的版本可以停用', 'Only a published version is stopped']))
    await setStatus(ctx, process, { status: 'SUPERSEDED' })
    return get(ctx, model, sid)
  }),
  ...perform(newProcessVersion, async ({ ctx, model, body: { sid } }) => get(ctx, model, await nextVersion(ctx, sid))),
  ...perform(compareProcesses, async ({ ctx, model, body: { sid, other } }) => {
    for (const one of [sid, other]) await get(ctx, model, one)
    return { changes: differences(await whole(ctx, sid), await whole(ctx, other)) }
  }),
]

/** With the sub-processes that a draft would have now. */
async function whole(ctx: Context, sid: string): Promise<ApprovalProcess> {
  const process = await processOf(ctx, sid)
  return process.status === 'DRAFT' && process.graph ? { ...process, graph: await filledGraph(ctx, process) } : process
}

async function publishDraft(ctx: Context, sid: string) {
  const process = await lockProcess(ctx, sid)
  if (process.status !== 'DRAFT') refuse('rule', both('summary', ['只有草稿可以发布', 'Only a draft is published']))
  const graph = await filledGraph(ctx, process)
  const faults = [...(await faultsOf(ctx, process, graph)), ...(await rivals(ctx, process))]
  if (faults.length > 0) refuse('process_faults', { why_zh: wordsOf(process, faults, 'zh'), why_en: wordsOf(process, faults, 'en') })
  await supersede(ctx, String(process.code))
  const values = {
    status: 'PUBLISHED',
    published_at: new Date().toISOString(),
    published_by: ctx.actor.sid,
    ...(calledBy(graph).length > 0 && { graph }),
  }
  await publishing.during(ctx, true, () => setStatus(ctx, process, values))
}

/** A process of a configuration pack is the next version of its code, and published. */
export const packedProcesses: Part = {
  configuration: {
    write: {
      approval_process: {
        carried: (row) => (row.graph ? { ...row, graph: filled(drawnGraph(row), new Map()) } : row),
        async keep(ctx, before, values) {
          const model = modelNamed(ctx.tenant.models, 'approval_process')
          authorize(ctx, model, 'create')
          authorizeAbility(ctx, model, ABILITIES.approval_process.publish_process)
          const whole = before ? { ...contentOf(before), ...values } : values
          await publishDraft(ctx, await createVersion(ctx, String(whole.code), whole))
        },
        async takeBack(ctx, sid, values) {
          const model = modelNamed(ctx.tenant.models, 'approval_process')
          authorizeAbility(ctx, model, ABILITIES.approval_process.publish_process)
          await setStatus(ctx, await lockProcess(ctx, sid), values ?? { status: 'DRAFT' })
          if (!values) await removeRows(ctx, model, [sid])
        },
      },
    },
  },
}

const CONTENT = ['code', 'name', 'name_en', 'entity', 'transition', 'condition', 'own_allowed', 'once_per_person', 'levels', 'graph'] as const

/** The graph follows from levels. */
function contentOf(row: RowValues): RowValues {
  const { levels, graph, ...rest } = Object.fromEntries(CONTENT.map((code) => [code, row[code] ?? null]))
  return { ...rest, ...(levels === null ? { graph } : { levels }) }
}

/** Two processes for all records would be ambiguous. */
async function rivals({ db }: Context, { code, entity, transition, condition }: ApprovalProcess): Promise<ProcessFault[]> {
  if (condition || !transition) return []
  const other = await db
    .selectFrom('approval_process')
    .select(['name', 'name_en'])
    .where('entity', '=', entity)
    .where('transition', '=', transition)
    .where('status', '=', 'PUBLISHED')
    .where('code', '!=', code)
    .where('deleted_at', 'is', null)
    .where((of) => of.or([of('condition', 'is', null), of('condition', '=', '')]))
    .executeTakeFirst()
  if (!other) return []
  const [zh, en] = [
    `“${other.name}”已适用于全部记录，请为其中一个流程设定适用条件`,
    `“${other.name_en}” serves all records already: give one of the two a condition`,
  ]
  return [{ node: '', zh, en }]
}

/** Of the rows that this person may publish; the versions of a process are locked before any of them, so that two acts never wait for each other. */
export async function lockProcess(ctx: Context, sid: string): Promise<ApprovalProcess> {
  const known = await ctx.db.selectFrom('approval_process').select('code').where('sid', '=', sid).executeTakeFirst()
  if (known) await lockKey(ctx, `approval process ${known.code}`)
  const [row] = await lockRows(ctx, modelNamed(ctx.tenant.models, 'approval_process'), [sid])
  return (row as ApprovalProcess | undefined) ?? refuse('not_found') // a row of this very table
}

const wordsOf = ({ graph }: ApprovalProcess, faults: readonly ProcessFault[], lang: 'zh' | 'en') => {
  const { nodes = [] } = (graph ?? {}) as { nodes?: readonly { id: string; name: string; name_en: string }[] } // its form was checked when it was saved
  return faults.map((fault) => {
    const node = nodes.find(({ id }) => id === fault.node)
    const place = node ? (lang === 'zh' ? node.name : node.name_en) : fault.node
    return lang === 'zh' ? `${place ? `“${place}”` : ''}${fault.zh}` : `${place ? `“${place}” ` : ''}${fault.en}`
  }).join(lang === 'zh' ? '；' : '; ') // oxfmt-ignore
}

async function supersede(ctx: Context, code: string) {
  const rows = (await ctx.db
    .selectFrom('approval_process')
    .selectAll()
    .where('code', '=', code)
    .where('status', '=', 'PUBLISHED')
    .forUpdate()
    .execute()) as ApprovalProcess[] // rows of this very table
  for (const row of rows) await setStatus(ctx, row, { status: 'SUPERSEDED' })
}

async function setStatus(ctx: Context, process: ApprovalProcess, values: RowValues) {
  const draft = draftFrom<RowValues>(process)
  for (const [code, value] of Object.entries(values)) setValue(draft, code, value)
  await updateDrafts(ctx, modelNamed(ctx.tenant.models, 'approval_process'), [draft])
}

/** The next version with these changes, in force at once. */
export async function publishAnew(ctx: Context, process: ApprovalProcess, changes: RowValues): Promise<void> {
  const values = { ...contentOf(process), ...changes, company_sid: process.company_sid }
  await publishDraft(ctx, await createVersion(ctx, String(process.code), values))
}

async function nextVersion(ctx: Context, sid: string): Promise<string> {
  const process = await lockProcess(ctx, sid)
  return createVersion(ctx, String(process.code), { ...contentOf(process), company_sid: process.company_sid })
}

async function createVersion(ctx: Context, code: string, values: RowValues): Promise<string> {
  const model = modelNamed(ctx.tenant.models, 'approval_process')
  await lockKey(ctx, `approval process ${code}`)
  const versions = await ctx.db
    .selectFrom('approval_process')
    .select(['version_no', 'status'])
    .where('code', '=', code)
    .where('deleted_at', 'is', null)
    .execute()
  if (versions.some(({ status }) => status === 'DRAFT'))
    refuse('rule', both('summary', ['这个流程已有草稿，请修改草稿', 'This process has a draft already: change that']))
  const version_no = Math.max(0, ...versions.map((one) => one.version_no ?? 1)) + 1
  return numbering.during(ctx, version_no, () => createRow(ctx, model, values))
}
