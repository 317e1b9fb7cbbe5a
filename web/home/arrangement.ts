// Which widgets a person sees, and where; kept on the server like the columns of their lists.
export const WIDGETS = [
  'deadlines',
  'overdue',
  'fees',
  'grace',
  'forecast',
  'status',
  'country',
  'type',
  'filings',
  'quick',
  'recent',
  'findings',
  'jobs',
] as const
export type Widget = (typeof WIDGETS)[number]
export type Place = { i: Widget; x: number; y: number; w: number; h: number }
export type Arrangement = { places: Place[]; quick: string[] }

export const COLUMNS = 12
export const MOST_QUICK = 6
const LEAST = { w: 2, h: 3 } as const
const TALLEST = 24

const USUAL: readonly Place[] = [
  { i: 'deadlines', x: 0, y: 0, w: 8, h: 3 },
  { i: 'quick', x: 8, y: 0, w: 4, h: 3 },
  { i: 'overdue', x: 0, y: 3, w: 8, h: 8 },
  { i: 'fees', x: 8, y: 3, w: 4, h: 8 },
  { i: 'grace', x: 0, y: 11, w: 5, h: 7 },
  { i: 'forecast', x: 5, y: 11, w: 7, h: 7 },
  { i: 'status', x: 0, y: 18, w: 4, h: 7 },
  { i: 'country', x: 4, y: 18, w: 4, h: 7 },
  { i: 'filings', x: 8, y: 18, w: 4, h: 7 },
  { i: 'recent', x: 0, y: 25, w: 8, h: 7 },
  { i: 'findings', x: 8, y: 25, w: 4, h: 7 },
]

/** What each widget is made of; without the permission it has nothing to show. */
export const NEEDS: Readonly<Record<Widget, string | null>> = {
  deadlines: 'deadline',
  overdue: 'deadline',
  fees: 'fee',
  grace: 'fee',
  forecast: 'fee',
  status: 'patent',
  country: 'patent',
  type: 'patent',
  filings: 'patent',
  quick: null,
  recent: 'patent',
  findings: 'finding',
  jobs: 'job',
}

/** As it was kept, as far as it can be read; else the usual one. */
export function arrangementOf(kept: unknown): Arrangement {
  const given = typeof kept === 'object' && kept !== null ? kept : {}
  const places = 'places' in given && Array.isArray(given.places) ? given.places.flatMap(placeOf) : []
  const quick = 'quick' in given && Array.isArray(given.quick) ? given.quick.filter((one): one is string => typeof one === 'string') : []
  const once = places.filter(({ i }, at) => places.findIndex((one) => one.i === i) === at)
  return { places: once.length ? once : usual(), quick: quick.slice(0, MOST_QUICK) }
}

export const usual = (): Place[] => [...USUAL]

function placeOf(given: unknown): Place[] {
  if (typeof given !== 'object' || given === null || !('i' in given)) return []
  const i = WIDGETS.find((one) => one === given.i)
  const number = (key: string, least: number, most: number) => {
    const value = (given as Record<string, unknown>)[key] // an object, as seen above
    return typeof value === 'number' && Number.isFinite(value) ? Math.min(most, Math.max(least, Math.round(value))) : least
  }
  if (!i) return []
  const w = number('w', LEAST.w, COLUMNS)
  return [{ i, x: number('x', 0, COLUMNS - w), y: number('y', 0, 500), w, h: number('h', LEAST.h, TALLEST) }]
}

/** A widget more, below the others. */
export function withWidget(places: readonly Place[], i: Widget): Place[] {
  if (places.some((one) => one.i === i)) return [...places]
  const bottom = Math.max(0, ...places.map(({ y, h }) => y + h))
  const size = USUAL.find((one) => one.i === i) ?? { w: 4, h: 7 }
  return [...places, { i, x: 0, y: bottom, w: size.w, h: size.h }]
}

/** On a narrow screen one below the other, in the order in which they are read. */
export function stacked(places: readonly Place[]): Place[] {
  let y = 0
  return [...places]
    .sort((one, other) => one.y - other.y || one.x - other.x)
    .map((one) => {
      const place = { ...one, x: 0, w: COLUMNS, y }
      y += one.h
      return place
    })
}
