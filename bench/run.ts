import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { startEmbedded } from '../server/database/cluster/embedded.ts'
import { handleOf } from '../server/database/pool.ts'
import { recount } from '../server/records/query/totals/totals.ts'
import { declaredModels } from '../server/records/registry.ts'
import { compare, type Pair } from './compare.ts'
import { makePayers, measureCosts, type Payer } from './costs.ts'
import { measureFiles } from './files.ts'
import { generate, type Made } from './generate.ts'
import { makePeople, type Reader } from './people.ts'
import { type Running, startFloor, startInnoe } from './processes.ts'
import { measureReaders } from './readers.ts'
import { report, type Results } from './report.ts'
import { measureScreens } from './screens/screens.ts'
import { workloads } from './workloads.ts'

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
const how = {
  rounds: values.quick ? 1 : Number(values.rounds),
  seconds: values.quick ? 2 : Number(values.seconds),
  connections: Number(values.connections),
}
if (how.rounds % 2 !== 1) throw new Error('--rounds is an odd number: of an even one there is no median')
const folder = join(resolve(values.data), String(rows))
/** `--only` names a part of a workload's name, `export`, `import`, `readers`, `costs`, `screens` or `screens <name>`. */
const isWanted = (name: string) => name.includes(values.only)

async function main() {
  mkdirSync(folder, { recursive: true })
  const database = await startEmbedded({ data: folder })
  try {
    const made = await generate(database.url, folder, rows)
    const people = isWanted('readers') ? await makePeople(database.url, folder) : []
    const payers = isWanted('costs') || values.only.startsWith('costs') ? await makePayers(database.url, folder, made) : []
    const pool = new pg.Pool({ connectionString: database.url, max: 2, options: '-c search_path=t_default,public' })
    pool.on('error', () => {}) // the database stops soon after
    await cleanUp(pool)
    const sides = { innoe: await startInnoe(database.url, folder), floor: await startFloor(database.url) }
    try {
      await measure(sides, made, { people, payers }, pool)
      console.log(readFileSync(LAST, 'utf8'))
    } finally {
      await Promise.all([sides.innoe.stop(), sides.floor.stop()])
      await cleanUp(pool)
      await pool.end()
    }
  } finally {
    await database.stop()
  }
}

const LAST = new URL('last.md', import.meta.url)
/** Saves after each part, so that an interrupted run keeps its measurements. */
const keep = (results: Results) => writeFileSync(LAST, report(results))

type Persons = { people: readonly Reader[]; payers: readonly Payer[] }

async function measure(sides: Pair<Running>, made: Made, { people, payers }: Persons, pool: pg.Pool) {
  const [busy = 0] = loadavg()
  const database = Number.parseInt(readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8'), 10)
  // The floor moves filing dates to any day at once, and so does Innoe where no second person is asked.
  await pool.query(`insert into setting (key, value) values ('docketing.two_people', 'false') on conflict (key) do update set value = 'false'`)
  const pending = await pendingCases(pool, made)
  const memory = () => ({ innoe: sides.innoe.memory(), floor: sides.floor.memory() })
  const empty: Results = {
    rows,
    busy,
    how: { ...how, database },
    compared: [],
    files: [],
    screens: [],
    readers: undefined,
    costs: undefined,
    memory: memory(),
  }
  const shown = { ...empty, screens: await measureScreens({ innoe: sides.innoe, database }, made, pending[0], isWanted), memory: memory() }
  keep(shown)
  const readers = people.length > 0 ? await measureReaders({ innoe: sides.innoe, database }, made, people) : undefined
  const costs = payers.length > 0 ? await measureCosts({ innoe: sides.innoe, database }, made, payers, isWanted) : undefined
  keep({ ...shown, readers, costs })
  const asked = workloads(
    made,
    pending.map(({ sid }) => sid),
  ).filter(({ name }) => isWanted(name))
  const compared = { ...shown, readers, costs, compared: await compare(sides, made, asked, { ...how, database }), memory: memory() }
  keep(compared)
  const imported = Math.min(rows, values.quick ? 2000 : 20_000)
  keep({ ...compared, files: await measureFiles(sides, made, how.rounds, imported, isWanted), memory: memory() })
}

const PENDING = 200

/** Chinese inventions that are only filed, so that their filing date may still change. */
async function pendingCases(pool: pg.Pool, { sids }: Made) {
  const { rows: found } = await pool.query<{ sid: string; case_no: string }>(
    `select sid, case_no from patent where sid = any($1) and country = 'CN' and patent_type = 'INVENTION' and status = 'FILED' and deleted_at is null order by sid limit ${PENDING}`,
    [sids],
  )
  const [first, ...rest] = found
  if (!first) throw new Error('the data has no pending case')
  return [first, ...rest] as const
}

/** Deletes the rows of a run, so that the next one finds the same data. */
async function cleanUp(pool: pg.Pool) {
  await forgetJobs(pool)
  const made = `select sid from patent where case_no like 'BENCH-%'`
  await pool.query(`delete from change_log where record_sid in (${made.replace('sid', 'sid::text')})`)
  for (const table of ['deadline', 'fee']) await pool.query(`delete from ${table} where case_sid in (${made})`)
  await pool.query(`delete from patent where case_no like 'BENCH-%'`)
  const { all } = await declaredModels()
  for (const name of ['patent', 'deadline', 'fee']) {
    const model = all.get(name)
    if (model) await recount(handleOf(pool, 't_default'), model)
    await pool.query(`vacuum analyze ${name}`)
  }
}

/** A job of an interrupted run would continue beside this one. */
async function forgetJobs(pool: pg.Pool) {
  const { rows: found } = await pool.query<{ jobs: unknown }>(`select to_regclass('innoe_jobs.job') as jobs`)
  if (found[0]?.jobs) await pool.query(`update innoe_jobs.job set state = 'cancelled' where state in ('created', 'retry', 'active')`)
}

await main()
