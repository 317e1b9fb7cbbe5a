import { setFlagsFromString } from 'node:v8'
import { buildApp } from './app.ts'
import { readConfig, StartFault } from './config.ts'
import { startEmbedded } from './database/embedded.ts'
import { openServer } from './open.ts'
import { startJobs } from './jobs/start.ts'
import { seedTenants } from './seed.ts'

// What lives in memory may double before it is swept. By itself V8 lets it grow fourfold, an import or export then takes what others need.
setFlagsFromString('--heap-growing-percent=100')

/** Database, schemas, seed, jobs, then the door. Everything that was opened is closed again on a signal or a fault. */
async function start() {
  const closers: (() => Promise<unknown>)[] = []
  const stop = async (code: number) => {
    for (const close of closers.reverse()) await close().catch(() => {})
    process.exit(code)
  }
  try {
    const config = readConfig()
    const database = config.databaseUrl ? undefined : await startEmbedded(config)
    if (database) {
      closers.push(database.stop)
      void database.died.then((fault) => (console.error(fault.words('en')), stop(1)))
    }
    const server = await openServer(config, config.databaseUrl ?? database?.url ?? '', { level: process.env.LOG_LEVEL ?? 'warn' })
    closers.push(server.close)
    const first = await seedTenants(server)
    const jobs = await startJobs(server)
    closers.push(jobs.stop)
    const app = await buildApp(server)
    closers.push(() => app.close())
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop(0))
    const address = await listen(app, config)
    console.log(`\nInnoe  ${address}/innoe-web/`)
    for (const login of first) console.log(`首次登录 First login: ${login.account}  ${login.password}`)
    if (first.length) console.log('此密码只显示一次，登录后须修改。 This password is shown once and must be changed at the first login.')
    console.log('按 Ctrl-C 停止。 Ctrl-C stops it.\n')
  } catch (error) {
    if (error instanceof StartFault) console.error(`${error.words('zh')}\n${error.words('en')}`)
    else console.error(error)
    await stop(1)
  }
}

async function listen(app: Awaited<ReturnType<typeof buildApp>>, { port, host }: { port: number; host: string }) {
  try {
    return await app.listen({ port, host })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && (error.code === 'EADDRINUSE' || error.code === 'EACCES'))) throw error
    const taken = error.code === 'EADDRINUSE'
    throw new StartFault(
      taken
        ? [
            `端口 ${port} 已被占用：请停止占用它的程序，或用 PORT=… 另选端口`,
            `Port ${port} is taken: stop the program that uses it, or choose another with PORT=…`,
          ]
        : [`没有权限监听端口 ${port}`, `Not permitted to listen on port ${port}`],
    )
  }
}

await start()
