import type { Options } from '../kit/fields.ts'

/** The rule by which several opinions decide; n is the number of people asked. */
export const VOTE_MODES = {
  ALL_SUBMIT: ['全部提交（意见仅供参考）', 'All give an opinion (no veto)'],
  HALF_PASS: ['半数同意即通过', 'Half agree'],
  ONE_PASS: ['一人同意即通过', 'One agrees'],
  ALL_PASS: ['全部同意才通过', 'All agree'],
  ONE_SUBMIT: ['一人提交即决定', 'The first opinion decides'],
} as const satisfies Options
export type VoteMode = keyof typeof VOTE_MODES

/** The node at which a returned approval continues after the amendment. */
export const RESTART_MODES = {
  RESTART: ['重新开始', 'Start again'],
  BACK: ['回到退回的节点', 'Back to the returning node'],
} as const satisfies Options
export type RestartMode = keyof typeof RESTART_MODES

export const NODE_TYPES = {
  START: ['开始', 'Start'],
  APPROVE: ['审批', 'Approve'],
  HANDLE: ['办理', 'Handle'],
  EXCLUSIVE: ['条件分支', 'Exclusive gateway'],
  FORK: ['并行分支', 'Parallel fork'],
  JOIN: ['并行汇合', 'Parallel join'],
  NOTICE: ['通知', 'Notice'],
  SUB_PROCESS: ['子流程', 'Sub-process'],
  /** Not drawn: the node at which the steps of a sub-process end in the running graph. */
  SUB_PROCESS_END: ['子流程结束', 'End of the sub-process'],
  END: ['结束', 'End'],
} as const satisfies Options
export type NodeType = keyof typeof NODE_TYPES

/** The nodes at which people act or are notified. */
export const isPeopleNode = (type: NodeType) => type === 'APPROVE' || type === 'HANDLE' || type === 'NOTICE'

/** How the people of a node are found; they are looked up when the approval reaches the node. */
export const PARTICIPANT_KINDS = {
  PERSON: ['指定人员', 'Person'],
  ROLE: ['角色', 'Role'],
  STARTER_LEADER: ['发起人的上级', "Starter's leader"],
  DEPARTMENT_LEADER: ['发起人的部门负责人', "Leader of the starter's department"],
  RECORD_DEPARTMENT: ['记录所属部门的负责人', "Leader of the record's department"],
  OWNER: ['记录的负责人', "Record's owner"],
  FIELD: ['记录中的人员字段', 'Person field of the record'],
  VIRTUAL: ['虚拟组织', 'Virtual organisation'],
  EXPERT_GROUP: ['专家组', 'Expert group'],
  AGENCY: ['案件的代理机构', 'Agency of the case'],
  STARTER: ['发起人', 'Starter'],
} as const satisfies Options

export type Participant =
  | { kind: 'PERSON'; sid: string }
  | { kind: 'ROLE'; sid: string }
  /** `up`: how many leaders up the chain; 1 is the direct leader. */
  | { kind: 'STARTER_LEADER'; up: number }
  | { kind: 'DEPARTMENT_LEADER' | 'RECORD_DEPARTMENT' | 'OWNER' | 'STARTER' | 'AGENCY' }
  | { kind: 'FIELD'; field: string }
  | { kind: 'VIRTUAL' | 'EXPERT_GROUP'; sid: string }

/** Settings shared by a level of the form and a node at which people act. */
export type Work = {
  participants: readonly Participant[]
  vote: VoteMode
  /** Working days until the opinions are due. */
  days?: number
  /** Codes of document types of which the case must have a document before anybody agrees. */
  doc_types?: readonly string[]
  /** Fields of the record that the participants may change meanwhile. */
  opens?: readonly string[]
  /** Fields, among those that they may change, that must have a value before anyone agrees. */
  requires?: readonly string[]
  /** Fields that the form of the task leaves out. */
  hides?: readonly string[]
  restart?: RestartMode
}

/** `process`: the code of the process that a sub-process calls; `part`: that process as of the publication of this one. */
export type GraphNode = { id: string; type: NodeType; name: string; name_en: string; process?: string; part?: Part } & Partial<Work>

/** A published version of another process; its own sub-processes have their parts. */
export type Part = { version: number; graph: Graph }

/** `when`: an IQL condition on the record, for an edge out of an exclusive gateway; its default edge has none. */
export type Edge = { from: string; to: string; when?: string }

export type Graph = { nodes: readonly GraphNode[]; edges: readonly Edge[] }

/** One level of the simple form: its participants act in parallel. */
export type Level = { name: string; name_en: string } & Work

/** The fields that the people of a node may change. */
export const openedBy = ({ opens = [], requires = [] }: Partial<Work>): readonly string[] => [...new Set([...opens, ...requires])]

export const MAX_LEVELS = 8
export const MAX_PARTICIPANTS = 8
export const MAX_NODES = 100
/** The longest code of a node. */
export const MAX_CODE = 40
export const MAX_NAME = 100
/** The longest time limit, in working days. */
export const MAX_DAYS = 250
