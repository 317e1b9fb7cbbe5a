import type { ApprovalProcess } from '../../../model/approval/approval_process.ts'
import { type Graph, type GraphNode, openedBy, type Participant } from '../../../model/approval/graph.ts'
import { edgesFrom, nodeOf, peopleNodes, structureFaults } from '../../../model/approval/structure.ts'
import { callFaults, drawnStep, expanded } from '../../../model/approval/sub-process.ts'
import type { Words } from '../../../model/kit/fields.ts'
import type { Model } from '../../../model/kit/model.ts'
import type { Context } from '../../records/context.ts'
import { fieldOf } from '../../records/registry.ts'
import { conditionFault, fieldWords, notVariable } from '../conditions.ts'
import { filledGraph } from './graphs.ts'
import { agencyField, departmentField, isPersonField } from '../people.ts'

export type ProcessFault = { node: string; zh: string; en: string }

type Checked = Pick<ApprovalProcess, 'code' | 'entity' | 'transition' | 'condition' | 'graph'>

/** Everything for which the process cannot be published, each with its node; `filled` is its graph with the sub-processes that it would have. */
export async function faultsOf(ctx: Context, process: Checked, filled?: Graph): Promise<ProcessFault[]> {
  const model = ctx.tenant.models.all.get(String(process.entity))
  const transition = model?.states?.transitions[String(process.transition)]
  if (!model || (process.transition && (!transition || transition.automatic)))
    return [faultAt('', ['没有这项状态变更', 'the record type has no such transition'])]
  if (!process.graph) return [faultAt('', ['没有审批步骤', 'has no steps'])]
  const drawn = filled ?? (await filledGraph(ctx, process))
  const found = [...structureFaults(drawn), ...callFaults(drawn, String(process.code))]
  const graph = found.length > 0 ? drawn : expanded(drawn)
  if (found.length === 0) found.push(...structureFaults(graph))
  const faults = found.map(({ node, words }) => faultAt(node, words))
  const applies = process.condition ? conditionFault(ctx, model, process.condition) : undefined
  if (applies) faults.push(faultAt('', [`适用条件：${applies[0]}`, `the condition: ${applies[1]}`]))
  for (const node of graph.nodes)
    for (const { when } of edgesFrom(graph, node.id)) {
      const words = when && conditionFault(ctx, model, when)
      if (words) faults.push(faultAt(node.id, [`分支条件：${words[0]}`, `the condition of a branch: ${words[1]}`]))
    }
  for (const node of peopleNodes(graph)) faults.push(...(await nodeFaults(ctx, model, node)))
  return faults.map((one) => onDrawing(drawn, one))
}

/** A fault within a sub-process is reported at the sub-process, with the name of the inner step. */
function onDrawing(drawn: Graph, fault: ProcessFault): ProcessFault {
  const at = drawnStep(drawn, fault.node)
  if (!at || at.id === fault.node) return fault
  const step = nodeOf(expanded(drawn), fault.node)
  return { node: at.id, zh: `“${step?.name}”${fault.zh}`, en: `“${step?.name_en}” ${fault.en}` }
}

const faultAt = (node: string, [zh, en]: Words): ProcessFault => ({ node, zh, en })

async function nodeFaults(ctx: Context, model: Model, node: GraphNode): Promise<ProcessFault[]> {
  const found: ProcessFault[] = []
  for (const participant of node.participants ?? []) {
    const words = await participantFault(ctx, model, participant)
    if (words) found.push(faultAt(node.id, words))
  }
  for (const code of openedBy(node))
    if (fieldOf(model, code)?.approvable === false) {
      const [zh, en] = fieldWords(model, code)
      found.push(faultAt(node.id, [`字段“${zh}”未设为可审批`, `the field “${en}” is not approvable`]))
    } else if (!fieldOf(model, code) || fieldOf(model, code)?.computed)
      found.push(faultAt(node.id, [`没有可填写的字段“${code}”`, `there is no field “${code}” to fill in`]))
  for (const code of node.hides ?? [])
    if (!fieldOf(model, code)) found.push(faultAt(node.id, [`没有字段“${code}”`, `there is no field “${code}”`]))
    else if (openedBy(node).includes(code)) {
      const [zh, en] = fieldWords(model, code)
      found.push(faultAt(node.id, [`字段“${zh}”既隐藏又可修改`, `the field “${en}” is hidden, and yet may be changed`]))
    }
  const types = node.doc_types ?? []
  if (types.length > 0) {
    if (!ctx.tenant.models.kinds.has(model.name)) found.push(faultAt(node.id, ['只有案件才能要求文件', 'only cases have documents to require']))
    const known = await ctx.db
      .selectFrom('document_type')
      .select('code')
      .where('code', 'in', [...types])
      .where('deleted_at', 'is', null)
      .execute()
    for (const code of types.filter((one) => !known.some((row) => row.code === one)))
      found.push(faultAt(node.id, [`没有文件类型“${code}”`, `there is no document type “${code}”`]))
  }
  return found
}

const TABLES = { PERSON: 'user_info', ROLE: 'role', VIRTUAL: 'virtual_organisation', EXPERT_GROUP: 'expert_group' } as const

async function participantFault({ db }: Context, model: Model, participant: Participant): Promise<Words | undefined> {
  if (participant.kind === 'FIELD' && fieldOf(model, participant.field)?.process_variable === false) return notVariable(model, participant.field)
  if (participant.kind === 'FIELD')
    return isPersonField(model, participant.field)
      ? undefined
      : [`“${participant.field}”不是人员字段`, `“${participant.field}” is no field of people`]
  if (participant.kind === 'AGENCY' && !agencyField(model)) return ['业务对象没有代理机构', 'the record type names no agency']
  if (participant.kind === 'RECORD_DEPARTMENT' && !departmentField(model)) return ['业务对象没有所属部门', 'the record type names no department']
  if (!('sid' in participant)) return undefined
  const table = TABLES[participant.kind]
  const found = await db.selectFrom(table).select('sid').where('sid', '=', participant.sid).where('deleted_at', 'is', null).executeTakeFirst()
  return found ? undefined : ['指定的人员、角色、虚拟组织或专家组不存在', 'a person, role, virtual organisation or expert group of it does not exist']
}
