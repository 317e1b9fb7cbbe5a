type Parts = Record<string, unknown>

/** Two values of a field as JSON: jsonb does not keep the order of keys, so the comparison ignores it. */
export function sameValue(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (Array.isArray(one) && Array.isArray(other)) return one.length === other.length && one.every((value, at) => sameValue(value, other[at]))
  if (isPlain(one) && isPlain(other)) return sameParts(one, other)
  return typeof one === 'object' && typeof other === 'object' && JSON.stringify(one) === JSON.stringify(other)
}

function isPlain(value: unknown): value is Parts {
  if (typeof value !== 'object' || value === null) return false
  const made = Object.getPrototypeOf(value)
  return made === Object.prototype || made === null
}

/** A part that is undefined is not written. */
const codesOf = (value: Parts) => Object.keys(value).filter((code) => value[code] !== undefined)

function sameParts(one: Parts, other: Parts): boolean {
  const codes = codesOf(one)
  return codes.length === codesOf(other).length && codes.every((code) => other[code] !== undefined && sameValue(one[code], other[code]))
}
