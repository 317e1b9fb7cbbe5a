import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { startEmbedded } from '../server/database/embedded.ts'
import { exportFloor, exportFrom, importFloor, importInto, type Timed, workbook } from './files.ts'
import { generate, type Made } from './generate.ts'
import type { Measured } from './load.ts'
import { load, type Running, startFloor, startInnoe } from './processes.ts'
import { type Workload, workloads } from './workloads.ts'

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    data: { type: 'string', default: 'data/bench' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '4' },
    connections: { type: 'string', default: '16' },
    only: { type: 'string', default: '' },
    quick: { type: 'boolean', default: false },
  },
})
const rows = Number(values.rows)
const rounds = values.quick ? 1 : Number(values.rounds)
const seconds = values.quick ? 1.5 : Number(values.seconds)
const connections = Number(values.connections)
const folder = join(resolve(values.data), String(rows))

/** The product beside the floor, in interleaved rounds: the machine is noisy, so the ratios are what counts. */
async function main() {
  mkdirSync(folder, { recursive: true })
  const database = await startEmbedded({ data: folder })
  try {
    const made = await generate(database.url, folder, rows)
    const pool = new pg.Pool({ connectionString: database.url, max: 2, options: '-c search_path=t_default,public' })
    await cleanUp(pool)
    const [innoe, floor] = [await startInnoe(database.url, folder), await startFloor(database.url, made)]
    try {
      const report = await measure(innoe, floor, made)
      console.log(report)
      writeFileSync(new URL('last.md', import.meta.url), report)
    } finally {
      await Promise.all([innoe.stop(), floor.stop()])
      await cleanUp(pool)
      await pool.end()
    }
  } finally {
    await database.stop()
  }
}

/** What a run writes goes again, so that the next one finds the same data. */
async function cleanUp(pool: pg.Pool) {
  const made = `select sid from patent where case_no like 'BENCH-%'`
  await pool.query(`delete from change_log where record_sid in (${made.replace('sid', 'sid::text')})`)
  for (const table of ['deadline', 'fee']) await pool.query(`delete from ${table} where case_sid in (${made})`)
  await pool.query(`delete from patent where case_no like 'BENCH-%'`)
  await pool.query(
    `delete from record_count where model = 'patent'; insert into record_count select 'patent', company_sid, count(*) from patent where deleted_at is null group by 2`,
  )
  await pool.query('vacuum analyze patent')
}

type Pair<T> = { innoe: T; floor: T }

async function measure(innoe: Running, floor: Running, made: Made): Promise<string> {
  const all = workloads(made).filter(({ name }) => name.includes(values.only))
  const found = new Map<string, Pair<Measured>[]>(all.map(({ name }) => [name, []]))
  for (let round = 0; round < rounds; round++) {
    for (const workload of all) {
      const pair = await oneRound(innoe, floor, made, workload, round)
      found.get(workload.name)?.push(pair)
      for (const [who, { failed, first }] of Object.entries(pair))
        if (failed) console.error(`${workload.name}: ${failed} requests to ${who} failed, such as ${first}`)
      console.error(`${round + 1}/${rounds} ${workload.name}: ${ratio(pair)}`)
    }
  }
  const files = values.only ? [] : await measureFiles(innoe, floor, made)
  return told(found, files, { innoe: innoe.memory(), floor: floor.memory() })
}

/** In turn, and the first of one round is the second of the next. */
async function oneRound(innoe: Running, floor: Running, { token }: Made, workload: Workload, round: number): Promise<Pair<Measured>> {
  const ask = (address: string, shots: Workload['innoe'], time: number, least = 0) =>
    load({ address, token, connections, seconds: time, shots, least })
  // Each request once before: a case that came by bulk load gets its deadlines with its first change.
  await ask(innoe.address, workload.innoe, 0.5, workload.innoe.length)
  await ask(floor.address, workload.floor, 0.5, workload.floor.length)
  const product = () => ask(innoe.address, workload.innoe, seconds)
  const bare = () => ask(floor.address, workload.floor, seconds)
  if (round % 2) {
    const second = await bare()
    return { innoe: await product(), floor: second }
  }
  return { innoe: await product(), floor: await bare() }
}

async function measureFiles(innoe: Running, floor: Running, made: Made): Promise<[name: string, Pair<Timed>][]> {
  const size = values.quick ? Math.min(rows, 2000) : Math.min(rows, 20_000)
  const exported = { innoe: await exportFrom(innoe.address, made), floor: await exportFloor(floor.address) }
  const mark = Date.now().toString(36)
  const [one, other] = [await workbook(size, mark), await workbook(size, `F${mark}`)]
  const imported = { innoe: await importInto(innoe.address, made, one), floor: await importFloor(floor.address, other, `BENCH-${mark}-0`) }
  return [
    [`export of ${exported.innoe.rows.toLocaleString('en')} rows (.xlsx)`, exported],
    [`import of ${imported.innoe.rows.toLocaleString('en')} rows (.xlsx)`, imported],
  ]
}

const ratio = ({ innoe, floor }: Pair<Measured>) => (innoe.perSecond / floor.perSecond).toFixed(2)
const ms = ({ p50, p95, p99 }: Measured) => [p50, p95, p99].map((one) => (one < 10 ? one.toFixed(1) : one.toFixed(0))).join(' / ')
const median = <T>(list: readonly T[], by: (one: T) => number) => list.toSorted((a, b) => by(a) - by(b))[Math.floor(list.length / 2)]

type Memory = ReturnType<Running['memory']>

function told(found: Map<string, Pair<Measured>[]>, files: [string, Pair<Timed>][], memory: Pair<Memory>) {
  const lines = [...found].flatMap(([name, pairs]) => {
    const pair = median(pairs, ({ innoe, floor }) => innoe.perSecond / floor.perSecond)
    return pair
      ? [
          `| ${name} | ${ratio(pair)} | ${pair.innoe.perSecond.toFixed(0)} | ${pair.floor.perSecond.toFixed(0)} | ${ms(pair.innoe)} | ${ms(pair.floor)} |`,
        ]
      : []
  })
  const slow = files.map(
    ([name, { innoe, floor }]) =>
      `| ${name} | ${(floor.seconds / innoe.seconds).toFixed(2)} | ${innoe.seconds.toFixed(1)} s | ${floor.seconds.toFixed(1)} s | | |`,
  )
  return [
    '# Innoe beside the floor',
    '',
    `${rows.toLocaleString('en')} patents, ${(rows * 5).toLocaleString('en')} fees; ${connections} connections, ${seconds} s a round, median of ${rounds}; Node ${process.versions.node}, ${cpus().length} cores (${cpus()[0]?.model.trim()}) shared by database, server and load; ${new Date().toISOString().slice(0, 10)}.`,
    'The floor answers the same from the same tables with the best SQL found and does nothing else: no session, permission, validation, custom fields, deadlines or envelope. What the product makes of an imported file it writes too, by COPY of such rows. The ratio is what Innoe keeps of its throughput.',
    '',
    '| workload | ratio | Innoe /s | floor /s | Innoe p50 / p95 / p99 ms | floor p50 / p95 / p99 ms |',
    '| --- | ---: | ---: | ---: | ---: | ---: |',
    ...lines,
    ...slow,
    '',
    `Memory at the end (and the most): Innoe ${memory.innoe.now} MB (${memory.innoe.most}), floor ${memory.floor.now} MB (${memory.floor.most}).`,
    '',
  ].join('\n')
}

await main()
