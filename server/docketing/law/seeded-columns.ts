import { type Places, partAt } from '../../../model/kit/places.ts'

const MAX_CHARS = 500

export const cut = (text: string | undefined) => (text ?? '').slice(0, MAX_CHARS) || null

/** The columns of a row of law that repeat parts of its content. */
export const columnsOf = (content: object, places: Places) =>
  Object.fromEntries(Object.entries(places).map(([code, place]) => [code, columnOf(partAt(content, place))]))

const columnOf = (part: unknown) => (typeof part === 'string' ? cut(part) : (part ?? null))
