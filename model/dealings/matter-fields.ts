import { caseFields, CASE_GROUPS } from '../cases/case-fields.ts'
import type { Words } from '../kit/fields.ts'

/** The common fields of work about rights that is neither a contract nor sent to an office: its number, its people and its end. */
export function matterFields(title: Words) {
  const { case_no, title: name, owner_sid, co_owner_sids, department_sid, tech_node_sids, product_names, tags, secrecy_level, share_level, close_date, close_reason, data_source } = caseFields({
    title: { zh: title[0], en: title[1] },
    owner_sid: { zh: '负责人', en: 'In charge' },
    co_owner_sids: { zh: '成员', en: 'Members', max: 100 },
    secrecy_level: { default: 'CONFIDENTIAL' },
    share_level: { default: 'NO' },
  }) // oxfmt-ignore
  return {
    case_no,
    title: name,
    manage: {
      owner_sid,
      co_owner_sids,
      department_sid,
      tech_node_sids,
      product_names,
      tags,
      secrecy_level,
      share_level,
      close_date,
      close_reason,
      data_source,
    },
  }
}

export const MATTER_GROUPS = { case: ['基本信息', 'General'], manage: CASE_GROUPS.manage } as const satisfies Record<string, Words>
