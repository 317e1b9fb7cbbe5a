import { headingKey } from '../import/headings.ts'
import type { ImportProfile } from '../import/import-profile.ts'

/** The columns of a docket list that are no field of a case: a deadline of the case, by its name and its day. */
export const DOCKET_EXTRAS = {
  docket_name: ['期限名称', 'Deadline'],
  docket_due: ['期限日', 'Due date'],
} as const

const HEADINGS = {
  docket_due: ['官方期限', '法定期限', '绝限', '官方绝限', '绝限日', '绝限日期', '期限', '期限日期', '到期期限', '最后期限', '截止日', '截止日期', '官方截止日', '答复期限', '答复截止日', '答复截止日期', '下一期限', '下次期限', '下一官方期限', '待办期限', '办理期限', '处理期限', 'due', 'due on', 'deadline date', 'official due', 'official due date', 'official deadline', 'final due', 'final due date', 'final deadline', 'statutory deadline', 'next due', 'next due date', 'next deadline', 'response due', 'response deadline', 'action due', 'action due date'],
  docket_name: ['期限事项', '期限类型', '期限种类', '期限内容', '待办事项', '待办', '事项', '下一步', '下一事项', '下一步工作', '处理事项', '办理事项', '任务', 'deadline name', 'deadline type', 'next action', 'action', 'task', 'due item', 'next step', 'event', 'docket item'],
} as const // oxfmt-ignore

/** The headings of a deadline in a docket list; mappings of earlier imports do not apply to them. */
export const DEADLINE_HEADINGS: ReadonlySet<string> = new Set(Object.values(HEADINGS).flat().map(headingKey))

/** In a list that an agency sends, "our reference" is the agency's own. */
const OF_THE_AGENCY = ['我方案号', '我方文号', '我所案号', '我所编号', '我所文号', '本所案号', '本所编号', '我方编号', 'our ref', 'our reference', 'our file', 'our file no', 'our case no'] // oxfmt-ignore
const OF_THE_CLIENT = ['贵方案号', '贵方文号', '贵方编号', '贵司案号', '贵司编号', '贵司文号', '委托方案号', '委托人案号', 'your ref', 'your reference', 'your file', 'your file no', 'your case no'] // oxfmt-ignore

const known = new WeakMap<ImportProfile, ImportProfile>()
const NO_PROFILE: ImportProfile = {}

/** The import profile for the list of an agency: that of the kind of case, from the agency's side, and with deadlines. */
export function docketProfile(profile: ImportProfile = NO_PROFILE): ImportProfile {
  const ready = known.get(profile)
  if (ready) return ready
  const { headings = {}, extras, dates = [] } = profile
  const cases = (headings.case_no ?? []).filter((heading) => !OF_THE_AGENCY.includes(heading))
  const read: ImportProfile = {
    ...profile,
    headings: { ...headings, case_no: [...OF_THE_CLIENT, ...cases], agency_ref: [...OF_THE_AGENCY, ...(headings.agency_ref ?? [])], ...HEADINGS },
    extras: { ...extras, ...DOCKET_EXTRAS },
    dates: [...dates, 'docket_due'],
  }
  known.set(profile, read)
  return read
}
