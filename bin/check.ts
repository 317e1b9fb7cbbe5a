import { spawn } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { SHARED, startTestPostgres } from '../tests/harness/postgres.ts'
import { MARK, type Outcome } from '../tests/harness/reporter.ts'

const MINUTE = 60_000
const PATIENCE = 12 * MINUTE
const total = { passed: 0, failed: 0 }
const running = new Set<number>()
let ended = false

// Each file is a process of its own: the types of a module are stripped once for all of them.
const compiled = mkdtempSync(join(tmpdir(), 'innoe-compiled-'))
process.env['NODE_COMPILE_CACHE'] = compiled
process.once('exit', () => rmSync(compiled, { recursive: true, force: true }))

// A run that hangs ends all the same, and says so.
setTimeout(() => end('the whole run took longer than 55 minutes'), 55 * MINUTE).unref()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
process.once('exit', () => {
  running.forEach(killGroup)
  if (!ended) end('the run was cut off')
})

await gate('format', 'oxfmt', '--check', '.')
await gate('lint', 'oxlint', '--deny-warnings')
await gate('types', 'tsc', '-p', 'tsconfig.json')
if (existsSync('web/tsconfig.json')) await gate('types of web', 'tsc', '-p', 'web/tsconfig.json')
await suite('tests', filesIn('{bin,model,server,seed,bench,web}/**/*.test.ts', 'tests/*.test.ts', 'tests/{harness,trial-right}/*.test.ts'))
await suite('journeys', filesIn('tests/journeys/**/*.test.ts'), { alone: true })
end()

function filesIn(...patterns: string[]) {
  return globSync(patterns, { exclude: ['**/node_modules', '**/dist'] }).sort()
}

async function gate(name: string, program: string, ...words: string[]) {
  const begun = Date.now()
  const child = spawn(program, words, { stdio: ['ignore', 'pipe', 'pipe'], timeout: 5 * MINUTE })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const passed = await new Promise<boolean>((done) => {
    child.once('error', () => done(false))
    child.once('close', (code) => done(code === 0))
  })
  if (!passed) console.log(output.slice(-20_000))
  report(name, passed ? 1 : 0, passed ? 0 : 1, Date.now() - begun)
}

/**
 * One PostgreSQL for all of them; each file makes a database of its own in it. `alone`: what fails beside another browser is
 * run once more by itself, and that counts.
 */
async function suite(name: string, files: string[], { alone = false } = {}) {
  if (files.length === 0) return
  const postgres = await startTestPostgres()
  process.env[SHARED] = postgres.url
  console.log(`\n${name}: ${files.length} files`)
  const waiting = [...files]
  const failed: string[] = []
  const worker = async () => {
    for (let file = waiting.shift(); file; file = waiting.shift()) if (!(await runFile(file, !alone))) failed.push(file)
  }
  await Promise.all(Array.from({ length: availableParallelism() }, worker))
  if (alone) for (const file of failed) await runFile(file)
  await postgres.stop()
}

/** Whether it passed. The file's own process group, so that nothing it started outlives its time. */
async function runFile(file: string, isCounted = true): Promise<boolean> {
  const begun = Date.now()
  const child = spawn('node', ['--test-reporter=./tests/harness/reporter.ts', file], { detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  if (child.pid) running.add(child.pid)
  const outcomes: Outcome[] = []
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    createInterface(stream).on('line', (line) => {
      if (line.startsWith(MARK)) outcomes.push(JSON.parse(line.slice(MARK.length)) as Outcome) // our own reporter wrote it
      else output = `${output}${line}\n`.slice(-4000)
    })
  const late = setTimeout(() => killGroup(child.pid), PATIENCE)
  const code = await new Promise<number | null>((done) => child.once('close', done))
  clearTimeout(late)
  killGroup(child.pid)
  const failures = outcomes.filter(({ failed }) => failed !== undefined)
  for (const { name, line, failed } of failures) console.log(`${file}:${line} ${name}\n${indent(`${failed}`)}`)
  const died = failures.length === 0 && (code !== 0 || outcomes.length === 0)
  if (died)
    console.log(
      code === null
        ? `${file} did not end within ${PATIENCE / MINUTE} minutes`
        : outcomes.length
          ? `${file} ended with code ${code}`
          : `${file} holds no test that ran`,
    )
  if (died || failures.length) console.log(indent(output))
  const passed = failures.length === 0 && !died
  if (isCounted || passed) report(file, outcomes.length - failures.length, failures.length + (died ? 1 : 0), Date.now() - begun)
  else console.log(`again  ${file}: alone, after the others`)
  return passed
}

function killGroup(pid: number | undefined) {
  try {
    if (pid && running.delete(pid)) process.kill(-pid, 'SIGKILL')
  } catch {
    // Nothing of it is left.
  }
}

function indent(text: string) {
  return text.trim().replace(/^/gm, '    ')
}

function report(name: string, passed: number, failed: number, milliseconds: number) {
  total.passed += passed
  total.failed += failed
  console.log(`${failed ? 'FAILED' : 'ok    '} ${name}: ${passed} passed, ${failed} failed, ${(milliseconds / 1000).toFixed(1)} s`)
}

/** The totals are the very last line, whatever happened. */
function end(why?: string): never {
  ended = true
  if (why) report(why, 0, 1, 0)
  console.log(`\n${total.passed} passed, ${total.failed} failed`)
  process.exit(total.failed ? 1 : 0)
}
