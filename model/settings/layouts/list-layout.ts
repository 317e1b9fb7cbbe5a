// The order of the tabs of a page, and the usual columns of a list.
import type { Words } from '../../kit/fields.ts'
import type { Model } from '../../kit/model.ts'

export type PlacedTab = { key: string; hidden?: boolean }

/** The tab that every page opens with. */
export const FIRST_TAB = 'overview'
const MAX_TABS = 60
/** Limit for one list. */
export const MAX_COLUMNS = 20

type Read<T> = { fault: Words } | { read: T }
const fault = (zh: string, en: string) => ({ fault: [zh, en] as const })

/** The keys are those of the screens; one that a page does not have is passed over. */
export function readTabs(given: unknown): Read<PlacedTab[]> {
  if (!Array.isArray(given) || given.length > MAX_TABS)
    return fault(`应为最多 ${MAX_TABS} 个标签页的列表`, `must be a list of at most ${MAX_TABS} tabs`)
  const read: PlacedTab[] = []
  for (const [at, one] of given.entries()) {
    const { key, hidden }: Record<string, unknown> = typeof one === 'object' && one !== null ? { ...one } : {}
    if (typeof key !== 'string' || !/^[a-z][a-z0-9_.]{0,99}$/.test(key)) return fault(`第 ${at + 1} 个标签页不正确`, `tab ${at + 1} is not valid`)
    if (read.some((other) => other.key === key)) return fault(`标签页“${key}”出现了两次`, `the tab “${key}” stands in it twice`)
    if (key === FIRST_TAB && hidden === true) return fault('概览不能隐藏', 'the overview cannot be hidden')
    read.push({ key, ...(hidden === true && { hidden }) })
  }
  return { read }
}

export function readColumns({ fields }: Model, given: unknown): Read<string[]> {
  if (!Array.isArray(given) || given.length > MAX_COLUMNS)
    return fault(`应为最多 ${MAX_COLUMNS} 列的列表`, `must be a list of at most ${MAX_COLUMNS} columns`)
  for (const code of given) {
    const field = typeof code === 'string' && Object.hasOwn(fields, code) ? fields[code] : undefined
    if (!field || field.internal || field.secret || field.type === 'json' || field.coded || code === 'sid')
      return fault(`“${String(code).slice(0, 60)}”不能作为列`, `“${String(code).slice(0, 60)}” cannot be a column`)
  }
  const twice = given.find((code, at) => given.indexOf(code) < at)
  return twice === undefined
    ? { read: given.map(String) }
    : fault(`列“${String(twice)}”出现了两次`, `the column “${String(twice)}” stands in it twice`)
}
