import { boolean, link, option } from '../kit/fields.ts'
import { defineModel, type Row } from '../kit/model.ts'

export const RELATION_TYPES = {
  PARIS: ['巴黎公约优先权', 'Paris priority'],
  PCT: ['PCT 进入国家阶段', 'PCT national phase'],
  PCTA: ['PCT 申请要求优先权', 'PCT claiming priority'],
  HAGUE: ['海牙指定', 'Hague designation'],
  HAGUEP: ['海牙申请要求优先权', 'Hague claiming priority'],
  DIV: ['分案', 'Divisional'],
  CA: ['继续申请', 'Continuation'],
  CIP: ['部分继续申请', 'Continuation-in-part'],
  DOMESTIC: ['本国优先权', 'Domestic priority'],
  DUAL: ['一案双申', 'Same-day pair'],
  PROV: ['要求临时申请的优先权', 'Claims a provisional'],
  RI: ['再颁', 'Reissue'],
  EPVAL: ['欧洲专利生效', 'EP validation'],
  UPREG: ['统一效力登记', 'Unitary effect'],
  CONV: ['类型变更', 'Conversion'],
  HKREC: ['香港标准专利转录', 'Hong Kong record'],
  MADRID: ['马德里基础标志', 'Madrid base mark'],
  DESIGNATION: ['马德里指定', 'Madrid designation'],
  TRANSFORMED: ['马德里转换', 'Madrid transformation'],
  VERSION: ['软件新版本', 'New version of a program'],
  DERIVED: ['演绎作品', 'Derivative work'],
} as const

export type RelationType = keyof typeof RELATION_TYPES

/** `earlier` is the parent: the case from which `later` derives. */
export const related_case = defineModel({
  name: 'related_case',
  zh: '关联案件',
  en: 'Related case',
  display: ['relation_type'],
  open_to_bi: true,
  visibility: { through: 'later_sid' },
  uniques: [['earlier_sid', 'later_sid', 'relation_type']],
  fields: {
    earlier_sid: link('在先案(母案)', 'Earlier case', { to: 'case', required: true, immutable: true, searchable: true, list: true }),
    later_sid: link('在后案(子案)', 'Later case', { to: 'case', required: true, immutable: true, searchable: true, list: true }),
    relation_type: option('关联类型', 'Relation', RELATION_TYPES, { required: true, immutable: true, searchable: true, list: true }),
    claimed: boolean('已要求', 'Claimed', { default: true, list: true }),
    family_choice: option('同族不一致时', 'When families differ', {
      MERGE: ['合并同族', 'Merge the families'],
      MOVE: ['移动在后案', 'Move the later case'],
    }),
  },
})

export type RelatedCase = Row<typeof related_case>
