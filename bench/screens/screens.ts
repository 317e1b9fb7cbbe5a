import { openConnection } from '../connection.ts'
import { cpuMs } from '../cpu.ts'
import type { Made } from '../generate.ts'
import { median } from '../median.ts'
import type { Running } from '../processes.ts'
import { requestOf, type Shot } from '../request.ts'
import { callsOf } from './calls.ts'
import { FURTHER, type SampleCase, screensOf } from './list.ts'

/** One call of a screen, alone and uncached: milliseconds at p50, and of CPU on average. */
export type Shown = { screen: string; call: string; p50: number; cpu: number; bar: number; failed: string }

const SCREEN_BAR_MS = 300

type Alone = { innoe: Running; database: number }

export async function measureScreens(alone: Alone, made: Made, sample: SampleCase, isWanted: (name: string) => boolean): Promise<Shown[]> {
  const named = ({ name }: { name: string }) => isWanted(`screens ${name}`)
  const calls = await callsOf(alone.innoe.address, made, screensOf(sample).filter(named))
  const all = [...calls.map(({ screen: { name, bar }, shot }) => ({ name, bar, shot })), ...FURTHER.filter(named)]
  const shown: Shown[] = []
  for (const { name, bar = SCREEN_BAR_MS, shot } of all) {
    const one = { screen: name, call: callName(shot), bar, ...(await measureAlone(alone, made, shot)) }
    shown.push(one)
    console.error(`${name} · ${one.call.slice(0, 120)}: ${one.p50.toFixed(0)} ms ${one.failed}`)
  }
  return shown
}

const MAX_TIMES = 7
/** Slow calls are repeated less often: their figure is far from the bar all the same. */
const ENOUGH_MS = 2000
/** The figures of a chart that took longer than this may be reused for ten times as long. */
const KEPT_FROM_MS = 100

let creations = 0

/** Before each call a case is created, with deadlines and fees, which invalidates the totals of all three; cached charts are waited out. */
async function measureAlone(
  { innoe: { address, pid }, database }: Alone,
  { token, company }: Made,
  shot: Shot,
): Promise<Pick<Shown, 'p50' | 'cpu' | 'failed'>> {
  const connection = await openConnection(address)
  const times: number[] = []
  let [failed, cpu] = ['', 0]
  const send = async (one: Shot, n: number) => {
    const request = requestOf({ address, token }, one, n)
    const begun = performance.now()
    const { status, text } = await connection.send(request)
    const took = performance.now() - begun
    if (status !== 200) failed ||= `${status} ${text().slice(0, 200)}`
    return took
  }
  try {
    for (let spent = 0; times.length % 2 === 0 || (times.length < MAX_TIMES && spent < ENOUGH_MS);) {
      const lastly = times.at(-1) ?? 0
      if (lastly > KEPT_FROM_MS) await new Promise((done) => setTimeout(done, 10 * lastly))
      await send(createdBetween(company), creations++)
      const before = cpuMs([pid, database])
      const took = await send(shot, 0)
      cpu += cpuMs([pid, database]) - before
      times.push(took)
      spent += took
    }
  } finally {
    connection.close()
  }
  return { p50: median(times), cpu: cpu / times.length, failed }
}

export function createdBetween(company_sid: string): Shot {
  const facts = { country: 'CN', patent_type: 'INVENTION', status: 'FILED', filing_date: '2026-10-10', claims_count: 12 }
  return { method: 'POST', path: '/innoe-webapi/model/patent/do/create', body: { case_no: 'BENCH-S{n}', title: '基准 {n}', company_sid, ...facts } }
}

/** The form in the table: without the list of fields. */
function callName({ method, path, body }: Shot) {
  const name = path.replace('/innoe-webapi/model/', '')
  return [method === 'GET' ? 'GET' : '', name, body === undefined ? '' : JSON.stringify({ ...body, fl: undefined })].filter(Boolean).join(' ')
}
