// Places the steps of a process from left to right: each after its predecessors, vertically at the middle of them.

export type Flow = { from: string; to: string }
export type Spot = { column: number; row: number }

/** `ways`: the spots that a flow passes between its ends, by `wayOf`. */
export type Placed = { spots: ReadonlyMap<string, Spot>; ways: ReadonlyMap<string, readonly Spot[]> }

export const wayOf = ({ from, to }: Flow) => `${from} → ${to}`

/** A flow that leads back does not push its target further; one that passes other steps has a row beside them. */
export function placeSteps(steps: readonly string[], flows: readonly Flow[]): Placed {
  const forward = flowsForward(steps, flows)
  const columns = columnsOf(steps, forward)
  const passed = passagesOf(forward, columns)
  const spots = spotsOf(columns, passed.flows)
  const spotAt = (place: string) => spots.get(place) ?? []
  return {
    spots: new Map(steps.map((step) => [step, spots.get(step) ?? { column: 0, row: 0 }])),
    ways: new Map([...passed.ways].map(([way, places]) => [way, places.flatMap(spotAt)])),
  }
}

/** Each flow over several columns has a place in every column between; `columns` is given those places, too. */
function passagesOf(forward: readonly Flow[], columns: Map<string, number>) {
  const ways = new Map<string, string[]>()
  const flows = forward.flatMap((flow) => {
    const [first, last] = [columns.get(flow.from) ?? 0, columns.get(flow.to) ?? 0]
    const places = Array.from({ length: Math.max(0, last - first - 1) }, (_, at) => `${wayOf(flow)} ${at}`)
    if (places.length > 0) ways.set(wayOf(flow), places)
    for (const [at, place] of places.entries()) columns.set(place, first + 1 + at)
    const all = [flow.from, ...places, flow.to]
    return all.slice(1).map((to, at): Flow => ({ from: all[at] ?? '', to }))
  })
  return { flows, ways }
}

function spotsOf(columns: ReadonlyMap<string, number>, forward: readonly Flow[]): ReadonlyMap<string, Spot> {
  const spots = new Map<string, Spot>()
  const last = Math.max(0, ...columns.values())
  for (let column = 0; column <= last; column++) {
    const here = [...columns.keys()].filter((step) => columns.get(step) === column)
    const wished = new Map(here.map((step, at) => [step, middleOf(step, forward, spots) ?? at]))
    const ordered = here.toSorted((one, other) => (wished.get(one) ?? 0) - (wished.get(other) ?? 0))
    const middle = ordered.reduce((sum, step) => sum + (wished.get(step) ?? 0), 0) / (ordered.length || 1)
    for (const [at, step] of ordered.entries()) spots.set(step, { column, row: middle + at - (ordered.length - 1) / 2 })
  }
  return spots
}

/** Without the flows that lead back to an earlier step. */
function flowsForward(steps: readonly string[], flows: readonly Flow[]): Flow[] {
  const leaving = Map.groupBy(
    flows.filter(({ from, to }) => steps.includes(from) && steps.includes(to)),
    ({ from }) => from,
  )
  const forward: Flow[] = []
  const state = new Map<string, 'open' | 'done'>()
  const visit = (step: string) => {
    state.set(step, 'open')
    for (const flow of leaving.get(step) ?? []) {
      if (state.get(flow.to) === 'open') continue
      forward.push(flow)
      if (!state.has(flow.to)) visit(flow.to)
    }
    state.set(step, 'done')
  }
  for (const step of steps) if (!state.has(step)) visit(step)
  return forward
}

/** The longest way to each step. */
function columnsOf(steps: readonly string[], forward: readonly Flow[]): Map<string, number> {
  const columns = new Map(steps.map((step) => [step, 0]))
  for (let round = 0; round < steps.length; round++) {
    let hasMoved = false
    for (const { from, to } of forward) {
      const least = (columns.get(from) ?? 0) + 1
      if ((columns.get(to) ?? 0) >= least) continue
      columns.set(to, least)
      hasMoved = true
    }
    if (!hasMoved) break
  }
  return columns
}

function middleOf(step: string, forward: readonly Flow[], spots: ReadonlyMap<string, Spot>): number | undefined {
  const before = forward.flatMap(({ from, to }) => (to === step ? (spots.get(from) ?? []) : []))
  return before.length > 0 ? before.reduce((sum, { row }) => sum + row, 0) / before.length : undefined
}
