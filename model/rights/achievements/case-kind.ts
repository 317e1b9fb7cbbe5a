import { defineCaseKind } from '../../cases/case-kind.ts'
import { listOfCases } from '../../import/import-profile.ts'
import { achievement } from './achievement.ts'
import { MILESTONES } from './lifecycle.ts'

export const achievementKind = defineCaseKind({
  model: achievement,
  milestones: MILESTONES,
  importProfile: listOfCases({
    headings: {
      title: ['成果名称', '名称', 'name'],
      register_no: ['登记号', '成果登记号', 'registration number'],
      register_date: ['登记日期', 'registration date'],
      identify_org: ['鉴定单位', '组织鉴定单位', '评价机构'],
      identify_date: ['鉴定日期', '评价日期'],
      completers: ['完成人', '主要完成人', '完成人员'],
      complete_orgs: ['完成单位', '第一完成单位', '主要完成单位'],
      level: ['成果水平', '水平'],
    },
    readRow: (_model, _cells, { values }) => {
      values.status ??= values.register_no || values.register_date ? 'REGISTERED' : values.identify_date ? 'IDENTIFIED' : 'DRAFT'
    },
  }),
  numbering: { pattern: 'A{YYYY}{SEQ:5}' },
  dates_in_order: [['identify_date', 'register_date']],
  docketing: { completeness: { mayHaveNoDeadline: () => true } },
})
