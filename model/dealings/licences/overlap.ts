export type Granted = {
  licence_type: string | null
  direction: string | null
  territories: readonly string[] | null
  start_date: string | null
  end_date: string | null
}

/** Types under which no other licence may be given; Patent Law of China, art. 12 and 51. */
const ALONE: ReadonlySet<unknown> = new Set(['EXCLUSIVE', 'SOLE'])

/** Whether two licences of one right exclude each other: at least one is exclusive or sole, and territories and times overlap. */
export function excludeEachOther(one: Granted, other: Granted): boolean {
  if (one.direction !== other.direction) return false
  // A sub-licence is given under another licence, and not beside it.
  if (one.licence_type === 'SUB' || other.licence_type === 'SUB') return false
  if (!ALONE.has(one.licence_type) && !ALONE.has(other.licence_type)) return false
  return sharesTerritory(one, other) && sharesTime(one, other)
}

/** Without a territory the licence applies everywhere. */
function sharesTerritory({ territories: one }: Granted, { territories: other }: Granted) {
  if (!one?.length || !other?.length) return true
  return one.some((country) => other.includes(country))
}

const sharesTime = (one: Granted, other: Granted) =>
  (one.start_date ?? '') <= (other.end_date ?? LAST) && (other.start_date ?? '') <= (one.end_date ?? LAST)

const LAST = '9999-12-31'
