import { ABILITIES } from '../auth/roles/abilities.ts'
import { defineAction, facts, sidOf } from '../kit/action.ts'
import { integer, link, links, rows, string } from '../kit/fields.ts'
import type { Graph, Level } from './graph.ts'

const AT_NODE = {
  node: string('节点或级别', 'Node or level', { max: 40 }),
  zh: string('问题', 'Fault'),
  en: string('问题（英文）', 'Fault (English)'),
}
const FAULTS = rows('问题', 'Faults', AT_NODE)
const CHANGES = facts<readonly { place: string; before: unknown; after: unknown }[]>('差异', 'Differences', { type: 'array' })

/** One node on the path of an approval of this record, and the people who would act there. */
export type PathStep = { node: string; type: string; name: string; name_en: string; people: readonly { sid: string; name: string }[] }

export const checkProcess = defineAction({
  model: 'approval_process',
  name: 'check',
  zh: '检查流程',
  en: 'Check the process',
  body: { sid: sidOf('approval_process') },
  answer: { faults: FAULTS, unmanned: rows('无人办理的节点', 'Steps without people', AT_NODE) },
  permission: 'get',
  on: 'record',
})

/** The graph that a form of levels gives, before it is saved. */
export const drawLevels = defineAction({
  model: 'approval_process',
  name: 'graph_of_levels',
  zh: '由审批级别生成流程图',
  en: 'Draw the graph of levels',
  body: { levels: facts<readonly Level[]>('审批级别', 'Levels', { type: 'array', maxItems: 8 }) },
  answer: { graph: facts<Graph>('流程图', 'Graph', { type: 'object' }) },
  permission: 'get',
})

export const simulateProcess = defineAction({
  model: 'approval_process',
  name: 'simulate',
  zh: '试算审批路径',
  en: 'Simulate',
  body: {
    sid: sidOf('approval_process'),
    record_sid: string('记录', 'Record', { required: true, max: 36 }),
    starter_sid: link('发起人', 'Started by', { to: 'user_info' }),
  },
  answer: {
    path: facts<readonly PathStep[]>('路径', 'Path', { type: 'array' }),
    /** Includes the steps of its sub-processes. */
    graph: facts<Graph>('流程图', 'Graph', { type: 'object' }),
    faults: FAULTS,
  },
  permission: 'get',
  on: 'record',
})

export const publishProcess = defineAction({
  model: 'approval_process',
  name: 'publish',
  zh: '发布流程',
  en: 'Publish the process',
  body: { sid: sidOf('approval_process') },
  answer: { record: 'approval_process' },
  permission: ABILITIES.approval_process.publish_process,
  on: 'record',
  transaction: true,
})

/** Ends the approval of new records by this process; running approvals continue. */
export const stopProcess = defineAction({
  model: 'approval_process',
  name: 'stop',
  zh: '停用流程',
  en: 'Stop the process',
  body: { sid: sidOf('approval_process') },
  answer: { record: 'approval_process' },
  permission: ABILITIES.approval_process.publish_process,
  on: 'record',
  transaction: true,
})

export const newProcessVersion = defineAction({
  model: 'approval_process',
  name: 'new_version',
  zh: '新建版本',
  en: 'New version',
  body: { sid: sidOf('approval_process') },
  answer: { record: 'approval_process' },
  permission: 'create',
  on: 'record',
  transaction: true,
})

/** A running approval of an earlier version, and the reason why it cannot continue by this one. */
export type RunAlong = {
  approval: string
  record_name: string
  version_no: number
  steps: readonly string[]
  steps_en: readonly string[]
  why_zh: string | null
  why_en: string | null
}

/** Without approvals it previews the outcome for each running one. */
export const takeAlong = defineAction({
  model: 'approval_process',
  name: 'take_along',
  zh: '将运行中的审批转入此版本',
  en: 'Take running approvals along to this version',
  body: { sid: sidOf('approval_process'), approval_sids: links('审批', 'Approvals', { to: 'approval', max: 200 }) },
  answer: { runs: facts<readonly RunAlong[]>('运行中的审批', 'Running approvals', { type: 'array' }), taken: integer('已转入', 'Taken along') },
  permission: ABILITIES.approval_process.publish_process,
  on: 'record',
})

export const compareProcesses = defineAction({
  model: 'approval_process',
  name: 'compare',
  zh: '比较两个版本',
  en: 'Compare two versions',
  body: { sid: sidOf('approval_process'), other: sidOf('approval_process') },
  answer: { changes: CHANGES },
  permission: 'get',
  on: 'record',
})
