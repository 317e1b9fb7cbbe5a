import { date, integer, json, option, string } from '../../kit/fields.ts'
import { defineModel, type Row } from '../../kit/model.ts'
import { RULE_CONTENT } from '../rules/rule-content.ts'

/** A rule of law in one version. A change of law is a new row; `content` is the whole rule (rule.ts). */
export const deadline_rule = defineModel({
  name: 'deadline_rule',
  zh: '期限规则',
  en: 'Deadline rule',
  display: ['name'],
  scope: 'tenant',
  uniques: [['rule_id', 'rule_version']],
  configuration: { key: [['rule_id', 'rule_version']], changed: true },
  fields: {
    rule_id: string('规则号', 'Rule number', { required: true, searchable: true, list: true, max: 30, immutable: true, coded: 'editors' }),
    rule_version: integer('版本', 'Version', { required: true, list: true, min: 1, immutable: true }),
    name: string('名称', 'Name', { required: true, searchable: true, list: true, max: 255 }),
    name_en: string('英文名称', 'English name', { required: true, searchable: true, list: true, max: 255 }),
    office: string('局', 'Office', { searchable: true, list: true, max: 12 }),
    kind: option(
      '种类',
      'Kind',
      { ACTION: ['办理', 'Action'], MONITOR: ['监视', 'Monitor'], ANNUITY: ['年费', 'Annuity'], TERM: ['届满', 'Term'] },
      { searchable: true, list: true },
    ),
    case_kind: string('案件类别', 'Kind of case', { searchable: true, max: 40, coded: 'editors' }),
    legal_basis: string('法律依据', 'Legal basis', { list: true, max: 500 }),
    legal_basis_en: string('法律依据（英文）', 'Legal basis (English)', { list: true, max: 500 }),
    valid_from: date('生效日', 'Valid from', { searchable: true, list: true }),
    valid_to: date('失效日', 'Valid to', { searchable: true, list: true }),
    certainty: option('确定性', 'Certainty', { SURE: ['确定', 'Sure'], CHECK: ['待核', 'To be checked'] }, { searchable: true, list: true }),
    source: string('来源', 'Source', { max: 500 }),
    change_reason: string('修改理由', 'Reason for the change', { max: 500 }),
    content: json('规则内容', 'Content', { required: true, exportable: true, content: RULE_CONTENT }),
  },
})

export type DeadlineRule = Row<typeof deadline_rule>
