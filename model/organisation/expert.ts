import { boolean, decimal, integer, link, links, option, string, text } from '../kit/fields.ts'
import { defineModel, type Row } from '../kit/model.ts'

/** A person who evaluates disclosures. With an account they do so themselves; the opinions of others are entered by the IP department. */
export const expert = defineModel({
  name: 'expert',
  zh: '评审专家',
  en: 'Expert',
  display: ['name'],
  public_name: true,
  natural_keys: { by: [['user_sid'], ['name']] },
  uniques: [['user_sid']],
  fields: {
    name: string('姓名', 'Name', { required: true, searchable: true, list: true, max: 100 }),
    user_sid: link('人员', 'Person', { to: 'user_info', searchable: true, list: true, help: ['在系统中评审的账号', 'Who evaluates here by signing in'] }),
    job_title: string('职称/职务', 'Title', { searchable: true, list: true, max: 100 }),
    field_sids: links('专业领域', 'Fields', { to: 'tech_node', searchable: true, list: true, max: 50 }),
    grade: option('级别', 'Grade', { CHIEF: ['首席', 'Chief'], SENIOR: ['高级', 'Senior'], ORDINARY: ['普通', 'Ordinary'] }, { searchable: true, list: true }),
    conflict_departments: links('回避部门', 'Departments not judged', { to: 'department', max: 50, help: ['不评审这些部门的提案', 'Disclosures of these departments are not sent to this expert'] }),
    active: boolean('可派评审', 'Takes evaluations', { default: true, searchable: true, list: true }),
    review_count: integer('已评审件数', 'Evaluations given', { computed: true, unlogged: true, default: 0, list: true }),
    avg_days: decimal('平均用时（天）', 'Days taken on average', { digits: 1, computed: true, unlogged: true, list: true }),
    remark: text('备注', 'Remark', { max: 1000 }),
  },
}) // oxfmt-ignore

export type Expert = Row<typeof expert>
