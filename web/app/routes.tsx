// Every address of the client. A screen is loaded when it is first opened.
import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'
import { redirect } from 'react-router'
import { Crash } from './pages/crash.tsx'
import { Guard } from '../auth/session/guard.tsx'
import { Root } from './pages/root.tsx'
import { speakAlso } from '../words/language.ts'
import type { Part } from '../words/parts.ts'

const page = (path: string, name: keyof typeof import('./pages/notices.tsx')): RouteObject => ({
  path,
  lazy: async () => ({ Component: (await import('./pages/notices.tsx'))[name] }),
})

/** A screen with words of its own area, which are loaded with it. */
const wordsOf = (part: Part) => (load: () => Promise<ComponentType>) => async () => {
  const [Component] = await Promise.all([load(), speakAlso(part)])
  return { Component }
}

const law = wordsOf('law')
const ideas = wordsOf('ideas')
const importing = wordsOf('import')
const instructions = wordsOf('instructions')
const matters = wordsOf('matters')
const money = wordsOf('money')
const permission = wordsOf('permission')
const planning = wordsOf('planning')
const portal = wordsOf('portal')
const process = wordsOf('process')
const reconciliation = wordsOf('reconciliation')
const settings = wordsOf('settings')
const sharing = wordsOf('sharing')
const statistics = wordsOf('statistics')
const link = wordsOf('link')

/** Accessible without a session. */
const OPEN: RouteObject[] = [
  { path: 'login', lazy: async () => ({ Component: (await import('../auth/sign-in/login.tsx')).Login }) },
  { path: 'forgot-password', lazy: async () => ({ Component: (await import('../auth/sign-in/forgot-password.tsx')).ForgotPassword }) },
  { path: 'reset-password', lazy: async () => ({ Component: (await import('../auth/sign-in/reset-password.tsx')).ResetPassword }) },
  { path: 'sso/auth/:type/:identity', lazy: async () => ({ Component: (await import('../auth/sign-in/single-sign-on.tsx')).SingleSignOn }) },
  { path: 'open/:alias', lazy: async () => ({ Component: (await import('../home/design/public-page.tsx')).PublicPage }) },
  { path: 'shared', lazy: link(async () => (await import('../sharing/open-link.tsx')).OpenLink) },
  {
    path: '404',
    lazy: async () => ({ Component: (await import('./pages/in-shell.tsx')).InsideIfKnown }),
    children: [
      {
        lazy: async () => ({ Component: (await import('./pages/in-shell.tsx')).ShellIfKnown }),
        children: [{ index: true, lazy: async () => ({ Component: (await import('./pages/notices.tsx')).NotFound }) }],
      },
    ],
  },
  page('403', 'Forbidden'),
  page('412', 'BothEnds'),
  page('movetopc', 'MoveToPc'),
  page('privacy', 'Privacy'),
  { path: 'jump2cloud', lazy: async () => ({ Component: (await import('../auth/sign-in/jump-to-cloud.tsx')).JumpToCloud }) },
]

/** Custom screens. A module adds its lines here; its own `m/<model>` has priority over the generic one. */
const AREAS: RouteObject[] = [
  { path: 'home', lazy: async () => ({ Component: (await import('../home/home.tsx')).Home }) },
  { path: 'my-items', lazy: async () => ({ Component: (await import('../tasks/my-items.tsx')).MyItems }) },
  { path: 'shared-with-me', lazy: sharing(async () => (await import('../sharing/shared-with-me.tsx')).SharedWithMe) },
  { path: 'portal/:alias', lazy: async () => ({ Component: (await import('../home/design/portal-page.tsx')).PortalPage }) },
  { path: 'm/portal_template', lazy: portal(async () => (await import('../home/design/template-list.tsx')).TemplateList) },
  { path: 'm/portal_component/new', lazy: portal(async () => (await import('../home/design/component-form.tsx')).NewComponent) },
  { path: 'm/portal_component/:sid/edit', lazy: portal(async () => (await import('../home/design/component-form.tsx')).EditComponent) },
  { path: 'batch-edit/history', lazy: async () => ({ Component: (await import('../records/batch/batch-history.tsx')).BatchHistory }) },
  { path: 'statistics', lazy: statistics(async () => (await import('../statistics/statistics-screen.tsx')).StatisticsScreen) },
  { path: 'statistics/new', lazy: statistics(async () => (await import('../statistics/editor-screen.tsx')).NewStatistic) },
  { path: 'm/statistic/new', lazy: statistics(async () => (await import('../statistics/editor-screen.tsx')).NewStatistic) },
  { path: 'statistics/:sid', lazy: statistics(async () => (await import('../statistics/statistic-screen.tsx')).StatisticScreen) },
  { path: 'statistics/:sid/edit', lazy: statistics(async () => (await import('../statistics/editor-screen.tsx')).EditStatistic) },
  { path: 'reports', lazy: statistics(async () => (await import('../statistics/reports/reports-screen.tsx')).ReportsScreen) },
  { path: 'reports/new', lazy: statistics(async () => (await import('../statistics/reports/report-editor.tsx')).NewReport) },
  { path: 'm/report/new', lazy: statistics(async () => (await import('../statistics/reports/report-editor.tsx')).NewReport) },
  { path: 'reports/:sid', lazy: statistics(async () => (await import('../statistics/reports/report-screen.tsx')).ReportScreen) },
  { path: 'reports/:sid/edit', lazy: statistics(async () => (await import('../statistics/reports/report-editor.tsx')).EditReport) },
  { path: 'm/filing_plan', lazy: planning(async () => (await import('../planning/plan-list.tsx')).PlanList) },
  { path: 'm/filing_plan/new', lazy: planning(async () => (await import('../planning/plan-screen.tsx')).NewPlan) },
  { path: 'm/filing_plan/compare', lazy: planning(async () => (await import('../planning/compare-screen.tsx')).ComparePlans) },
  { path: 'm/filing_plan/:sid', lazy: planning(async () => (await import('../planning/plan-screen.tsx')).PlanScreen) },
  { path: 'm/filing_plan/:sid/edit', lazy: planning(async () => (await import('../planning/plan-screen.tsx')).PlanScreen) },
  { path: 'patents', lazy: async () => ({ Component: (await import('../rights/patents/list.tsx')).PatentList }) },
  { path: 'patents/new', lazy: async () => ({ Component: (await import('../rights/patents/form/form.tsx')).NewPatent }) },
  { path: 'patents/:sid', lazy: async () => ({ Component: (await import('../rights/patents/detail.tsx')).PatentScreen }) },
  { path: 'patents/:sid/edit', lazy: async () => ({ Component: (await import('../rights/patents/form/form.tsx')).EditPatent }) },
  { path: 'deadlines', lazy: async () => ({ Component: (await import('../docketing/deadlines-screen.tsx')).DeadlinesScreen }) },
  { path: 'm/finding', lazy: async () => ({ Component: (await import('../docketing/findings-screen.tsx')).FindingsScreen }) },
  { path: 'm/finding/:sid', lazy: async () => ({ Component: (await import('../docketing/finding-screen.tsx')).FindingScreen }) },
  { path: 'm/date_confirmation', lazy: async () => ({ Component: (await import('../docketing/later-dates.tsx')).LaterDates }) },
  { path: 'deadlines/day', lazy: async () => ({ Component: (await import('../docketing/day-screen.tsx')).DayScreen }) },
  { path: 'm/agency_instruction', lazy: instructions(async () => (await import('../cases/instruction-list.tsx')).InstructionList) },
  { path: 'm/notice_intake', lazy: async () => ({ Component: (await import('../notices/intake-screen.tsx')).IntakeScreen }) },
  { path: 'm/docket_list', lazy: reconciliation(async () => (await import('../reconciliation/docket-lists.tsx')).DocketLists) },
  { path: 'm/archived_mail', lazy: async () => ({ Component: (await import('../mail/mail-screen.tsx')).MailScreen }) },
  { path: 'm/deadline/new', loader: () => redirect('/deadlines?new=1') },
  { path: 'annuities', lazy: async () => ({ Component: (await import('../fees/annuities/annuities-screen.tsx')).AnnuitiesScreen }) },
  { path: 'annuities/years', lazy: money(async () => (await import('../fees/annuities/years-screen.tsx')).YearsScreen) },
  { path: 'budgets', lazy: money(async () => (await import('../fees/costs/budgets-screen.tsx')).BudgetsScreen) },
  { path: 'm/annuity_review', lazy: money(async () => (await import('../fees/annuities/reviews-screen.tsx')).ReviewsScreen) },
  { path: 'm/invoice', lazy: money(async () => (await import('../fees/invoices/invoices-screen.tsx')).InvoicesScreen) },
  { path: 'costs', lazy: money(async () => (await import('../fees/costs/costs-screen.tsx')).CostsScreen) },
  { path: 'annuities/payments', lazy: money(async () => (await import('../fees/payments/payments-screen.tsx')).PaymentsScreen) },
  { path: 'm/trademark', lazy: async () => ({ Component: (await import('../rights/trademarks/list.tsx')).TrademarkList }) },
  { path: 'm/trademark/new', lazy: async () => ({ Component: (await import('../rights/trademarks/form/form.tsx')).NewTrademark }) },
  { path: 'm/trademark/:sid/edit', lazy: async () => ({ Component: (await import('../rights/trademarks/form/form.tsx')).EditTrademark }) },
  { path: 'approvals', lazy: async () => ({ Component: (await import('../approval/todo-screen.tsx')).ApprovalsScreen }) },
  { path: 'm/approval_process', lazy: process(async () => (await import('../approval/process/process-list.tsx')).ProcessList) },
  { path: 'm/approval_process/new', lazy: process(async () => (await import('../approval/process/process-form.tsx')).NewProcess) },
  {
    path: 'm/approval_process/:sid/edit',
    lazy: process(async () => (await import('../approval/process/process-form.tsx')).EditProcess),
  },
  { path: 'm/webhook/new', lazy: settings(async () => (await import('../webhooks/webhook-form.tsx')).NewWebhook) },
  { path: 'm/webhook/:sid/edit', lazy: settings(async () => (await import('../webhooks/webhook-form.tsx')).EditWebhook) },
  { path: 'm/mail_template/new', lazy: async () => ({ Component: (await import('../mail/template-form.tsx')).NewMailTemplate }) },
  { path: 'm/mail_template/:sid/edit', lazy: async () => ({ Component: (await import('../mail/template-form.tsx')).EditMailTemplate }) },
  { path: 'm/document', lazy: async () => ({ Component: (await import('../cases/document-search.tsx')).DocumentList }) },
  { path: 'documents/find', lazy: async () => ({ Component: (await import('../cases/document-search.tsx')).DocumentSearch }) },
  { path: 'ideas', lazy: ideas(async () => (await import('../rights/proposals/ideas.tsx')).Ideas) },
  { path: 'ideas/reviews', lazy: ideas(async () => (await import('../rights/proposals/reviews.tsx')).Reviews) },
  { path: 'ideas/meeting', lazy: ideas(async () => (await import('../rights/proposals/meeting.tsx')).Meeting) },
  { path: 'ideas/funnel', lazy: ideas(async () => (await import('../rights/proposals/funnel.tsx')).Funnel) },
  // The days of hearings and the due days of disputes are deadlines.
  { path: 'disputes/calendar', loader: () => redirect('/deadlines?view=calendar&owner=all&of=dispute') },
  { path: 'contract-check', lazy: async () => ({ Component: (await import('../dealings/contract-check.tsx')).ContractCheck }) },
  { path: 'indexing', lazy: matters(async () => (await import('../dealings/indexing-desk.tsx')).IndexingDesk) },
  { path: 'technology', lazy: matters(async () => (await import('../technology/technology-map.tsx')).TechnologyMap) },
  { path: 'risks/matrix', lazy: matters(async () => (await import('../dealings/risk-matrix.tsx')).RiskMatrix) },
  { path: 'projects/monitor', lazy: matters(async () => (await import('../dealings/project-lists.tsx')).ProjectMonitoring) },
  { path: 'projects/excavation', lazy: matters(async () => (await import('../dealings/project-lists.tsx')).ProjectMining) },
  { path: 'projects/board', lazy: matters(async () => (await import('../dealings/project-board.tsx')).ProjectBoard) },
  { path: 'organisation', lazy: async () => ({ Component: (await import('../organisation/chart/chart-screen.tsx')).OrganisationChart }) },
  { path: 'm/user_info', lazy: async () => ({ Component: (await import('../organisation/people-list.tsx')).PeopleList }) },
  { path: 'm/user/new', lazy: async () => ({ Component: (await import('../organisation/person.tsx')).NewAccount }) },
  { path: 'm/digital_certificate/new', lazy: async () => ({ Component: (await import('../organisation/certificate.tsx')).NewCertificate }) },
  {
    path: 'm/digital_certificate/:sid/edit',
    lazy: async () => ({ Component: (await import('../organisation/certificate.tsx')).EditCertificate }),
  },
  { path: 'm/applicant/new', lazy: async () => ({ Component: (await import('../organisation/applicant.tsx')).NewApplicant }) },
  { path: 'm/applicant/:sid/edit', lazy: async () => ({ Component: (await import('../organisation/applicant.tsx')).EditApplicant }) },
  { path: 'm/deadline_rule', lazy: law(async () => (await import('../law/lists.tsx')).RuleList) },
  { path: 'm/deadline_rule/new', lazy: law(async () => (await import('../law/rules/rule-form.tsx')).NewRule) },
  { path: 'm/deadline_rule/:sid/edit', lazy: law(async () => (await import('../law/rules/rule-form.tsx')).EditRule) },
  { path: 'm/fee_schedule', lazy: law(async () => (await import('../law/lists.tsx')).PriceList) },
  { path: 'm/fee_schedule/new', lazy: law(async () => (await import('../law/prices/price-form.tsx')).NewPrice) },
  { path: 'm/fee_schedule/:sid/edit', lazy: law(async () => (await import('../law/prices/price-form.tsx')).EditPrice) },
  { path: 'm/law_proposal', lazy: law(async () => (await import('../law/proposals/proposals.tsx')).LawProposals) },
  { path: 'm/law_proposal/:sid', lazy: law(async () => (await import('../law/proposals/proposals.tsx')).LawProposalScreen) },
  { path: 'law/golden-cases', lazy: law(async () => (await import('../law/golden/golden-screen.tsx')).GoldenScreen) },
  { path: 'm/document_type', lazy: law(async () => (await import('../law/lists.tsx')).DocumentTypeList) },
  { path: 'm/office_calendar', lazy: law(async () => (await import('../law/calendars/calendar-screen.tsx')).CalendarScreen) },
  { path: 'm/office_calendar/list', lazy: law(async () => (await import('../law/lists.tsx')).DayList) },
  { path: 'permission/explain', lazy: permission(async () => (await import('../permission/explain-screen.tsx')).ExplainScreen) },
  { path: 'm/permission_check', lazy: permission(async () => (await import('../permission/checks/checks.tsx')).PermissionChecks) },
  { path: 'm/permission_proposal', lazy: permission(async () => (await import('../permission/proposals/proposals.tsx')).Proposals) },
  { path: 'm/rbac_menu', lazy: permission(async () => (await import('../permission/menus/menu-screen.tsx')).MenuScreen) },
  { path: 'm/rbac_resource', lazy: permission(async () => (await import('../permission/resources/resource-screen.tsx')).ResourceScreen) },
  { path: 'menu-invalid', lazy: permission(async () => (await import('../permission/menus/menu-invalid.tsx')).MenuInvalid) },
  { path: 'm/role', lazy: permission(async () => (await import('../permission/matrix/role-list.tsx')).RoleList) },
  { path: 'permission/matrix', lazy: permission(async () => (await import('../permission/matrix/matrix-screen.tsx')).MatrixScreen) },
  { path: 'import', lazy: importing(async () => (await import('../import/import-screen.tsx')).ImportScreen) },
  { path: 'jobs', lazy: importing(async () => (await import('../import/jobs.tsx')).JobsScreen) },
  { path: 'm/change_log', lazy: async () => ({ Component: (await import('../settings/logs.tsx')).ChangeLog }) },
  { path: 'm/audit_entry', lazy: async () => ({ Component: (await import('../settings/logs.tsx')).AuditLog }) },
  { path: 'm/custom_field', lazy: settings(async () => (await import('../settings/custom-fields/field-screens.tsx')).FieldList) },
  { path: 'm/custom_field/new', lazy: settings(async () => (await import('../settings/custom-fields/field-screens.tsx')).NewField) },
  {
    path: 'm/custom_field/:sid/edit',
    lazy: settings(async () => (await import('../settings/custom-fields/field-screens.tsx')).EditField),
  },
  { path: 'm/page_layout/new', lazy: settings(async () => (await import('../settings/layouts/layout-screen.tsx')).NewLayout) },
  { path: 'm/dictionary', lazy: settings(async () => (await import('../settings/dictionaries/dictionary-screen.tsx')).DictionaryScreen) },
  // The menu of earlier versions opened the list of all options.
  { path: 'm/dictionary_item', lazy: settings(async () => (await import('../settings/dictionaries/dictionary-screen.tsx')).DictionaryScreen) },
  { path: 'm/configuration_pack', lazy: settings(async () => (await import('../settings/packs/pack-list.tsx')).PackList) },
  { path: 'settings/limits', lazy: settings(async () => (await import('../settings/limits.tsx')).LimitSettings) },
  { path: 'settings/numbering', lazy: settings(async () => (await import('../settings/numbering.tsx')).NumberingSettings) },
  { path: 'settings/whole-export', lazy: settings(async () => (await import('../settings/whole-export.tsx')).WholeExport) },
  { path: 'settings/words', lazy: settings(async () => (await import('../settings/words/words-screen.tsx')).WordsScreen) },
  { path: 'settings/look', lazy: settings(async () => (await import('../settings/appearance.tsx')).LookScreen) },
  { path: 'settings/sign-in', lazy: settings(async () => (await import('../settings/sign-in.tsx')).SignInSettings) },
  { path: 'settings/hr', lazy: settings(async () => (await import('../settings/hr.tsx')).HrScreen) },
  { path: 'm/hr_change', lazy: settings(async () => (await import('../settings/hr.tsx')).HrChanges) },
  { path: 'settings/mail', lazy: settings(async () => (await import('../settings/mail.tsx')).MailSettingsScreen) },
  { path: 'settings/offices', lazy: settings(async () => (await import('../settings/offices.tsx')).OfficeSettings) },
  { path: 'settings/bi', lazy: settings(async () => (await import('../settings/bi.tsx')).BiSettings) },
  { path: 'settings/text-messages', lazy: settings(async () => (await import('../settings/text-messages.tsx')).TextMessages) },
  { path: 'me', lazy: async () => ({ Component: (await import('../auth/personal/personal.tsx')).Personal }) },
]

/** Any model, drawn from its schema. */
const RECORDS: RouteObject[] = [
  { path: 'm/:model', lazy: async () => ({ Component: (await import('../records/list/list.tsx')).ListScreen }) },
  { path: 'm/:model/new', lazy: async () => ({ Component: (await import('../records/form/form-screen.tsx')).NewScreen }) },
  { path: 'm/:model/bin', lazy: async () => ({ Component: (await import('../records/list/bin.tsx')).BinScreen }) },
  // After `new` and `bin`, which are not records; before the generic routes.
  { path: 'm/deadline_rule/:sid', lazy: law(async () => (await import('../law/rules/rule-screen.tsx')).RuleScreen) },
  { path: 'm/fee_schedule/:sid', lazy: law(async () => (await import('../law/prices/price-screen.tsx')).PriceScreen) },
  { path: 'm/approval/:sid', lazy: async () => ({ Component: (await import('../approval/approval-screen.tsx')).ApprovalScreen }) },
  { path: 'm/approval_process/:sid', lazy: process(async () => (await import('../approval/process/process-screen.tsx')).ProcessScreen) },
  { path: 'm/document_template/:sid', lazy: async () => ({ Component: (await import('../cases/mail/template-screen.tsx')).TemplateScreen }) },
  { path: 'm/custom_field/:sid', lazy: settings(async () => (await import('../settings/custom-fields/field-screens.tsx')).FieldScreen) },
  { path: 'm/page_layout/:sid', lazy: settings(async () => (await import('../settings/layouts/layout-screen.tsx')).LayoutScreen) },
  { path: 'm/configuration_pack/:sid', lazy: settings(async () => (await import('../settings/packs/pack-screen.tsx')).PackScreen) },
  { path: 'm/award_share/:sid', lazy: async () => ({ Component: (await import('../awards/share-screen.tsx')).ShareScreen }) },
  { path: 'm/patent_family/:sid', lazy: async () => ({ Component: (await import('../fees/costs/family-screen.tsx')).FamilyScreen }) },
  { path: 'm/invoice/:sid', lazy: async () => ({ Component: (await import('../fees/invoices/invoice-screen.tsx')).InvoiceScreen }) },
  { path: 'm/docket_list/:sid', lazy: reconciliation(async () => (await import('../reconciliation/docket-screen.tsx')).DocketScreen) },
  { path: 'm/date_confirmation/:sid', lazy: async () => ({ Component: (await import('../docketing/later-dates.tsx')).LaterDateScreen }) },
  { path: 'm/permission_check/:sid', lazy: permission(async () => (await import('../permission/checks/checks.tsx')).PermissionCheckScreen) },
  {
    path: 'm/permission_proposal/:sid',
    lazy: permission(async () => (await import('../permission/proposals/proposals.tsx')).ProposalScreen),
  },
  { path: 'm/portal_template/:sid', lazy: portal(async () => (await import('../home/design/template-screen.tsx')).TemplateScreen) },
  { path: 'm/portal_component/:sid', lazy: portal(async () => (await import('../home/design/component-form.tsx')).ComponentScreen) },
  { path: 'm/trade_secret/:sid', lazy: async () => ({ Component: (await import('../rights/trade-secrets/detail.tsx')).TradeSecretScreen }) },
  { path: 'm/indexing_task/:sid', lazy: matters(async () => (await import('../dealings/indexing-detail.tsx')).IndexingScreen) },
  { path: 'm/trademark/:sid', lazy: async () => ({ Component: (await import('../rights/trademarks/detail.tsx')).TrademarkScreen }) },
  { path: 'm/proposal/:sid', lazy: ideas(async () => (await import('../rights/proposals/detail.tsx')).ProposalScreen) },
  { path: 'm/user_info/:sid', lazy: async () => ({ Component: (await import('../organisation/person.tsx')).PersonScreen }) },
  { path: 'm/role/:sid', lazy: permission(async () => (await import('../permission/role-screen.tsx')).RoleScreen) },
  { path: 'm/incoming_mailbox/:sid', lazy: async () => ({ Component: (await import('../mail/mailbox-screen.tsx')).MailboxScreen }) },
  {
    path: 'm/identity_provider/:sid',
    lazy: settings(async () => (await import('../settings/identity-provider.tsx')).ProviderScreen),
  },
  { path: 'm/chat_robot/:sid', lazy: settings(async () => (await import('../robots/robot-screen.tsx')).RobotScreen) },
  { path: 'm/robot_message/:sid', lazy: settings(async () => (await import('../robots/robot-screen.tsx')).MessageScreen) },
  { path: 'm/webhook/:sid', lazy: settings(async () => (await import('../webhooks/webhook-screen.tsx')).WebhookScreen) },
  { path: 'm/webhook_delivery/:sid', lazy: settings(async () => (await import('../webhooks/webhook-screen.tsx')).DeliveryScreen) },
  { path: 'm/mail_template/:sid', lazy: async () => ({ Component: (await import('../mail/template-screen.tsx')).MailTemplateScreen }) },
  { path: 'm/outgoing_mail/:sid', lazy: async () => ({ Component: (await import('../mail/outgoing-screen.tsx')).OutgoingMailScreen }) },
  { path: 'm/agency/:sid', lazy: async () => ({ Component: (await import('../organisation/agency.tsx')).AgencyScreen }) },
  { path: 'm/user/:sid', lazy: async () => ({ Component: (await import('../organisation/person.tsx')).AccountScreen }) },
  { path: 'm/case/:sid', lazy: async () => ({ Component: (await import('../cases/case-page.tsx')).CasePage }) },
  { path: 'm/:model/:sid', lazy: async () => ({ Component: (await import('../cases/any-record.tsx')).AnyRecord }) },
  { path: 'm/:model/:sid/edit', lazy: async () => ({ Component: (await import('../cases/edit-record.tsx')).EditRecord }) },
]

const moved = async () => ({ Component: (await import('./pages/moved.tsx')).Moved })

/** The generic address of a model with its own screens. After RECORDS, so that its recycle bin keeps its address. */
const MOVED: RouteObject[] = ['m/patent', 'm/patent/new', 'm/patent/:sid', 'm/patent/:sid/edit'].map((path) => ({ path, lazy: moved }))

export const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: Crash,
    HydrateFallback: () => null,
    children: [
      ...OPEN,
      {
        Component: Guard,
        children: [
          { path: 'redirect/*', lazy: async () => ({ Component: (await import('./pages/forward.tsx')).Forward }) },
          {
            lazy: async () => ({ Component: (await import('../auth/session/inside.tsx')).Inside }),
            children: [
              {
                lazy: async () => {
                  const [{ Shell }] = await Promise.all([import('./shell/shell.tsx'), speakAlso('inside')])
                  return { Component: Shell }
                },
                children: [
                  { index: true, lazy: async () => ({ Component: (await import('./pages/forward.tsx')).Entry }) },
                  { ErrorBoundary: Crash, children: [...AREAS, ...RECORDS, ...MOVED] },
                  // The addresses of a person's menus are known only after login.
                  { path: '*', lazy: async () => ({ Component: (await import('./shell/menu-route.tsx')).MenuRoute }) },
                ],
              },
            ],
          },
        ],
      },
    ],
  },
]
