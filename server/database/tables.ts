import type { ColumnType, Generated } from 'kysely'
import type { Field } from '../../model/kit/fields.ts'
import type { Row } from '../../model/kit/model.ts'
import type { announcement } from '../../model/announcements/announcement.ts'
import type { approval } from '../../model/approval/approval.ts'
import type { approval_log } from '../../model/approval/approval_log.ts'
import type { approval_process } from '../../model/approval/approval_process.ts'
import type { approval_task } from '../../model/approval/approval_task.ts'
import type { rbac_menu } from '../../model/auth/roles/rbac_menu.ts'
import type { rbac_resource } from '../../model/auth/roles/rbac_resource.ts'
import type { role } from '../../model/auth/roles/role.ts'
import type { audit_entry } from '../../model/auth/audit_entry.ts'
import type { identity_link } from '../../model/auth/single-sign-on/identity_link.ts'
import type { identity_provider } from '../../model/auth/single-sign-on/identity_provider.ts'
import type { permission_check } from '../../model/auth/roles/permission_check.ts'
import type { permission_proposal } from '../../model/auth/proposals/permission_proposal.ts'
import type { passkey } from '../../model/auth/session/passkey.ts'
import type { role_grant } from '../../model/auth/roles/role_grant.ts'
import type { token } from '../../model/auth/accounts/token.ts'
import type { user } from '../../model/auth/accounts/user.ts'
import type { award } from '../../model/awards/award.ts'
import type { award_rule } from '../../model/awards/award_rule.ts'
import type { award_share } from '../../model/awards/award_share.ts'
import type { patent_family } from '../../model/cases/patent_family.ts'
import type { priority } from '../../model/cases/priority.ts'
import type { caseHead } from '../../model/cases/case.ts'
import type { related_case } from '../../model/cases/related_case.ts'
import type { date_confirmation } from '../../model/docketing/later-dates/date_confirmation.ts'
import type { deadline } from '../../model/docketing/deadline.ts'
import type { deadline_rule } from '../../model/docketing/law/deadline_rule.ts'
import type { golden_case } from '../../model/docketing/law/golden_case.ts'
import type { law_proposal } from '../../model/docketing/law/law_proposal.ts'
import type { finding } from '../../model/docketing/findings/finding.ts'
import type { calendar_year } from '../../model/docketing/law/calendar_year.ts'
import type { office_calendar } from '../../model/docketing/law/office_calendar.ts'
import type { official_event } from '../../model/docketing/events/official_event.ts'
import type { dealt_right } from '../../model/dealings/dealt_right.ts'
import type { owner_change } from '../../model/dealings/owner_change.ts'
import type { licence } from '../../model/dealings/licences/licence.ts'
import type { pledge } from '../../model/dealings/pledges/pledge.ts'
import type { dispute } from '../../model/dealings/disputes/dispute.ts'
import type { project } from '../../model/dealings/projects/project.ts'
import type { retrievalRequest } from '../../model/dealings/retrievals/retrieval_request.ts'
import type { indexingItem } from '../../model/dealings/indexings/indexing_item.ts'
import type { indexingSheet } from '../../model/dealings/indexings/indexing_sheet.ts'
import type { indexingTask } from '../../model/dealings/indexings/indexing_task.ts'
import type { searchLibrary } from '../../model/dealings/retrievals/search_library.ts'
import type { risk } from '../../model/dealings/risks/risk.ts'
import type { transfer } from '../../model/dealings/transfers/transfer.ts'
import type { document } from '../../model/documents/document.ts'
import type { document_template } from '../../model/documents/document_template.ts'
import type { document_type } from '../../model/documents/document_type.ts'
import type { annuity_review } from '../../model/fees/annuities/annuity_review.ts'
import type { annuity_round } from '../../model/fees/annuities/annuity_round.ts'
import type { budget } from '../../model/fees/costs/budget.ts'
import type { exchange_rate } from '../../model/fees/currencies/exchange_rate.ts'
import type { fee } from '../../model/fees/fee.ts'
import type { fee_schedule } from '../../model/fees/fee_schedule.ts'
import type { invoice } from '../../model/fees/invoices/invoice.ts'
import type { payment } from '../../model/fees/payments/payment.ts'
import type { import_mapping } from '../../model/import/import_mapping.ts'
import type { imported_row } from '../../model/import/imported_row.ts'
import type { rejected_row } from '../../model/import/rejected_row.ts'
import type { company } from '../../model/organisation/company.ts'
import type { filing_plan } from '../../model/planning/filing_plan.ts'
import type { department } from '../../model/organisation/department.ts'
import type { virtual_organisation } from '../../model/organisation/virtual_organisation.ts'
import type { absence } from '../../model/organisation/absence.ts'
import type { digital_certificate } from '../../model/organisation/digital_certificate.ts'
import type { hr_change } from '../../model/organisation/hr_change.ts'
import type { user_handover } from '../../model/organisation/user_handover.ts'
import type { user_info } from '../../model/organisation/user_info.ts'
import type { agency } from '../../model/parties/agency.ts'
import type { agent } from '../../model/parties/agent.ts'
import type { applicant } from '../../model/parties/applicant.ts'
import type { inventor } from '../../model/parties/inventor.ts'
import type { domain } from '../../model/rights/domains/domain.ts'
import type { icLayout } from '../../model/rights/layouts/ic_layout.ts'
import type { paper } from '../../model/rights/papers/paper.ts'
import type { office_report } from '../../model/rights/patents/office_report.ts'
import type { official_record } from '../../model/rights/patents/official_record.ts'
import type { patent } from '../../model/rights/patents/patent.ts'
import type { proposal_review } from '../../model/rights/proposals/proposal_review.ts'
import type { score_sheet } from '../../model/rights/proposals/score_sheet.ts'
import type { expert } from '../../model/organisation/expert.ts'
import type { expert_group } from '../../model/organisation/expert_group.ts'
import type { proposal } from '../../model/rights/proposals/proposal.ts'
import type { achievement } from '../../model/rights/achievements/achievement.ts'
import type { copyright } from '../../model/rights/copyrights/copyright.ts'
import type { software } from '../../model/rights/software/software.ts'
import type { secretAccess } from '../../model/rights/trade-secrets/secret_access.ts'
import type { secretPoint } from '../../model/rights/trade-secrets/secret_point.ts'
import type { tradeSecret } from '../../model/rights/trade-secrets/trade_secret.ts'
import type { trademark } from '../../model/rights/trademarks/trademark.ts'
import type { archived_mail } from '../../model/mail/archived_mail.ts'
import type { incoming_mailbox } from '../../model/mail/incoming_mailbox.ts'
import type { mail_template } from '../../model/mail/mail_template.ts'
import type { outgoing_mail } from '../../model/mail/outgoing_mail.ts'
import type { mail_rule } from '../../model/mail/mail_rule.ts'
import type { mail_sender } from '../../model/mail/mail_sender.ts'
import type { notice_preference } from '../../model/settings/notifications/notice_preference.ts'
import type { chat_robot } from '../../model/robots/chat_robot.ts'
import type { robot_message } from '../../model/robots/robot_message.ts'
import type { webhook } from '../../model/webhooks/webhook.ts'
import type { webhook_delivery } from '../../model/webhooks/webhook_delivery.ts'
import type { docket_line } from '../../model/reconciliation/docket_line.ts'
import type { docket_list } from '../../model/reconciliation/docket_list.ts'
import type { agency_instruction } from '../../model/instructions/agency_instruction.ts'
import type { notice_intake } from '../../model/notices/notice_intake.ts'
import type { case_note } from '../../model/notes/case_note.ts'
import type { share } from '../../model/sharing/share.ts'
import type { share_visit } from '../../model/sharing/share_visit.ts'
import type { portal_component } from '../../model/portal/portal_component.ts'
import type { portal_template } from '../../model/portal/portal_template.ts'
import type { batch_edit } from '../../model/settings/batch_edit.ts'
import type { change_log } from '../../model/settings/change_log.ts'
import type { configuration_pack } from '../../model/settings/configuration/configuration_pack.ts'
import type { custom_field } from '../../model/settings/custom-fields/custom_field.ts'
import type { page_layout } from '../../model/settings/layouts/page_layout.ts'
import type { dictionary } from '../../model/settings/custom-fields/dictionary.ts'
import type { dictionary_item } from '../../model/settings/custom-fields/dictionary_item.ts'
import type { job } from '../../model/settings/job.ts'
import type { notification } from '../../model/settings/notifications/notification.ts'
import type { saved_view } from '../../model/settings/layouts/saved_view.ts'
import type { statistic } from '../../model/statistics/statistic.ts'
import type { statistic_delivery } from '../../model/statistics/statistic_delivery.ts'
import type { report } from '../../model/statistics/report.ts'
import type { statistic_subscription } from '../../model/statistics/statistic_subscription.ts'
import type { user_define_config } from '../../model/settings/layouts/user_define_config.ts'
import type { tag } from '../../model/technology/tag.ts'
import type { task } from '../../model/tasks/task.ts'
import type { tech_node } from '../../model/technology/tech_node.ts'

type Declared = { fields: Readonly<Record<string, Field>> }

/** Rows and attachments are jsonb: written as JSON text, read as values. */
type Column<F extends Field, T> = F['type'] extends 'rows' | 'attachment' | 'json' ? ColumnType<T, string | null | undefined, string | null> : T

/** The columns of a model's table, those of the engine included. */
type Columns<M extends Declared> = { [K in Exclude<keyof M['fields'], 'sid' | 'version'>]: Column<M['fields'][K], Row<M>[K]> } & {
  sid: string
  version: Generated<number>
  deleted_at: string | null
  deleted_by: string | null
  /** Of models with numbers only: the forms by which they are found. */
  number_keys: string[] | null
}

type Models = {
  announcement: typeof announcement
  case: typeof caseHead
  rbac_menu: typeof rbac_menu
  rbac_resource: typeof rbac_resource
  role: typeof role
  role_grant: typeof role_grant
  token: typeof token
  user: typeof user
  patent_family: typeof patent_family
  priority: typeof priority
  related_case: typeof related_case
  deadline: typeof deadline
  deadline_rule: typeof deadline_rule
  golden_case: typeof golden_case
  law_proposal: typeof law_proposal
  filing_plan: typeof filing_plan
  date_confirmation: typeof date_confirmation
  finding: typeof finding
  office_calendar: typeof office_calendar
  calendar_year: typeof calendar_year
  official_event: typeof official_event
  dealt_right: typeof dealt_right
  owner_change: typeof owner_change
  transfer: typeof transfer
  licence: typeof licence
  pledge: typeof pledge
  dispute: typeof dispute
  project: typeof project
  retrieval_request: typeof retrievalRequest
  search_library: typeof searchLibrary
  indexing_task: typeof indexingTask
  indexing_item: typeof indexingItem
  indexing_sheet: typeof indexingSheet
  risk: typeof risk
  document: typeof document
  document_template: typeof document_template
  document_type: typeof document_type
  annuity_review: typeof annuity_review
  annuity_round: typeof annuity_round
  budget: typeof budget
  exchange_rate: typeof exchange_rate
  fee: typeof fee
  fee_schedule: typeof fee_schedule
  approval: typeof approval
  approval_log: typeof approval_log
  approval_process: typeof approval_process
  approval_task: typeof approval_task
  award: typeof award
  award_rule: typeof award_rule
  award_share: typeof award_share
  invoice: typeof invoice
  payment: typeof payment
  import_mapping: typeof import_mapping
  imported_row: typeof imported_row
  rejected_row: typeof rejected_row
  company: typeof company
  department: typeof department
  absence: typeof absence
  digital_certificate: typeof digital_certificate
  virtual_organisation: typeof virtual_organisation
  hr_change: typeof hr_change
  user_handover: typeof user_handover
  user_info: typeof user_info
  agency: typeof agency
  agent: typeof agent
  applicant: typeof applicant
  inventor: typeof inventor
  domain: typeof domain
  ic_layout: typeof icLayout
  paper: typeof paper
  proposal: typeof proposal
  office_report: typeof office_report
  official_record: typeof official_record
  patent: typeof patent
  achievement: typeof achievement
  copyright: typeof copyright
  software: typeof software
  trade_secret: typeof tradeSecret
  secret_point: typeof secretPoint
  expert: typeof expert
  expert_group: typeof expert_group
  proposal_review: typeof proposal_review
  score_sheet: typeof score_sheet
  secret_access: typeof secretAccess
  trademark: typeof trademark
  portal_component: typeof portal_component
  portal_template: typeof portal_template
  batch_edit: typeof batch_edit
  notice_intake: typeof notice_intake
  docket_list: typeof docket_list
  docket_line: typeof docket_line
  agency_instruction: typeof agency_instruction
  archived_mail: typeof archived_mail
  incoming_mailbox: typeof incoming_mailbox
  mail_rule: typeof mail_rule
  mail_template: typeof mail_template
  outgoing_mail: typeof outgoing_mail
  notice_preference: typeof notice_preference
  chat_robot: typeof chat_robot
  robot_message: typeof robot_message
  webhook: typeof webhook
  webhook_delivery: typeof webhook_delivery
  mail_sender: typeof mail_sender
  case_note: typeof case_note
  share: typeof share
  share_visit: typeof share_visit
  change_log: typeof change_log
  audit_entry: typeof audit_entry
  identity_link: typeof identity_link
  passkey: typeof passkey
  permission_check: typeof permission_check
  permission_proposal: typeof permission_proposal
  identity_provider: typeof identity_provider
  configuration_pack: typeof configuration_pack
  custom_field: typeof custom_field
  page_layout: typeof page_layout
  dictionary: typeof dictionary
  dictionary_item: typeof dictionary_item
  job: typeof job
  notification: typeof notification
  saved_view: typeof saved_view
  statistic: typeof statistic
  statistic_delivery: typeof statistic_delivery
  report: typeof report
  statistic_subscription: typeof statistic_subscription
  user_define_config: typeof user_define_config
  tag: typeof tag
  task: typeof task
  tech_node: typeof tech_node
}

/** Tables of the engine itself; see bootstrap.ts. */
type EngineTables = {
  record_count: { model: string; company_sid: string | null; n: number }
  text_content: { hash: string; content: string; state: string }
  sequence: { scope: string; last: number }
  setting: { key: string; value: ColumnType<unknown, string, string>; updated_at: Generated<string> }
  attempt: { key: string; window_start: string; n: number }
}

/** A row as it is read; for values that hooks are given. */
export type RowOf<N extends keyof Models> = {
  [C in keyof Columns<Models[N]>]: Columns<Models[N]>[C] extends ColumnType<infer S, infer _I, infer _U> ? S : Columns<Models[N]>[C]
}

export type ModelName = keyof Models

/** Derived from the declarations: a wrong table, column or value does not compile. */
export type Tables = { [N in keyof Models]: Columns<Models[N]> } & EngineTables
