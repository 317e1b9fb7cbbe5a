// The default home page of a person, by their tasks.
import type { Place, Widget } from './arrangement.ts'

export const HOME_KINDS = ['administrator', 'manager', 'engineer', 'fees', 'leader', 'agency', 'inventor'] as const
export type HomeKind = (typeof HOME_KINDS)[number]

/** A person's permissions show their tasks. `seesDeadlines`: with their internal dates, as those who work on them. */
export type Tasks = { keepsRoles: boolean; runsChecks: boolean; opensCases: boolean; decidesFees: boolean; seesDeadlines: boolean }

export function homeKindOf(platform: 1 | 2, tasks: Tasks): HomeKind {
  if (platform === 2) return 'agency'
  if (tasks.keepsRoles) return 'administrator'
  if (tasks.runsChecks) return 'manager'
  if (tasks.opensCases) return 'engineer'
  if (tasks.decidesFees) return 'fees'
  return tasks.seesDeadlines ? 'leader' : 'inventor'
}

const PLAIN: ReadonlySet<Widget> = new Set(['mine', 'asked', 'documents', 'quick', 'recent'])

/** Widgets of certain tasks only. */
const ONLY: Readonly<Partial<Record<Widget, readonly HomeKind[]>>> = {
  mine: ['inventor', 'leader'],
  asked: ['inventor', 'leader'],
  clients: ['agency'],
}

/** An inventor gets plain words on their own cases, and neither law nor money; all others get every visible widget of their task. */
export const offered = (kind: HomeKind, widget: Widget) => (kind !== 'inventor' || PLAIN.has(widget)) && (ONLY[widget]?.includes(kind) ?? true)

const at = (i: Widget, x: number, y: number, w: number, h: number): Place => ({ i, x, y, w, h })

const ENGINEER: readonly Place[] = [
  at('deadlines', 0, 0, 8, 3), at('quick', 8, 0, 4, 3),
  at('overdue', 0, 3, 8, 9), at('approvals', 8, 3, 4, 4), at('recent', 8, 7, 4, 5),
  at('grace', 0, 12, 5, 7), at('forecast', 5, 12, 7, 7),
  at('status', 0, 19, 4, 7), at('country', 4, 19, 4, 7), at('filings', 8, 19, 4, 7),
] // oxfmt-ignore

const MANAGER: readonly Place[] = [
  at('deadlines', 0, 0, 8, 3), at('quick', 8, 0, 4, 3),
  at('overdue', 0, 3, 8, 8), at('approvals', 8, 3, 4, 4), at('findings', 8, 7, 4, 4),
  at('status', 0, 11, 4, 7), at('country', 4, 11, 4, 7), at('type', 8, 11, 4, 7),
  at('forecast', 0, 18, 7, 7), at('filings', 7, 18, 5, 7),
  at('grace', 0, 25, 5, 7), at('fees', 5, 25, 3, 7), at('recent', 8, 25, 4, 7),
] // oxfmt-ignore

const USUAL: Readonly<Record<HomeKind, readonly Place[]>> = {
  administrator: [
    at('deadlines', 0, 0, 8, 3), at('quick', 8, 0, 4, 3),
    at('overdue', 0, 3, 8, 9), at('findings', 8, 3, 4, 5), at('jobs', 8, 8, 4, 4),
    at('status', 0, 12, 4, 7), at('country', 4, 12, 4, 7), at('filings', 8, 12, 4, 7),
    at('grace', 0, 19, 5, 7), at('forecast', 5, 19, 7, 7), at('approvals', 0, 26, 5, 6), at('recent', 5, 26, 7, 6),
  ], // oxfmt-ignore
  manager: MANAGER,
  engineer: ENGINEER,
  fees: [
    at('fees', 0, 0, 4, 10), at('forecast', 4, 0, 8, 10),
    at('grace', 0, 10, 8, 8), at('quick', 8, 10, 4, 3), at('recent', 8, 13, 4, 5),
    at('approvals', 0, 18, 8, 5),
  ], // oxfmt-ignore
  leader: [
    at('deadlines', 0, 0, 8, 3), at('quick', 8, 0, 4, 3),
    at('approvals', 0, 3, 8, 5), at('legal', 8, 3, 4, 9),
    at('mine', 0, 8, 8, 9), at('recent', 8, 12, 4, 5),
    at('filings', 0, 17, 6, 7),
  ], // oxfmt-ignore
  agency: [
    at('deadlines', 0, 0, 8, 3), at('quick', 8, 0, 4, 3),
    at('notices', 0, 3, 8, 10), at('clients', 8, 3, 4, 10),
    at('overdue', 0, 13, 8, 9), at('documents', 8, 13, 4, 9),
    at('drafts', 0, 22, 6, 7), at('recent', 6, 22, 6, 7),
    at('status', 0, 29, 4, 7), at('country', 4, 29, 4, 7), at('filings', 8, 29, 4, 7),
  ], // oxfmt-ignore
  inventor: [
    at('mine', 0, 0, 8, 12), at('asked', 8, 0, 4, 5), at('documents', 8, 5, 4, 7),
    at('recent', 0, 12, 8, 6), at('quick', 8, 12, 4, 6),
  ], // oxfmt-ignore
}

export const usualOf = (kind: HomeKind): Place[] => USUAL[kind].map((place) => ({ ...place }))

/** The size of a widget added by hand. */
export const sizeOf = (widget: Widget) => [...ENGINEER, ...MANAGER, ...USUAL.agency].find(({ i }) => i === widget) ?? { w: 4, h: 7 }
