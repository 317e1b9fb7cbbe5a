import { type Places, partAt } from '../../../model/kit/places.ts'

const MOST = 500

export const cut = (text: string | undefined) => (text ?? '').slice(0, MOST) || null

/** The columns of a row of law that repeat parts of its content. */
export const columnsOf = (content: object, places: Places) =>
  Object.fromEntries(Object.entries(places).map(([code, place]) => [code, columnOf(partAt(content, place))]))

const columnOf = (part: unknown) => (typeof part === 'string' ? cut(part) : (part ?? null))
