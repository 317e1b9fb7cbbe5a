import { boolean, datetime, integer, json, link, option, string, text } from '../kit/fields.ts'
import { defineModel, type Row } from '../kit/model.ts'

/** The approval of a transition of a record. A published version serves new approvals; running ones keep theirs. */
export const approval_process = defineModel({
  name: 'approval_process',
  zh: '审批流程',
  en: 'Approval process',
  display: ['name', 'version_no'],
  scope: 'tenant',
  refuses: {
    import: ['流程请用流程文件导入', 'Processes are imported as process files'],
    transition: ['流程通过发布和停用改变状态', 'A process changes its state by being published or stopped'],
  },
  open_while: { by: 'status', values: ['DRAFT'] },
  uniques: [['code', 'version_no']],
  configuration: { key: [['code']], only: { status: ['PUBLISHED'] } },
  indexes: [['entity', 'transition', 'status']],
  groups: { process: ['流程', 'Process'], steps: ['审批步骤', 'Steps'] },
  fields: {
    code: string('代码', 'Code', {
      required: true,
      searchable: true,
      list: true,
      immutable: true,
      max: 48,
      upper: true,
      pattern: '^[A-Z][A-Z0-9_]*$',
      pattern_says: ['只能用字母、数字和下划线，以字母开头', 'must consist of letters, digits and underscores, beginning with a letter'],
      group: 'process',
    }),
    version_no: integer('流程版本', 'Process version', { computed: true, default: 1, searchable: true, list: true, group: 'process' }),
    name: string('名称', 'Name', { required: true, searchable: true, list: true, max: 100, group: 'process' }),
    name_en: string('英文名称', 'English name', { required: true, searchable: true, list: true, max: 100, group: 'process' }),
    status: option(
      '状态',
      'Status',
      { DRAFT: ['草稿', 'Draft'], PUBLISHED: ['已发布', 'Published'], SUPERSEDED: ['已停用', 'Superseded'] },
      { computed: true, default: 'DRAFT', searchable: true, list: true, group: 'process' },
    ),
    entity: string('业务对象', 'Record type', { required: true, searchable: true, list: true, max: 40, code_of: 'model', group: 'process' }),
    transition: string('审批的状态变更', 'Approved transition', {
      help: ['留空则只作为其他流程的子流程', 'Empty: it serves as a sub-process of others alone'],
      searchable: true,
      list: true,
      max: 60,
      coded: 'form',
      group: 'process',
    }),
    condition: text('适用条件', 'Condition', {
      max: 2000,
      group: 'process',
      help: ['查询语句；留空则适用于全部记录', 'A query in IQL; empty for all records'],
    }),
    own_allowed: boolean('发起人可审批自己发起的', 'The starter may approve', { default: false, group: 'process' }),
    once_per_person: boolean('同一人只审批一次', 'A person approves once', {
      default: false,
      group: 'process',
      help: ['同一轮中已同意的人，在后续节点自动同意', 'Who agreed in a round is taken to agree at later nodes'],
    }),
    levels: json('审批级别', 'Levels', { content: { type: 'array', maxItems: 8 }, group: 'steps' }),
    graph: json('流程图', 'Graph', { content: { type: 'object' }, group: 'steps' }),
    published_at: datetime('发布时间', 'Published at', { computed: true, group: 'process' }),
    published_by: link('发布人', 'Published by', { to: 'user_info', computed: true, group: 'process' }),
  },
})

export type ApprovalProcess = Row<typeof approval_process>
