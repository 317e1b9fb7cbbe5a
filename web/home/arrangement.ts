// The widgets of a person and their places; stored on the server like list columns.
export const WIDGETS = [
  'deadlines', 'overdue', 'mine', 'fees', 'grace', 'forecast', 'status', 'legal', 'country', 'type', 'filings', 'quick', 'recent', 'findings', 'jobs',
  'asked', 'documents', 'notices', 'clients', 'drafts', 'approvals',
] as const // oxfmt-ignore
export type Widget = (typeof WIDGETS)[number]
export type Place = { i: Widget; x: number; y: number; w: number; h: number }
export type Arrangement = { places: Place[]; quick: string[] }

export const COLUMNS = 12
/** In pixels: the height of a row, and the gap between widgets. */
export const ROW = 30
export const GAP = 10
export const MOST_QUICK = 6
export const LEAST = { w: 2, h: 3 } as const
const TALLEST = 24

/** The model of each widget; without the permission it is not shown. */
export const NEEDS: Readonly<Record<Widget, string | null>> = {
  deadlines: 'deadline',
  overdue: 'deadline',
  mine: 'case',
  fees: 'fee',
  grace: 'fee',
  forecast: 'fee',
  status: 'case',
  legal: 'case',
  country: 'case',
  type: 'case',
  filings: 'case',
  quick: null,
  recent: 'case',
  findings: 'finding',
  jobs: 'job',
  asked: 'deadline',
  documents: 'document',
  notices: 'deadline',
  clients: 'case',
  drafts: 'case',
  approvals: null,
}

/** The stored arrangement, as far as it is valid; else the default. A user who removed every widget gets none. */
export function arrangementOf(kept: unknown, usual: readonly Place[]): Arrangement {
  const given = typeof kept === 'object' && kept !== null ? kept : {}
  const places = 'places' in given && Array.isArray(given.places) ? given.places.flatMap(placeOf) : []
  const quick = 'quick' in given && Array.isArray(given.quick) ? given.quick.filter((one): one is string => typeof one === 'string') : []
  const once = places.filter(({ i }, at) => places.findIndex((one) => one.i === i) === at)
  const isEmptied = 'places' in given && Array.isArray(given.places) && given.places.length === 0
  return { places: once.length || isEmptied ? once : [...usual], quick: quick.slice(0, MOST_QUICK) }
}

function placeOf(given: unknown): Place[] {
  if (typeof given !== 'object' || given === null || !('i' in given)) return []
  const i = WIDGETS.find((one) => one === given.i)
  const number = (key: string, least: number, most: number) => {
    const value = (given as Record<string, unknown>)[key] // an object, as checked above
    return typeof value === 'number' && Number.isFinite(value) ? Math.min(most, Math.max(least, Math.round(value))) : least
  }
  if (!i) return []
  const w = number('w', LEAST.w, COLUMNS)
  return [{ i, x: number('x', 0, COLUMNS - w), y: number('y', 0, 500), w, h: number('h', LEAST.h, TALLEST) }]
}

/** Adds a widget below the others. */
export function withWidget(places: readonly Place[], i: Widget, size: { w: number; h: number }): Place[] {
  if (places.some((one) => one.i === i)) return [...places]
  const bottom = Math.max(0, ...places.map(({ y, h }) => y + h))
  return [...places, { i, x: 0, y: bottom, w: size.w, h: size.h }]
}

/** Closes the gaps of hidden widgets: each widget moves up to the next one above it, like in the arranging grid. */
export function closedUp(places: readonly Place[]): Place[] {
  const settled = new Map<Widget, Place>()
  for (const place of [...places].sort((one, other) => one.y - other.y || one.x - other.x)) {
    const above = [...settled.values()].filter((one) => one.x < place.x + place.w && place.x < one.x + one.w)
    settled.set(place.i, { ...place, y: Math.max(0, ...above.map(({ y, h }) => y + h)) })
  }
  return places.map((place) => settled.get(place.i) ?? place)
}

/** On a narrow screen the widgets are stacked in reading order. */
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

export const STEPS = ['left', 'right', 'up', 'down', 'wider', 'narrower', 'taller', 'shorter'] as const
type Step = (typeof STEPS)[number]

/** Moves a widget by the keyboard; the grid then closes gaps from below. */
export function stepped(places: readonly Place[], i: Widget, step: Step): Place[] {
  const place = places.find((one) => one.i === i)
  if (!place) return [...places]
  if (step === 'up' || step === 'down') return lifted(places, place, step)
  const changes: Readonly<Record<Exclude<Step, 'up' | 'down'>, Partial<Place>>> = {
    left: { x: Math.max(0, place.x - 1) },
    right: { x: Math.min(COLUMNS - place.w, place.x + 1) },
    wider: { w: Math.min(COLUMNS, place.w + 1), x: Math.min(place.x, COLUMNS - Math.min(COLUMNS, place.w + 1)) },
    narrower: { w: Math.max(LEAST.w, place.w - 1) },
    taller: { h: Math.min(TALLEST, place.h + 1) },
    shorter: { h: Math.max(LEAST.h, place.h - 1) },
  }
  return places.map((one) => (one === place ? { ...one, ...changes[step] } : one))
}

/** Swaps with its neighbour above or below. */
function lifted(places: readonly Place[], place: Place, step: 'up' | 'down'): Place[] {
  const isOver = (one: Place) => one !== place && one.x < place.x + place.w && place.x < one.x + one.w
  const over = places.filter((one) => isOver(one) && (step === 'up' ? one.y < place.y : one.y > place.y))
  const nearest = over.sort((one, other) => (step === 'up' ? other.y + other.h - one.y - one.h : one.y - other.y))[0]
  if (!nearest) return [...places]
  const [top, bottom] = step === 'up' ? [place, nearest] : [nearest, place]
  const y = Math.min(place.y, nearest.y)
  return places.map((one) => (one === top ? { ...one, y } : one === bottom ? { ...one, y: y + top.h } : one))
}
