import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { after } from 'node:test'
import type { TestServer } from './server.ts'

const children = new Set<ChildProcess>()
after(() => {
  for (const child of children) child.kill('SIGKILL')
})

/** A process of its own that runs the jobs of the test's server, to be killed. */
export async function startWorker({ server: { config }, url }: Pick<TestServer, 'server' | 'url'>) {
  const env = {
    ...process.env,
    DATABASE_URL: url,
    STORAGE_URL: config.storageUrl,
    INNOE_DATA: config.data,
    INNOE_SECRET: config.secret,
    INNOE_ROLE: 'worker',
    NODE_TEST_CONTEXT: '',
  }
  const child = spawn(process.execPath, [new URL('worker.ts', import.meta.url).pathname], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  children.add(child)
  await once(child.stdout, 'data')
  return child
}
