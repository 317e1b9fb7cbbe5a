import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { testDatabase } from './postgres.ts'

const MAIN = fileURLToPath(new URL('../../server/main.ts', import.meta.url))
const START_TIMEOUT_MS = 180_000

export type RunningServer = {
  /** Such as `http://127.0.0.1:40123`. */
  address: string
  /** What a new installation prints: the first logins with their one-time passwords. */
  logins: readonly { account: string; password: string }[]
  stop: () => Promise<void>
}

/** The whole product in a process of its own, on a free port, with an empty database and folder: as `npm start` runs it. */
export async function startServer(settings: Readonly<Record<string, string>> = {}): Promise<RunningServer> {
  const data = mkdtempSync(join(tmpdir(), 'innoe-server-'))
  const own = { PORT: '0', HOST: '127.0.0.1', INNOE_DATA: data, DATABASE_URL: await testDatabase() }
  const child = spawn(process.execPath, [MAIN], { env: { ...process.env, ...own, ...settings }, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  const stop = async () => {
    child.kill('SIGTERM')
    const late = setTimeout(() => child.kill('SIGKILL'), 10_000)
    await ended
    clearTimeout(late)
    rmSync(data, { recursive: true, force: true, maxRetries: 5 })
  }
  process.once('exit', () => child.kill('SIGKILL'))
  return new Promise((ready, failed) => {
    let output = ''
    let address = ''
    const logins: { account: string; password: string }[] = []
    const late = setTimeout(() => failed(new Error(`the server did not start:\n${output}`)), START_TIMEOUT_MS)
    void ended.then(() => failed(new Error(`the server ended at its start:\n${output}`)))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-20_000)))
    createInterface(child.stdout).on('line', (line) => {
      output += `${line}\n`
      address = /^Innoe\s+(http\S+?)\/innoe-web\//.exec(line)?.[1] ?? address
      const [, account, password] = /First login: (\S+)\s+(\S+)/.exec(line) ?? []
      if (account && password) logins.push({ account, password })
      if (!line.includes('Ctrl-C')) return
      clearTimeout(late)
      ready({ address, logins, stop })
    })
  })
}
