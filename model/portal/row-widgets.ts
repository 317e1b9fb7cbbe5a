// The widgets that list the first records of one query, and open all of them.
import type { Widget } from './widgets.ts'

type Rows = {
  model: string
  iql: string
  /** The field that names the record, and the one beside it. */
  name: string
  beside: string
  /** The day by which the list is ordered. */
  day: string
  /** The day is a limit: its nearness is shown. */
  isDue?: true
}

export const ROW_WIDGETS = {
  inbox: { model: 'notice_intake', iql: "state IN ('READY', 'UNSURE', 'TWICE', 'NO_CASE') ORDER BY created_at ASC", name: 'original_name', beside: 'case_sid', day: 'issue_date' },
  risk: { model: 'risk', iql: "level IN ('HIGH', 'MID') AND status NOT IN ('CLOSED', 'ACCEPTED') ORDER BY found_date ASC", name: 'title', beside: 'case_no', day: 'found_date' },
  licences: { model: 'licence', iql: "end_date <= today('90d') AND status IN ('EFFECTIVE', 'RECORD_SUBMITTED', 'RECORDED', 'RECORD_REFUSED') ORDER BY end_date ASC", name: 'title', beside: 'case_no', day: 'end_date', isDue: true },
  pledges: { model: 'pledge', iql: "status = 'REGISTERED' AND due_date <= today('90d') ORDER BY due_date ASC", name: 'title', beside: 'case_no', day: 'due_date', isDue: true },
  tm_renewal: { model: 'trademark', iql: "valid_to BETWEEN today('-6m') AND today('12m') ORDER BY valid_to ASC", name: 'title', beside: 'case_no', day: 'valid_to', isDue: true },
  domain: { model: 'domain', iql: "expiry_date <= today('60d') AND status IN ('ACTIVE', 'EXPIRING', 'GRACE', 'REDEMPTION', 'DISPUTED') ORDER BY expiry_date ASC", name: 'domain_name', beside: 'case_no', day: 'expiry_date', isDue: true },
  project: { model: 'project', iql: "stage NOT IN ('CLOSED', 'STOPPED') ORDER BY updated_at DESC", name: 'title', beside: 'case_no', day: 'updated_at' },
  award: { model: 'award_share', iql: "inventor_sid.user_sid = me() ORDER BY due_date DESC", name: 'case_sid', beside: 'award_no', day: 'due_date' },
  tasks: { model: 'task', iql: "assignee_sid = me() AND status IN ('TODO', 'DOING', 'WAIT') ORDER BY due_date ASC", name: 'title', beside: 'case_sid', day: 'due_date', isDue: true },
} as const satisfies Partial<Record<Widget, Rows>> // oxfmt-ignore

export type RowWidget = keyof typeof ROW_WIDGETS
export const isRowWidget = (widget: string): widget is RowWidget => Object.hasOwn(ROW_WIDGETS, widget)
