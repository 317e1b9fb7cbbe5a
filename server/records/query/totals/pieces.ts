/** From the first to the last key of written records. */
export type Span = readonly [first: string, last: string]

const MOST_SPANS = 20

/** Few records one by one, many by their first and last key: records that are made together lie together. */
export function spansOf(rows: readonly { sid?: unknown }[]): Span[] {
  const keys = rows.map(({ sid }) => String(sid).toLowerCase()).sort()
  const [first, last] = [keys[0], keys.at(-1)]
  if (first === undefined || last === undefined) return []
  return keys.length > MOST_SPANS ? [[first, last]] : keys.map((key) => [key, key])
}

/** The records of a model in pieces by their keys; `first` is the first key of each, `writes` the number of writes to each. */
type Pieces = { first: readonly string[]; writes: Uint32Array }
type Counted = { pieces: Pieces; others: string; writes: Uint32Array; counts: Int32Array }

/** A piece to count, from its first key up to the first key of the next one. */
export type Piece = { at: number; low: string; high: string }

/** How a condition is counted. `others`: the state of what it reads in other models. */
export type Counting = {
  model: string
  key: string
  others: string
  /** The first keys of the pieces but the first; none where there are fewer than `least` records. */
  cut(least: number): Promise<readonly string[]>
  whole(first: readonly string[]): Promise<readonly { at: number; n: number }[]>
  some(pieces: readonly Piece[]): Promise<readonly { at: number; n: number }[]>
}

const LEAST = '00000000-0000-0000-0000-000000000000'
const BEYOND = 'ffffffff-ffff-ffff-ffff-ffffffffffff' // no key is as high
const LEAST_ROWS = 50_000
const SMALL_FOR_MS = 60_000
const KEPT = 200
/** More pieces are not counted one by one. */
const MOST_STALE = 128
/** After so many writes to one piece, which gets all new records, all are cut anew. */
const MOST_WRITES = 3000

type State = { least: number; cut: Map<string, Promise<Pieces>>; open: Map<string, Pieces>; kept: Map<string, Counted> }

/**
 * Counts of conditions that no declared field covers, such as those of a permission. They are kept piece by piece: after a write only the
 * pieces with the written records are counted again, so that a total of a million records costs as much as one of some hundred.
 */
export function openPieces(least = LEAST_ROWS) {
  const state: State = { least, cut: new Map(), open: new Map(), kept: new Map() }
  return {
    /** Records of the model were written: these, or any. */
    wrote(model: string, spans?: readonly Span[]) {
      const pieces = state.open.get(model)
      if (!pieces || isRoomLeft(pieces, spans)) return
      state.open.delete(model)
      state.cut.delete(model)
      for (const [key, counted] of state.kept) if (counted.pieces === pieces) state.kept.delete(key)
    },
    /** Whether little is left to count. */
    knows(counting: Counting) {
      const pieces = state.open.get(counting.model)
      return pieces !== undefined && staleOf(state, counting, pieces) !== undefined
    },
    async count(counting: Counting): Promise<number> {
      const pieces = await piecesOf(state, counting)
      const found = staleOf(state, counting, pieces)
      const writes = pieces.writes.slice() // before the reading: a write meanwhile counts again
      const counts = found ? found.known.counts.slice() : new Int32Array(pieces.first.length)
      const read = !found ? await counting.whole(pieces.first) : found.stale.length > 0 ? await counting.some(found.stale) : []
      for (const { at, n } of read) counts[at] = n
      keep(state, counting, { pieces, writes, counts })
      return counts.reduce((sum, n) => sum + n, 0)
    },
  }
}

export type AllPieces = ReturnType<typeof openPieces>

/** Notes a write; false when the pieces have had too many. */
function isRoomLeft({ first, writes }: Pieces, spans: readonly Span[] = [[LEAST, BEYOND]]): boolean {
  let most = 0
  for (const [low, high] of spans)
    for (let at = placeOf(first, low); at < first.length && (first[at] ?? '') <= high; at++) {
      writes[at] = (writes[at] ?? 0) + 1
      most = Math.max(most, writes[at] ?? 0)
    }
  return most <= MOST_WRITES
}

function piecesOf({ least, cut, open }: State, { model, cut: read }: Counting): Promise<Pieces> {
  const known = cut.get(model)
  if (known) return known
  const made = read(least).then((first): Pieces => ({ first: [LEAST, ...first], writes: new Uint32Array(first.length + 1) }))
  cut.set(model, made)
  const forget = () => cut.get(model) === made && cut.delete(model)
  made.then((pieces) => {
    open.set(model, pieces)
    if (pieces.first.length === 1) setTimeout(forget, SMALL_FOR_MS).unref() // it may grow
  }, forget)
  return made
}

/** The kept counts, and the pieces of which they are no longer true; a single piece is counted as a whole. */
function staleOf({ kept }: State, { key, others }: Counting, pieces: Pieces): { known: Counted; stale: Piece[] } | undefined {
  const known = kept.get(key)
  if (!known || known.pieces !== pieces || known.others !== others || pieces.first.length === 1) return undefined
  const stale: Piece[] = []
  for (const [at, writes] of pieces.writes.entries()) {
    if (writes === known.writes[at]) continue
    if (stale.length === MOST_STALE) return undefined
    stale.push({ at, low: pieces.first[at] ?? LEAST, high: pieces.first[at + 1] ?? BEYOND })
  }
  return { known, stale }
}

function keep({ kept }: State, { key, others }: Counting, counted: Omit<Counted, 'others'>) {
  kept.delete(key)
  kept.set(key, { ...counted, others })
  if (kept.size > KEPT) kept.delete(kept.keys().next().value ?? '')
}

/** The place of the last piece that begins at or before the key. */
function placeOf(first: readonly string[], key: string): number {
  let [low, high] = [0, first.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((first[middle] ?? '') <= key) low = middle
    else high = middle - 1
  }
  return low
}
