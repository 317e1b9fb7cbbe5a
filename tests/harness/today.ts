const Real = Date
let ahead = 0

/** From here on this process takes the day for the given one, and its clock goes on from noon in Shanghai. For tests whose facts have fixed days; it may be moved again. */
export function startOn(day: string) {
  ahead = Real.parse(`${day}T04:00:00Z`) - Real.now()
  globalThis.Date = Moved
}

const Moved = new Proxy(Real, {
  construct: (_, given: [] | [value: number | string | Date]) => (given.length === 0 ? new Real(Real.now() + ahead) : new Real(given[0])),
  get: (_, name) => (name === 'now' ? () => Real.now() + ahead : Reflect.get(Real, name)),
})

/** That day, or the day of the last event if that is later: an event has no effect before its day. */
export const seenOn = (events: readonly { date: string }[] = [], day: string) => [day, ...events.map(({ date }) => date)].toSorted().at(-1) ?? day
