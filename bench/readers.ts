import { openConnection } from './connection.ts'
import { cpuMs } from './cpu.ts'
import type { Made } from './generate.ts'
import { median } from './median.ts'
import type { Reader } from './people.ts'
import type { Running } from './processes.ts'
import { requestOf, type Shot } from './request.ts'
import { createdBetween } from './screens/screens.ts'

export const CALLS = ['list', 'count', 'one'] as const
type Timed = { p50: number; cpu: number }
type Calls = Record<(typeof CALLS)[number], Timed>
/**
 * How one reader's calls compare with the same calls of an administrator who sees everything, made in turn with them (`all`). `first`: a list
 * with its exact total, of which the process has counted nothing yet. `refused`: what did not answer 200.
 */
export type ReadBy = { sees: string; total: number; first: number; own: Calls; all: Calls; refused: string }
export type Readers = { all: ReadBy; each: readonly ReadBy[] }

const MODEL = '/innoe-webapi/model/patent'
const TIMES = 9
/** Other numbers than those of the cases that the screens create. */
let creations = 1_000_000

/** Each call alone on one connection, a case created before it, so that no total is repeated; in turn with the administrator's. */
export async function measureReaders(alone: { innoe: Running; database: number }, made: Made, readers: readonly Reader[]): Promise<Readers> {
  await measure(alone, made, { sees: 'everything', token: made.token }, 3) // prepares statements and plans
  const all = await measure(alone, made, { sees: 'everything', token: made.token })
  const each: ReadBy[] = []
  for (const reader of readers) {
    const { first } = await measure(alone, made, reader, 3)
    const one = { ...(await measure(alone, made, reader)), first }
    each.push(one)
    console.error(
      `readers ${one.sees}: ${one.total} first ${first.toFixed(0)} ${CALLS.map((call) => `${call} ${(one.own[call].p50 / one.all[call].p50).toFixed(2)}`).join(', ')} ${one.refused}`,
    )
  }
  return { all, each }
}

async function measure(
  { innoe: { address, pid }, database }: { innoe: Running; database: number },
  made: Made,
  { sees, token }: Reader,
  times = TIMES,
): Promise<ReadBy> {
  const connection = await openConnection(address)
  let refused = ''
  const send = async (shot: Shot, as = token, n = 0) => {
    const request = requestOf({ address, token: as }, shot, n)
    const begun = performance.now()
    const { status, text } = await connection.send(request)
    const took = performance.now() - begun
    if (status !== 200) refused ||= `${status} ${text().slice(0, 200)}`
    return { took, text }
  }
  const alone = async (shot: Shot, as: string) => {
    await send(createdBetween(made.company), made.token, creations++)
    const before = cpuMs([pid, database])
    const { took } = await send(shot, as)
    return { took, cpu: cpuMs([pid, database]) - before }
  }
  const middle = (each: readonly { took: number; cpu: number }[]): Timed => ({
    p50: median(each.map(({ took }) => took)),
    cpu: median(each.map(({ cpu }) => cpu)),
  })
  const timed = async (shot: Shot): Promise<{ own: Timed; all: Timed }> => {
    const own = []
    const all = []
    for (let n = 0; n < times; n++) {
      all.push(await alone(shot, made.token))
      own.push(await alone(shot, token))
    }
    return { own: middle(own), all: middle(all) }
  }
  try {
    const list: Shot = { method: 'POST', path: `${MODEL}/do/search`, body: { iql: 'ORDER BY updated_at DESC', rows: 20, start: 0, total: 'capped' } } // as the list on screen asks
    const { took: first, text } = await send({ ...list, body: {} })
    const { data } = JSON.parse(text()) as { data?: { record: { sid: string }[]; total: number } } // the envelope
    const sid = data?.record[0]?.sid
    const [rows, count, one] = [
      await timed(list),
      await timed({ method: 'POST', path: `${MODEL}/do/count`, body: {} }),
      await timed(sid ? { method: 'GET', path: `${MODEL}/${sid}` } : list),
    ]
    const of = (whose: 'own' | 'all'): Calls => ({ list: rows[whose], count: count[whose], one: one[whose] })
    return { sees, total: data?.total ?? 0, first, own: of('own'), all: of('all'), refused }
  } finally {
    connection.close()
  }
}
