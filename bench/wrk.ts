import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { dayOf, FIRST, RUN, type Measured, type Task } from './request.ts'

const run = promisify(execFile)
const SCRIPT = fileURLToPath(new URL('wrk.lua', import.meta.url))

/** wrk exits with 1 when it only prints its version. */
export const hasWrk = () =>
  run('wrk', ['-v']).then(
    () => true,
    (fault: { stdout?: string }) => Boolean(fault.stdout?.startsWith('wrk')),
  )

let runs = 0

/** wrk's script gets the list of requests as a Lua table, and returns its figures as one line of JSON. */
export async function loadWithWrk({ address, token, connections, seconds, shots }: Task): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'innoe-wrk-'))
  try {
    const list = join(folder, 'shots.lua')
    writeFileSync(
      list,
      `return { first = ${FIRST}, run = ${long(`${RUN}-w${runs++}`)}, token = ${long(token)}, days = {${DAYS}}, shots = {\n${shots.map(row).join('')}} }`,
    )
    const how = ['-t1', `-c${connections}`, `-d${Math.ceil(seconds)}s`, '--timeout', '120s', '-s', SCRIPT, address]
    const { stdout } = await run('wrk', how, { env: { ...process.env, INNOE_SHOTS: list } })
    return { ...figuresOf(stdout), first: '' }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const DAYS = Array.from({ length: 1000 }, (_, n) => `"${dayOf(n)}"`).join()
const row = ({ method, path, body }: Task['shots'][number]) =>
  `{ "${method}", ${long(path)}${body === undefined ? '' : `, ${long(JSON.stringify(body))}`} },\n`
/** A Lua long string, without escapes. */
const long = (text: string) => `[==[${text}]==]`

function figuresOf(output: string): Omit<Measured, 'first'> {
  const line = /^figures (.+)$/m.exec(output)?.[1]
  if (!line) throw new Error(`wrk gave no figures: ${output.slice(-500)}`)
  const { requests, micros, failed, ...times } = JSON.parse(line) as Record<'requests' | 'micros' | 'failed' | 'p50' | 'p95' | 'p99', number> // printed by wrk.lua
  return { perSecond: requests / (micros / 1e6), requests, failed, ...times }
}
