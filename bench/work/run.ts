import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { readConfig } from '../../server/config.ts'
import { startEmbedded } from '../../server/database/cluster/embedded.ts'
import { openServer } from '../../server/open.ts'
import { compare, type Compared } from '../compare.ts'
import { generate } from '../generate.ts'
import { startInnoe, startWorkFloor } from '../processes.ts'
import { fillFinished, startApprovals } from './approvals.ts'
import { makeDocuments } from './documents.ts'
import { listsOf } from './lists.ts'
import { makeWorkers } from './people.ts'
import { measureRecognition } from './recognition.ts'
import { reportWork, type WorkResults } from './report.ts'
import { measureVotes } from './votes.ts'

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: 'data/bench-work' },
    cases: { type: 'string', default: '20000' },
    open: { type: 'string', default: '5000' },
    finished: { type: 'string', default: '1000000' },
    documents: { type: 'string', default: '1000000' },
    texts: { type: 'string', default: '' },
    pages: { type: 'string', default: '' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '16' },
    only: { type: 'string', default: '' },
    quick: { type: 'boolean', default: false },
  },
})
const sizes = { open: Number(values.open), finished: Number(values.finished), documents: Number(values.documents) }
const how = {
  rounds: values.quick ? 1 : Number(values.rounds),
  seconds: values.quick ? 1 : Number(values.seconds),
  connections: Number(values.connections),
}
const folder = resolve(values.data)
const LAST = new URL('last.md', import.meta.url)
/** `--only` names a part of a list or a search, `votes`, `recognition` or `data`, which measures nothing. */
const isWanted = (name: string) => name.includes(values.only)

async function main() {
  mkdirSync(folder, { recursive: true })
  const database = await startEmbedded({ data: folder })
  const pool = new pg.Pool({ connectionString: database.url, max: 4, options: '-c search_path=t_default,public' })
  pool.on('error', () => {}) // the database stops soon after
  try {
    const made = await generate(database.url, folder, Number(values.cases))
    const workers = await makeWorkers(database.url, folder)
    const words = await documentsIn(database.url)
    const sides = { innoe: await startInnoe(database.url, folder), floor: await startWorkFloor(database.url) }
    try {
      const begun = await startApprovals(sides.innoe.address, made.token, made.company, folder, workers, sizes.open)
      await fillFinished(pool, sides.innoe.address, workers, begun, sizes.finished)
      if (values.only === 'data') return
      const memory = () => ({ innoe: sides.innoe.memory(), floor: sides.floor.memory() })
      let results: WorkResults = { sizes, how, busy: loadavg()[0] ?? 0, words, compared: [], memory: memory() }
      const keep = (more: Partial<WorkResults>) => writeFileSync(LAST, reportWork((results = { ...results, ...more, memory: memory() })))
      const postmaster = Number.parseInt(readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8'), 10)
      const [first, other] = workers.voters
      if (!first || !other) throw new Error('nobody votes')
      const { rows } = await pool.query<{ case_sid: string }>('select case_sid from document where case_sid is not null limit 1')
      const asked = listsOf({ admin: made.token, own: workers.own.token, first, other }, words, rows[0]?.case_sid ?? '')
      const compared: Compared[] = []
      for (const { token, workload } of asked.filter((one) => isWanted(one.workload.name))) {
        compared.push(...(await compare(sides, { token }, [workload], { ...how, connections: 1, database: postmaster })))
        keep({ compared })
      }
      const address = { innoe: sides.innoe.address, floor: sides.floor.address }
      if (isWanted('votes')) keep({ votes: await measureVotes(pool, address, workers, values.quick ? 3 : 20, how.connections) })
      if (isWanted('recognition')) keep({ recognised: await measureRecognition(values.pages, values.quick ? 2 : 10) })
      console.log(readFileSync(LAST, 'utf8'))
    } finally {
      await Promise.all([sides.innoe.stop(), sides.floor.stop()])
    }
  } finally {
    await pool.end()
    await database.stop()
  }
}

async function documentsIn(url: string) {
  const server = await openServer(readConfig({ INNOE_DATA: join(folder, 'innoe'), DATABASE_URL: url, INNOE_DEMO: '0' }), url)
  try {
    return await makeDocuments(server, folder, sizes.documents, values.texts)
  } finally {
    await server.close()
  }
}

await main()
// The product's reader of pages stays ready for the next page.
process.exit()
