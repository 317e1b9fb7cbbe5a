// How a batch edit changes a field: sets it, clears it, appends to it, or replaces a part of it. Pure; the server changes and the screen previews by it.
import type { FieldType } from './fields.ts'

export type BatchMode = 'SET' | 'CLEAR' | 'APPEND' | 'REPLACE'
/** `find`: the text, or the entry of a list, that is replaced. */
export type BatchWay = { mode: BatchMode; find?: unknown }
export type BatchWays = Readonly<Record<string, BatchWay>>

const ALL = ['SET', 'CLEAR', 'APPEND', 'REPLACE'] as const
const MODES: Partial<Record<FieldType, readonly BatchMode[]>> = { string: ALL, text: ALL, options: ALL, references: ALL }

export const modesOf = (type: FieldType): readonly BatchMode[] => MODES[type] ?? ['SET', 'CLEAR']

/** The value afterwards. Entries of a list may be records: these are compared by their sid. */
export function valueAfter({ mode, find }: BatchWay, before: unknown, given: unknown): unknown {
  if (mode === 'CLEAR') return null
  if (mode === 'SET') return given
  const value = given ?? null
  if (Array.isArray(before) || Array.isArray(value)) return listAfter(mode, Array.isArray(before) ? before : [], { find, value })
  const text = typeof before === 'string' ? before : ''
  if (mode === 'APPEND') return text + textOf(value)
  return textOf(find) === '' ? before : text.replaceAll(textOf(find), textOf(value)) || null
}

function listAfter(mode: 'APPEND' | 'REPLACE', before: readonly unknown[], { find, value }: { find: unknown; value: unknown }): unknown[] {
  const given = Array.isArray(value) ? value : value === null ? [] : [value]
  const sought = keyOf(Array.isArray(find) ? find[0] : find)
  const all = mode === 'APPEND' ? [...before, ...given] : before.flatMap((one) => (keyOf(one) === sought ? given : [one]))
  return [...new Map(all.map((one) => [keyOf(one), one])).values()]
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

const keyOf = (one: unknown) => (typeof one === 'object' && one !== null && 'sid' in one ? String(one.sid) : String(one))
