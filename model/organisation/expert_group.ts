import { boolean, link, links, option, string } from '../kit/fields.ts'
import { defineModel, type Row } from '../kit/model.ts'
import { VOTE_MODES } from '../approval/graph.ts'

/** Experts who evaluate together, and how their votes count. */
export const expert_group = defineModel({
  name: 'expert_group',
  zh: '专家组',
  en: 'Expert group',
  display: ['group_name'],
  public_name: true,
  natural_keys: { by: [['group_name']] },
  fields: {
    group_name: string('名称', 'Name', { required: true, unique: 'company', searchable: true, list: true, max: 100 }),
    chair_sid: link('组长', 'Chair', { to: 'expert', searchable: true, list: true }),
    member_sids: links('成员', 'Members', { to: 'expert', required: true, searchable: true, list: true, max: 50 }),
    field_sids: links('专业领域', 'Fields', { to: 'tech_node', searchable: true, list: true, max: 50 }),
    vote_mode: option('表决方式', 'How the votes count', VOTE_MODES, { required: true, default: 'ALL_SUBMIT', searchable: true, list: true }),
    active: boolean('可派评审', 'Takes evaluations', { default: true, searchable: true, list: true }),
  },
})

export type ExpertGroup = Row<typeof expert_group>
