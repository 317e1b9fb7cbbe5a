// The grid of a portal, with the place of each component.
import type { Words } from '../kit/fields.ts'
import { STATISTIC_CODE } from '../statistics/definition.ts'
import { widgetNamed } from './widgets.ts'

/** `i`: the code of a widget of the product, of a component of the tenant, or of a statistic. */
export type Place = { i: string; x: number; y: number; w: number; h: number }

export const COLUMNS = 12
export const LEAST = { w: 2, h: 3 } as const
export const TALLEST = 24
export const LOWEST = 500
export const MAX_PLACES = 60
/** The codes of components, which no widget of the product has. */
export const COMPONENT_CODE = /^c_[a-z0-9]{6,40}$/

export const isPlaceable = (code: unknown): code is string =>
  typeof code === 'string' && (widgetNamed(code) !== undefined || COMPONENT_CODE.test(code) || STATISTIC_CODE.test(code))

type Fault = { fault: Words }

/** A layout as a caller sends it: the places, or why it is none. */
export function readLayout(given: unknown): { places: Place[] } | Fault {
  if (!Array.isArray(given)) return fault('应为组件位置的列表', 'must be a list of places')
  if (given.length > MAX_PLACES) return fault(`最多 ${MAX_PLACES} 个组件`, `takes at most ${MAX_PLACES} components`)
  const places: Place[] = []
  for (const [at, one] of given.entries()) {
    const place = placeOf(one)
    if (!place) return fault(`第 ${at + 1} 个组件的位置或大小不正确`, `place ${at + 1} has no valid code, position or size`)
    if (places.some(({ i }) => i === place.i)) return fault(`组件“${place.i}”重复`, `contains “${place.i}” twice`)
    const other = places.find((known) => overlap(known, place))
    if (other) return fault(`组件“${place.i}”与“${other.i}”重叠`, `“${place.i}” overlaps “${other.i}”`)
    places.push(place)
  }
  return { places }
}

const fault = (zh: string, en: string): Fault => ({ fault: [zh, en] })

function placeOf(given: unknown): Place | undefined {
  if (typeof given !== 'object' || given === null) return undefined
  const { i, x, y, w, h } = given as Record<string, unknown> // an object
  const isWithin = (value: unknown, least: number, most: number): value is number =>
    typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most
  if (!isPlaceable(i)) return undefined
  if (!isWithin(w, LEAST.w, COLUMNS) || !isWithin(h, LEAST.h, TALLEST)) return undefined
  if (!isWithin(x, 0, COLUMNS - w) || !isWithin(y, 0, LOWEST)) return undefined
  return { i, x, y, w, h }
}

const overlap = (one: Place, other: Place) =>
  one.x < other.x + other.w && other.x < one.x + one.w && one.y < other.y + other.h && other.y < one.y + one.h

/** Places as a person or an earlier version stored them, as far as they are valid; each component once. */
export function keptPlaces(kept: unknown): Place[] {
  const places = Array.isArray(kept) ? kept.flatMap(nearestPlace) : []
  return places.filter(({ i }, at) => places.findIndex((one) => one.i === i) === at)
}

function nearestPlace(given: unknown): Place[] {
  if (typeof given !== 'object' || given === null || !('i' in given) || !isPlaceable(given.i)) return []
  const number = (key: string, least: number, most: number) => {
    const value = (given as Record<string, unknown>)[key] // an object, as checked above
    return typeof value === 'number' && Number.isFinite(value) ? Math.min(most, Math.max(least, Math.round(value))) : least
  }
  const w = number('w', LEAST.w, COLUMNS)
  return [{ i: given.i, x: number('x', 0, COLUMNS - w), y: number('y', 0, LOWEST), w, h: number('h', LEAST.h, TALLEST) }]
}
