// The layouts of the product: the home page of each kind of work.
import { STATISTIC_CODE } from '../statistics/definition.ts'
import type { Place } from './layout.ts'
import { type HomeKind, type Widget } from './widgets.ts'

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
    at('filings', 0, 17, 6, 7), at('tasks', 6, 17, 6, 7),
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
    at('tasks', 0, 12, 8, 6), at('quick', 8, 12, 4, 6),
    at('recent', 0, 18, 8, 6),
  ], // oxfmt-ignore
}

export const usualOf = (kind: HomeKind): Place[] => USUAL[kind].map((place) => ({ ...place }))

/** The size of a widget added by hand. */
export const sizeOf = (widget: string): { w: number; h: number } =>
  [...ENGINEER, ...MANAGER, ...USUAL.agency].find(({ i }) => i === widget) ?? (STATISTIC_CODE.test(widget) ? { w: 6, h: 9 } : { w: 4, h: 7 })
