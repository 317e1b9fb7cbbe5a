import { setFlagsFromString } from 'node:v8'
import { setTimeout as wait } from 'node:timers/promises'
import { buildApp } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { type Database, startEmbedded } from './database/cluster/embedded.ts'
import { takeFirstStart } from './seed/first-start.ts'
import { openServer } from './open.ts'
import { startJobs } from './jobs/start.ts'
import { listenAt, refuseTakenPort } from './http/listen.ts'
import { seedTenant, seedTenants } from './seed/seed.ts'
import type { FirstLogin } from './seed/rows.ts'
import { startTracing, stopTracing } from './observability/tracing.ts'
import { systemFault } from './system-fault.ts'

// What lives in memory may double before it is swept. By itself V8 lets it grow fourfold, an import or export then takes what others need.
setFlagsFromString('--heap-growing-percent=100')

// Connections that are still open then are dropped, so that a stop takes less than ten seconds; the database always shuts down properly.
const CLOSE_TIMEOUT_MS = 3000
// Ctrl-C under npm arrives twice at once: from the terminal and from npm. Asked again later than that, we go at once.
const TWICE = 1000

const closers: (() => Promise<unknown>)[] = []
let database: Promise<Database> | undefined
let ending: Promise<void> | undefined
/** Until there is a port, nothing is to be drained. */
let drain = async () => {}

/** Everything that was opened is closed again, the latest first; once, however often it is asked for. */
function stop(code: number): Promise<void> {
  return (ending ??= closeAll(code))
}

async function closeAll(code: number) {
  if (code === 0) await drain()
  for (const close of closers.reverse()) await Promise.race([close().catch(() => {}), wait(CLOSE_TIMEOUT_MS)])
  const running = await Promise.race([database?.catch(() => undefined), wait(CLOSE_TIMEOUT_MS)])
  await running?.stop()
  process.exit(code)
}

function heedSignals() {
  let asked = 0
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (asked && Date.now() - asked > TWICE) process.exit(1)
      asked ||= Date.now()
      void stop(0)
    })
}

/** Order: database, schemas, seed, jobs, then the HTTP listener. */
async function start() {
  heedSignals()
  try {
    const config = readConfig()
    await refuseTakenPort(config)
    await startTracing()
    closers.push(stopTracing)
    const server = await openServer(config, await databaseOf(config), { level: config.logLevel ?? 'warn' })
    closers.push(server.close)
    server.tenants.beforeLate((tenant) => seedTenant(tenant, false))
    const turn = await takeFirstStart(server)
    closers.push(turn.leave)
    const first = await seedTenants(server)
    const jobs = await startJobs(server)
    closers.push(jobs.stop)
    const app = await buildApp(server)
    closers.push(() => app.close())
    if (ending) return
    tell(await listenAt(app, config), first)
    drain = () => {
      server.stopping.abort()
      return wait((config.drainSeconds ?? 0) * 1000)
    }
    await turn.complete()
  } catch (error) {
    if (ending) return // what was under way broke off
    const fault = systemFault(error)
    console.error(fault ? `${fault.words('zh')}\n${fault.words('en')}` : error)
    await stop(1)
  }
}

async function databaseOf(config: Config): Promise<string> {
  if (config.databaseUrl) return config.databaseUrl
  database = startEmbedded(config)
  const { url, died } = await database
  void died.then((fault) => (console.error(`${fault.words('zh')}\n${fault.words('en')}`), stop(1)))
  return url
}

function tell(address: string, first: readonly FirstLogin[]) {
  console.log(`\nInnoe  ${address}/innoe-web/`)
  for (const login of first) console.log(`首次登录 First login: ${login.account}  ${login.password}`)
  if (first.length) console.log('此密码只显示一次，登录后须修改。 This password is shown once and must be changed at the first login.')
  console.log('按 Ctrl-C 停止。 Press Ctrl-C to stop.\n')
}

await start()
