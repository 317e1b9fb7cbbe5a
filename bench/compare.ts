import { cpuMs } from './cpu.ts'
import type { Made } from './generate.ts'
import { load, warmUp } from './load.ts'
import type { Running } from './processes.ts'
import { RUN, type Measured, type Shot } from './request.ts'
import type { Workload } from './workloads.ts'

export type Pair<T> = { innoe: T; floor: T }
/** Each workload with the results of both sides in every round. */
export type Compared = { workload: Workload; pairs: Pair<Figures>[] }
/** `cpu`: milliseconds of CPU per request, of the server and the database together. */
export type Figures = Measured & { cpu: number }
/** `database`: the parent process of all database processes. */
export type How = { rounds: number; seconds: number; connections: number; database: number }

/** Runs in interleaved rounds: the machine is noisy, so the ratios count. */
export async function compare(sides: Pair<Running>, made: Pick<Made, 'token'>, all: readonly Workload[], how: How): Promise<Compared[]> {
  const compared = all.map((workload): Compared => ({ workload, pairs: [] }))
  for (let round = 0; round < how.rounds; round++) {
    for (const { workload, pairs } of compared) {
      const pair = await oneRound(sides, made, workload, round, how)
      pairs.push(pair)
      for (const [who, { failed, first }] of Object.entries(pair))
        if (failed) console.error(`${workload.name}: ${failed} requests to ${who} failed${first && `, such as ${first}`}`)
      console.error(
        `${round + 1}/${how.rounds} ${workload.name}: ${(pair.innoe.perSecond / pair.floor.perSecond).toFixed(2)}, by CPU ${(pair.floor.cpu / pair.innoe.cpu).toFixed(2)}`,
      )
    }
  }
  return compared
}

type Side = keyof Pair<unknown>

/** Alternates the order of the two sides between rounds. */
async function oneRound(
  sides: Pair<Running>,
  { token }: Pick<Made, 'token'>,
  workload: Workload,
  round: number,
  { seconds, connections, database }: How,
) {
  const task = (side: Side) => ({ address: sides[side].address, token, connections, seconds, shots: workload[side] })
  // The product first: the floor writes for a new case the rows that the product wrote for its own.
  const refused = { innoe: await warmUp(task('innoe')), floor: await warmUp(task('floor')) }
  const measure = async (side: Side): Promise<Figures> => {
    const processes = [sides[side].pid, database]
    const before = cpuMs(processes)
    const run = () => load(task(side))
    const measured = workload.beside ? await besideEdits(sides[side].address, token, workload.beside[side], run) : await run()
    const cpu = (cpuMs(processes) - before) / measured.requests
    return { ...measured, cpu, failed: measured.failed + refused[side].failed, first: measured.first || refused[side].first }
  }
  if (round % 2) {
    const floor = await measure('floor')
    return { innoe: await measure('innoe'), floor }
  }
  return { innoe: await measure('innoe'), floor: await measure('floor') }
}

const EVERY_MS = 500
let edits = 0

async function besideEdits(address: string, token: string, shots: readonly Shot[], run: () => Promise<Measured>): Promise<Measured> {
  let failed = 0
  const edit = async () => {
    const n = edits++
    const { method, path, body } = shots[n % shots.length] ?? { method: 'POST', path: '/', body: {} }
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const answer = await fetch(address + path, { method, headers, body: JSON.stringify(body).replaceAll('{n}', `${RUN}-e${n}`) })
    await answer.arrayBuffer()
    if (!answer.ok) failed++
  }
  const timer = setInterval(() => void edit().catch(() => failed++), EVERY_MS)
  try {
    const measured = await run()
    return { ...measured, failed: measured.failed + failed, first: measured.first || (failed ? 'an edit' : '') }
  } finally {
    clearInterval(timer)
  }
}
