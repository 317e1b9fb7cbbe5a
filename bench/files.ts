import { setTimeout as wait } from 'node:timers/promises'
import { writeXlsx } from 'hucre/xlsx'
import type { Pair } from './compare.ts'
import type { Made } from './generate.ts'
import type { Running } from './processes.ts'
import { EXPORTED } from './workloads.ts'

export type Timed = { seconds: number; rows: number }
/** `bar`: the allowed multiple of the floor's time. */
export type TimedFile = { name: string; bar: number; pairs: Pair<Timed>[] }
type Job = { state: string; done: number; ok: number; failed: number; result_url: string | null; message: unknown }

const EXPORT_BAR = 1.5
const IMPORT_BAR = 3

/** Alternates like the workloads, each side with its own file. */
export async function measureFiles({ innoe, floor }: Pair<Running>, made: Made, rounds: number, rows: number, isWanted: (name: string) => boolean) {
  const exported: TimedFile = { name: 'export of about a tenth of the cases (.xlsx)', bar: EXPORT_BAR, pairs: [] }
  const imported: TimedFile = { name: `import of ${rows.toLocaleString('en')} rows (.xlsx)`, bar: IMPORT_BAR, pairs: [] }
  const all = [exported, imported].filter(({ name }) => isWanted(name))
  for (let round = 0; round < rounds; round++) {
    if (all.includes(exported))
      exported.pairs.push(await inTurns(round, { innoe: () => exportFrom(innoe.address, made), floor: () => exportFloor(floor.address) }))
    if (all.includes(imported)) imported.pairs.push(await importBoth({ innoe, floor }, made, rows))
  }
  return all
}

async function inTurns(round: number, { innoe, floor }: Pair<() => Promise<Timed>>): Promise<Pair<Timed>> {
  if (round % 2 === 0) return { innoe: await innoe(), floor: await floor() }
  const second = await floor()
  return { innoe: await innoe(), floor: second }
}

/** The product always runs first: the floor writes the rows that the product made of a similar row. */
async function importBoth({ innoe, floor }: Pair<Running>, made: Made, rows: number): Promise<Pair<Timed>> {
  const mark = Date.now().toString(36)
  const [one, other] = [await workbook(rows, mark), await workbook(rows, `F${mark}`)]
  return { innoe: await importInto(innoe.address, made, one), floor: await importFloor(floor.address, other, `BENCH-${mark}-0`) }
}

/** Measures from the request to the whole file. */
async function exportFrom(address: string, { token }: Made): Promise<Timed> {
  const begun = performance.now()
  const iql = `filing_date BETWEEN '${EXPORTED.from}' AND '${EXPORTED.to}' ORDER BY filing_date`
  const { job_sid } = await call<{ job_sid: string }>(address, token, 'patent/do/export', { iql, format: 'xlsx' })
  const job = await ended(address, token, job_sid)
  const file = await fetch(new URL(job.result_url ?? '', address), { headers: { authorization: `Bearer ${token}` } })
  if (!file.ok || (await file.arrayBuffer()).byteLength === 0) throw new Error(`the exported file: ${file.status}`)
  return { seconds: (performance.now() - begun) / 1000, rows: job.done }
}

async function exportFloor(floor: string): Promise<Timed> {
  const begun = performance.now()
  const answer = await fetch(`${floor}/export`, { method: 'POST', body: JSON.stringify(EXPORTED) })
  const { data } = (await answer.json()) as { data: { count: number } } // the floor's own response
  return { seconds: (performance.now() - begun) / 1000, rows: data.count }
}

async function workbook(rows: number, mark: string): Promise<Uint8Array<ArrayBuffer>> {
  const head = ['案号', '专利名称', '国家/地区', '申请日']
  const body = Array.from({ length: rows }, (_, n) => [`BENCH-${mark}-${n}`, `一种用于储能电站的电池模组第${n}号散热方法`, 'CN', '2024-03-01'])
  return new Uint8Array(await writeXlsx({ sheets: [{ name: 'Sheet1', rows: [head, ...body] }] }))
}

async function importInto(address: string, { token }: Made, book: Uint8Array<ArrayBuffer>): Promise<Timed> {
  const begun = performance.now()
  const form = new FormData()
  form.append('mode', 'report')
  form.append('file', new File([book], 'bench.xlsx'))
  const answer = await fetch(`${address}/innoe-webapi/model/patent/do/import`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${token}` },
  })
  const { data, message } = (await answer.json()) as { data?: { job_sid: string }; message?: string } // the envelope
  if (!data) throw new Error(`the import was refused: ${message}`)
  const job = await ended(address, token, data.job_sid)
  if (job.failed > 0) throw new Error(`${job.failed} rows were rejected: ${JSON.stringify(job.message)}`)
  return { seconds: (performance.now() - begun) / 1000, rows: job.ok }
}

/** `like` is a case imported by the product: the floor writes the same rows for each of its own. */
async function importFloor(floor: string, book: Uint8Array<ArrayBuffer>, like: string): Promise<Timed> {
  const begun = performance.now()
  const answer = await fetch(`${floor}/import/${like}`, { method: 'POST', body: book })
  if (!answer.ok) throw new Error(`the floor's import: ${await answer.text()}`)
  const { data } = (await answer.json()) as { data: { count: number } } // the floor's own response
  return { seconds: (performance.now() - begun) / 1000, rows: data.count }
}

async function ended(address: string, token: string, sid: string): Promise<Job> {
  for (;;) {
    const job = await call<Job>(address, token, `job/${sid}`)
    if (job.state === 'DONE') return job
    if (job.state !== 'WAITING' && job.state !== 'RUNNING') throw new Error(`the job ended as ${job.state}: ${JSON.stringify(job.message)}`)
    await wait(100)
  }
}

async function call<T>(address: string, token: string, path: string, body?: unknown): Promise<T> {
  const headers = { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) }
  const answer = await fetch(`${address}/innoe-webapi/model/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const { data, message } = (await answer.json()) as { data: T; message?: string } // the envelope
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${message}`)
  return data
}
