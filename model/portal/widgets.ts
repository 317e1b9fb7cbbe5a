// The widgets of the product, and for whom they are.
import type { Words } from '../kit/fields.ts'

export const WIDGETS = [
  'deadlines', 'overdue', 'mine', 'fees', 'grace', 'forecast', 'status', 'legal', 'country', 'type', 'filings', 'quick', 'recent', 'findings', 'jobs',
  'asked', 'documents', 'notices', 'clients', 'drafts', 'approvals',
  'inbox', 'risk', 'licences', 'pledges', 'tm_renewal', 'domain', 'project', 'award', 'tasks', 'bills', 'trend', 'workload',
] as const // oxfmt-ignore
export type Widget = (typeof WIDGETS)[number]

export const widgetNamed = (code: string): Widget | undefined => WIDGETS.find((one) => one === code)

/** The model of each widget; without the permission it is not shown. */
export const NEEDS: Readonly<Record<Widget, string | null>> = {
  deadlines: 'deadline',
  overdue: 'deadline',
  mine: 'case',
  fees: 'fee',
  grace: 'fee',
  forecast: 'fee',
  status: 'case',
  legal: 'case',
  country: 'case',
  type: 'case',
  filings: 'case',
  quick: null,
  recent: 'case',
  findings: 'finding',
  jobs: 'job',
  asked: 'deadline',
  documents: 'document',
  notices: 'deadline',
  clients: 'case',
  drafts: 'case',
  approvals: null,
  inbox: 'notice_intake',
  risk: 'risk',
  licences: 'licence',
  pledges: 'pledge',
  tm_renewal: 'trademark',
  domain: 'domain',
  project: 'project',
  award: 'award_share',
  tasks: 'task',
  bills: 'invoice',
  trend: 'case',
  workload: 'deadline',
}

export const HOME_KINDS = ['administrator', 'manager', 'engineer', 'fees', 'leader', 'agency', 'inventor'] as const
export type HomeKind = (typeof HOME_KINDS)[number]

/** The work by which a person gets a home page of the product. */
export const TASKS: Readonly<Record<HomeKind, Words>> = {
  administrator: ['系统管理', 'Administration'],
  manager: ['管理知识产权', 'Managing the IP department'],
  engineer: ['办理案件', 'Handling cases'],
  fees: ['费用与付款', 'Fees and payments'],
  leader: ['领导部门', 'Leading a department'],
  agency: ['代理案件', 'Agency work'],
  inventor: ['发明', 'Inventing'],
}

/** A person's permissions show their tasks. `worksOnFees`: decides about fees or reads them. `seesDeadlines`: with their internal dates, as those who work on them. */
export type Tasks = { keepsRoles: boolean; runsChecks: boolean; opensCases: boolean; worksOnFees: boolean; seesDeadlines: boolean }

export function homeKindOf(platform: 1 | 2, tasks: Tasks): HomeKind {
  if (platform === 2) return 'agency'
  if (tasks.keepsRoles) return 'administrator'
  if (tasks.runsChecks) return 'manager'
  if (tasks.opensCases) return 'engineer'
  if (tasks.worksOnFees) return 'fees'
  return tasks.seesDeadlines ? 'leader' : 'inventor'
}

const PLAIN: ReadonlySet<Widget> = new Set(['mine', 'asked', 'documents', 'quick', 'recent', 'award', 'tasks', 'approvals'])

/** Widgets of certain tasks only. */
const ONLY: Readonly<Partial<Record<Widget, readonly HomeKind[]>>> = {
  mine: ['inventor', 'leader'],
  asked: ['inventor', 'leader'],
  clients: ['agency'],
  inbox: ['administrator', 'manager', 'engineer'],
  workload: ['administrator', 'manager', 'leader'],
}

/** An inventor gets plain words on their own cases, without law and money; all others get every visible widget of their task. */
export const offered = (kind: HomeKind, widget: Widget) => (kind !== 'inventor' || PLAIN.has(widget)) && (ONLY[widget]?.includes(kind) ?? true)
