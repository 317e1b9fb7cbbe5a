// The list settings of one person: columns, density, page size and default view. Stored on the server, for all browsers.
import type { Lang } from '../../../model/kit/fields.ts'
import { MAX_COLUMNS } from '../../../model/settings/layouts/list-layout.ts'
import type { WireField, WireSchema } from '../../../model/kit/wire/wire.ts'

export type Column = { code: string; width?: number; pinned?: boolean }
/** `arranged`: the columns of a view as changed by this person; `first`: the default view of the list. */
export type ListSettings = { columns: Column[]; arranged: Record<string, Column[]>; first: string; rows: number; density: 'small' | 'middle' }

const MIN_WIDTH = 64
const MAX_WIDTH = 720
export const MAX_SELECTED = 100

/** The defaults: the columns of a layout, or the module's, or else the model's own list fields; of a name in two languages, the one in the user's. */
export function defaultSettings(schema: WireSchema, lang: Lang, usual?: readonly string[]): ListSettings {
  const chosen = keepKnown(
    (schema.columns ?? usual)?.map((code) => ({ code })),
    schema,
  )
  if (chosen.length > 0) return { ...PLAIN, columns: chosen }
  const listed = schema.fields.filter((field) => field.list && isColumn(field)).map(({ code }) => code)
  const display = schema.display
    .filter((code) => schema.fields.some((field) => field.code === code && isColumn(field)))
    .map((code, at) => (lang === 'en' && at > 0 && listed.includes(`${code}_en`) ? `${code}_en` : code))
  const all = [...new Set([...display, ...listed])]
  const isEnglishOf = (code: string, some: readonly string[]) => code.endsWith('_en') && some.includes(code.slice(0, -3))
  const isForeign = (code: string) =>
    lang === 'zh' ? isEnglishOf(code, all) : isEnglishOf(code, display) || (all.includes(`${code}_en`) && !display.includes(code))
  const codes = all.filter((code) => !isForeign(code)).slice(0, MAX_COLUMNS)
  return { ...PLAIN, columns: codes.map((code) => ({ code })) }
}

const PLAIN = { arranged: {}, first: '', rows: 20, density: 'small' } as const

/** Saved settings outlive their schema: removed fields are left out, and the table is never empty. */
export function settingsOf(saved: unknown, schema: WireSchema, lang: Lang, usual?: readonly string[]): ListSettings {
  const ordinary = defaultSettings(schema, lang, usual)
  if (typeof saved !== 'object' || saved === null) return ordinary
  // Written by this file under this key; each part is still checked before use.
  const given = saved as Partial<ListSettings>
  const columns = keepKnown(given.columns, schema)
  return {
    columns: columns.length > 0 ? columns : ordinary.columns,
    arranged: typeof given.arranged === 'object' && given.arranged !== null ? given.arranged : {},
    first: typeof given.first === 'string' ? given.first : '',
    rows: given.rows === 50 || given.rows === 100 ? given.rows : 20,
    density: given.density === 'middle' ? 'middle' : 'small',
  }
}

export function keepKnown(columns: readonly Column[] | undefined, schema: WireSchema): Column[] {
  const known = new Set(schema.fields.filter(isColumn).map(({ code }) => code))
  const seen = new Set<string>()
  return (Array.isArray(columns) ? columns : [])
    .filter(({ code }) => known.has(code) && !seen.has(code) && seen.add(code))
    .slice(0, MAX_COLUMNS)
    .map((column) => (column.width ? { ...column, width: widthWithin(column.width) } : column))
}

export const isColumn = ({ code, type, secret, coded }: WireField) => code !== 'sid' && type !== 'json' && !secret && !coded

export const widthWithin = (width: number) => Math.round(Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, width)))

/** Pinned columns come first, in their own order. */
export const inOrder = (columns: readonly Column[]) => [...columns.filter((c) => c.pinned), ...columns.filter((c) => !c.pinned)]

export function moveColumn(columns: readonly Column[], code: string, to: number): Column[] {
  const moved = columns.find((column) => column.code === code)
  if (!moved) return [...columns]
  const rest = columns.filter((column) => column !== moved)
  return [...rest.slice(0, to), moved, ...rest.slice(to)]
}

export function toggleColumn(columns: readonly Column[], code: string): Column[] {
  if (columns.some((column) => column.code === code)) {
    return columns.length > 1 ? columns.filter((column) => column.code !== code) : [...columns]
  }
  return columns.length < MAX_COLUMNS ? [...columns, { code }] : [...columns]
}

export const changeColumn = (columns: readonly Column[], code: string, changes: Partial<Column>) =>
  columns.map((column) => (column.code === code ? { ...column, ...changes } : column))
