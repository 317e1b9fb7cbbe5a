import { boolean, date, integer, link, option, rows, string, text } from '../../kit/fields.ts'
import { defineModel, type Row } from '../../kit/model.ts'
import { seenInside, statusField } from '../../cases/case-fields.ts'
import { MATTER_GROUPS, matterFields } from '../matter-fields.ts'
import { VALUE_KINDS, WRITES } from './answers.ts'
import { ASSIGN_RULES } from './distribute.ts'
import { CLOSED, OPEN, STATE_FACTS, STATUS, TRANSITIONS } from './lifecycle.ts'

const { case_no, title, manage } = matterFields(['标引任务', 'Indexing task'])

const counted = (zh: string, en: string) => integer(zh, en, { computed: true, unlogged: true, searchable: true, group: 'progress' })

/** The publications of a library get values of fields that their author names: each by one person, or by two who do not see each other's. */
export const indexingTask = defineModel({
  name: 'indexing_task',
  zh: '标引任务',
  en: 'Indexing task',
  display: ['case_no', 'title'],
  visibility: seenInside(),
  states: { field: 'status', closed: CLOSED, facts: STATE_FACTS, transitions: TRANSITIONS },
  groups: {
    case: MATTER_GROUPS.case,
    people: ['标引人', 'People'],
    content: ['标引项', 'Index fields'],
    progress: ['进度', 'Progress'],
    manage: MATTER_GROUPS.manage,
  },
  natural_keys: { by: [['title']] },
  lookups: ['tags'],
  counted_by: [{ by: ['status'] }, { by: ['owner_sid'] }],
  indexes: ['case_no', 'title', 'status', 'due_date', 'owner_sid', 'created_at'],
  fields: {
    case_no,
    title,
    status: statusField(STATUS, 'DRAFT'),
    library_sid: link('检索库', 'Search library', { to: 'search_library', required: true, searchable: true, list: true, group: 'case' }),
    due_date: date('完成期限', 'Due on', { searchable: true, list: true, drives: 'docketing', required_at: ['assign'], group: 'case' }),
    guide: text('标引说明', 'Guide', { max: 5000, group: 'case', help: ['标引人在标引时看到', 'Shown to those who index'] }),
    assign_rule: option('分派方式', 'Distribution', ASSIGN_RULES, { required: true, default: 'EQUAL', searchable: true, group: 'people' }),
    double_blind: boolean('双人独立标引', 'Two independent people', {
      default: false,
      searchable: true,
      list: true,
      group: 'people',
      help: ['每篇文献由两人分别标引，互不可见；不一致处由裁定人决定', 'Two people index each publication and do not see each other; an arbiter decides where they differ'],
    }),
    arbiter_sid: link('裁定人', 'Arbiter', {
      to: 'user_info',
      searchable: true,
      group: 'people',
      responsibility: { group: 'tasks', while: { status: OPEN } },
      help: ['为空则由负责人裁定；不得是标引人', 'Empty: the person in charge; never one who indexes'],
    }),
    indexers: rows(
      '标引人',
      'People who index',
      {
        user_sid: link('人员', 'Person', { to: 'user_info', required: true }),
        quota: integer('篇数', 'Number', { min: 0, max: 2000, help: ['仅用于按指定数量分派', 'Only for a distribution by numbers'] }),
      },
      { max: 50, required_at: ['assign'], group: 'people' },
    ),
    index_fields: rows(
      '标引项',
      'Index fields',
      {
        code: string('代码', 'Code', { required: true, max: 40, coded: true, pattern: '^[A-Za-z][A-Za-z0-9_]*$', pattern_says: ['须以字母开头，只含字母、数字和下划线', 'must begin with a letter, with letters, digits and _ only'] }),
        label: string('名称', 'Label', { required: true, max: 60 }),
        label_en: string('英文名称', 'English label', { max: 60 }),
        kind: option('类型', 'Type', VALUE_KINDS, { required: true, default: 'TEXT' }),
        choices: string('可选项', 'Choices', { max: 1000, help: ['以分号分隔', 'Separated by semicolons'] }),
        required: boolean('必填', 'Required', { default: false }),
        writes: option('写回检索库', 'Written to the library', WRITES),
      },
      { max: 30, required_at: ['assign'], group: 'content' },
    ),
    items_total: counted('文献数', 'Publications'),
    sheets_total: counted('标引单', 'Sheets'),
    sheets_done: counted('已标引', 'Indexed'),
    items_differing: counted('不一致', 'Differing'),
    items_settled: counted('已裁定', 'Decided'),
    progress: integer('进度 %', 'Progress %', { computed: true, unlogged: true, searchable: true, list: true, group: 'progress' }),
    ...manage,
  },
}) // oxfmt-ignore

export type IndexingTask = Row<typeof indexingTask>
