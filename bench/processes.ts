import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

export type Running = { address: string; pid: number; memory(): { now: number; most: number }; stop(): Promise<void> }

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The product as run by `npm start`, in a separate process. */
export const startInnoe = (url: string, folder: string) =>
  start(['--max-semi-space-size=8', at('../server/main.ts')], /Innoe\s+(http:\/\/[^/]+)/, {
    PORT: '0',
    HOST: '127.0.0.1',
    DATABASE_URL: url,
    INNOE_DATA: join(folder, 'innoe'),
    INNOE_DEMO: '0',
    INNOE_RATE_LIMIT: '1000000000',
    INNOE_COSTLY_LIMIT: '1000000000',
  })

export const startFloor = (url: string) => start([at('floor/floor.ts'), url, 't_default'], /floor (http:\S+)/, {})

/** The floor of what the people of a house do every day: their lists, their votes and their searches. */
export const startWorkFloor = (url: string) => start([at('work/floor.ts'), url, 't_default'], /floor (http:\S+)/, {})

async function start(args: string[], sign: RegExp, settings: Record<string, string>): Promise<Running> {
  const child = spawn(process.execPath, args, { env: { ...process.env, NODE_ENV: 'production', ...settings }, stdio: ['ignore', 'pipe', 'inherit'] })
  process.once('exit', () => child.kill('SIGKILL'))
  const lines = createInterface(child.stdout)
  const address = await new Promise<string>((ready, failed) => {
    lines.on('line', (line) => sign.exec(line)?.[1] && ready(sign.exec(line)?.[1] ?? ''))
    child.once('exit', (code) => failed(new Error(`${args[0]} ended with ${code}`)))
  })
  return { address, pid: child.pid ?? 0, memory: () => memoryOf(child), stop: () => stop(child) }
}

/** In MB: current and peak memory. */
function memoryOf({ pid }: ChildProcess) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const mb = (name: string) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024)
  return { now: mb('VmRSS'), most: mb('VmHWM') }
}

async function stop(child: ChildProcess) {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}
