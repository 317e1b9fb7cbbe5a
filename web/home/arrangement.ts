// The arrangement of a person's widgets; stored on the server like list columns.
import { COLUMNS, keptPlaces, LEAST, type Place, TALLEST } from '../../model/portal/layout.ts'

export type Arrangement = { places: Place[]; quick: string[] }

/** In pixels: the height of a row, and the gap between widgets. */
export const ROW = 30
export const GAP = 10
export const MAX_QUICK = 6

/** The stored arrangement, as far as it is valid; else the default. A user who removed every widget gets none. */
export function arrangementOf(kept: unknown, usual: readonly Place[]): Arrangement {
  const given = typeof kept === 'object' && kept !== null ? kept : {}
  const places = 'places' in given ? keptPlaces(given.places) : []
  const quick = 'quick' in given && Array.isArray(given.quick) ? given.quick.filter((one): one is string => typeof one === 'string') : []
  const isEmptied = 'places' in given && Array.isArray(given.places) && given.places.length === 0
  return { places: places.length || isEmptied ? places : [...usual], quick: quick.slice(0, MAX_QUICK) }
}

/** Adds a widget below the others. */
export function withWidget(places: readonly Place[], i: string, size: { w: number; h: number }): Place[] {
  if (places.some((one) => one.i === i)) return [...places]
  const bottom = Math.max(0, ...places.map(({ y, h }) => y + h))
  return [...places, { i, x: 0, y: bottom, w: size.w, h: size.h }]
}

/** Closes the gaps of hidden widgets: each widget moves up to the next one above it, like in the arranging grid. */
export function closedUp(places: readonly Place[]): Place[] {
  const settled = new Map<string, Place>()
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
export function stepped(places: readonly Place[], i: string, step: Step): Place[] {
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
