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
/** How one reader's calls compare with the same calls of an administrator who sees everything. `refused`: what did not answer 200. */
export type ReadBy = { sees: string; total: number; own: Record<(typeof CALLS)[number], Timed>; refused: string }
export type Readers = { all: ReadBy; each: readonly ReadBy[] }

const MODEL = '/innoe-webapi/model/patent'
const TIMES = 9
/** Other numbers than those of the cases that the screens create. */
let creations = 1_000_000

/** Each call alone on one connection, a case created before it, so that no total is repeated. */
export async function measureReaders(alone: { innoe: Running; database: number }, made: Made, readers: readonly Reader[]): Promise<Readers> {
  await measure(alone, made, { sees: 'everything', token: made.token }, 3) // prepares statements and plans
  const all = await measure(alone, made, { sees: 'everything', token: made.token })
  const each: ReadBy[] = []
  for (const reader of readers) {
    await measure(alone, made, reader, 3)
    const one = await measure(alone, made, reader)
    each.push(one)
    console.error(
      `readers ${one.sees}: ${one.total} ${CALLS.map((call) => `${call} ${(one.own[call].p50 / all.own[call].p50).toFixed(2)}`).join(', ')} ${one.refused}`,
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
  const timed = async (shot: Shot): Promise<Timed> => {
    const took: number[] = []
    let cpu = 0
    for (let n = 0; n < times; n++) {
      await send(createdBetween(made.company), made.token, creations++)
      const before = cpuMs([pid, database])
      took.push((await send(shot)).took)
      cpu += cpuMs([pid, database]) - before
    }
    return { p50: median(took), cpu: cpu / times }
  }
  try {
    const list: Shot = { method: 'POST', path: `${MODEL}/do/search`, body: { iql: 'ORDER BY updated_at DESC', rows: 20, start: 0, total: 'capped' } } // as the list on screen asks
    const { data } = JSON.parse((await send({ ...list, body: {} })).text()) as { data?: { record: { sid: string }[]; total: number } } // the envelope
    const sid = data?.record[0]?.sid
    const own = {
      list: await timed(list),
      count: await timed({ method: 'POST', path: `${MODEL}/do/count`, body: {} }),
      one: await timed(sid ? { method: 'GET', path: `${MODEL}/${sid}` } : list),
    }
    return { sees, total: data?.total ?? 0, own, refused }
  } finally {
    connection.close()
  }
}
