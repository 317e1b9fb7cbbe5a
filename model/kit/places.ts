// The path of a part in a record's content, for a column that repeats that part.
export type Places = Readonly<Record<string, readonly string[]>>

type Content = Readonly<Record<string, unknown>>

const isContent = (value: unknown): value is Content => typeof value === 'object' && value !== null && !Array.isArray(value)

export const partAt = (content: unknown, place: readonly string[]): unknown =>
  place.reduce<unknown>((part, key) => (isContent(part) && Object.hasOwn(part, key) ? part[key] : undefined), content)

/** The content with that part set; undefined removes it. */
export function withPart(content: unknown, [key = '', ...rest]: readonly string[], part: unknown): Content {
  const { [key]: own, ...others } = isContent(content) ? content : {}
  const value = rest.length > 0 ? withPart(own, rest, part) : part
  return value === undefined ? others : { ...others, [key]: value }
}
