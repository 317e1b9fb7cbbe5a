import { spawn } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { dropDatabasesOf, SHARED, startTestPostgres } from '../tests/harness/postgres.ts'
import { MARK, type Outcome } from '../tests/harness/reporter.ts'

const MINUTE = 60_000
const GIGABYTE = 2 ** 30
const MAX_MS_PER_FILE = 12 * MINUTE
const total = { passed: 0, failed: 0 }
const running = new Set<number>()
let ended = false

// All that tests write goes here, and goes when they end. The types of a module are stripped once for all processes.
const scratch = mkdtempSync(join(inMemory() ?? tmpdir(), 'innoe-check-'))
process.env['TMPDIR'] = scratch
process.env['NODE_COMPILE_CACHE'] = join(scratch, 'compiled')
// In seconds. A file that keeps its process busy for long would else count as a database that does not answer, for all files of the process.
process.env['PGCONNECT_TIMEOUT'] = '60'

// A run that hangs ends all the same, and says so.
setTimeout(() => end('the whole run took longer than 57 minutes'), 57 * MINUTE).unref()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
process.once('exit', () => {
  running.forEach(killGroup)
  remove(scratch)
  if (!ended) end('the run was cut off')
})

const postgres = await startTestPostgres()
process.env[SHARED] = postgres.url
await gate('format', 'oxfmt', '--check', '.')
await gate('lint', 'oxlint', '--deny-warnings')
// The types are checked beside the tests; several threads would check the same types twice.
const types = gate('types', 'tsc', '--singleThreaded', '-p', 'tsconfig.json').then(() =>
  gate('types of web', 'tsc', '--singleThreaded', '-p', 'web/tsconfig.json'),
)
await suite('tests', filesIn('{bin,model,server,seed,bench,web}/**/*.test.ts', 'tests/*.test.ts', 'tests/{harness,trial-right,clients}/*.test.ts'), {
  together: 16,
})
await types
await suite('journeys', filesIn('tests/journeys/**/*.test.ts'), { retryLast: true, together: 3 })
await postgres.stop()
end()

/**
 * A folder in memory, where the machine has plenty of it and runs programs there: a test's database has 4,000 files, which take
 * a disk up to three seconds to copy.
 */
function inMemory(): string | undefined {
  const folder = '/dev/shm'
  try {
    const mount = readFileSync('/proc/mounts', 'utf8').split('\n').find((line) => line.includes(` ${folder} tmpfs `)) // oxfmt-ignore
    const { bavail, bsize } = statfsSync(folder)
    return mount && !mount.includes('noexec') && Math.min(bavail * bsize, process.availableMemory()) > 12 * GIGABYTE ? folder : undefined
  } catch {
    return undefined // not Linux
  }
}

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
 * Each file makes a database of its own in the one PostgreSQL. `together`: so many files run in one process,
 * which reads the modules once. What fails in company, or beside another browser, is run once more by itself (`retryLast`: after all others), and
 * that counts.
 */
async function suite(name: string, files: string[], { retryLast = false, together = 1 } = {}) {
  if (files.length === 0) return
  console.log(`\n${name}: ${files.length} files`)
  const waiting = groupsOf(files, together)
  const failed: string[] = []
  const worker = async () => {
    for (let group = waiting.shift(); group; group = waiting.shift()) {
      const again = await runFiles(group, !retryLast && group.length === 1)
      if (retryLast) failed.push(...again)
      else for (const file of again) await runFiles([file], true)
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, worker))
  for (const file of failed) await runFiles([file], true)
}

/**
 * A file shares a process unless it starts programs, sets the day or a variable for the whole process (a limit that is out of
 * reach harms no other file), or counts attempts until they are refused.
 */
function groupsOf(files: string[], size: number): string[][] {
  const isAlone = (file: string) => /harness\/today\.ts|process\.env(\.\w+|\[[^\]]+\]) = (?!'\d{4,}')|\b429\b/.test(readFileSync(file, 'utf8'))
  const within = files.filter((file) => /^(model|seed|server|tests\/(trial-right|journeys)|web)\//.test(file) && !isAlone(file))
  const others = files.filter((file) => !within.includes(file))
  const groups = Array.from({ length: Math.ceil(within.length / size) }, (_, at) => within.slice(at * size, (at + 1) * size))
  return [...groups, ...others.map((file) => [file])]
}

type Ended = { code: number | null; outcomes: Outcome[]; output: string }

/** The files to run again. `isCounted`: failures are counted too, not only what passed, and nothing runs again. */
async function runFiles(files: string[], isCounted: boolean): Promise<string[]> {
  const ended = await processOf(files)
  const perFile = files.map((file) => ({ file, outcomes: files.length === 1 ? ended.outcomes : ended.outcomes.filter((one) => one.file === file) }))
  const failuresOf = (outcomes: Outcome[]) => outcomes.filter(({ failed }) => failed !== undefined).length
  const hasPassed = ({ outcomes }: { outcomes: Outcome[] }) => outcomes.length > 0 && failuresOf(outcomes) === 0
  const passed = ended.code === 0 && perFile.every(hasPassed)
  // A failed test explains the code of the process; where none failed, none of its files is trusted.
  const trusted = passed || (ended.code === 1 && failuresOf(ended.outcomes) > 0) ? perFile.filter(hasPassed) : []
  const again = perFile.filter((one) => !isCounted && !trusted.includes(one)).map(({ file }) => file)
  if (!passed) explain(files, ended)
  if (again.length) console.log(`again  ${again.join(' ')}: alone`)
  for (const { file, outcomes } of isCounted ? perFile : trusted) {
    const died = !passed && failuresOf(ended.outcomes) === 0
    report(file, outcomes.length - failuresOf(outcomes), failuresOf(outcomes) + (died ? 1 : 0), sumOf(outcomes))
  }
  return again
}

/** The files' own process group, so that nothing it started outlives its time. */
async function processOf(files: string[]): Promise<Ended> {
  const words = [
    '--max-semi-space-size=64',
    '--import=./tests/harness/untracked.ts',
    '--test-reporter=./tests/harness/reporter.ts',
    './tests/harness/together.ts',
    ...files,
  ]
  const child = spawn('node', words, { detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  if (child.pid) running.add(child.pid)
  const outcomes: Outcome[] = []
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    createInterface(stream).on('line', (line) => {
      if (line.startsWith(MARK)) outcomes.push(JSON.parse(line.slice(MARK.length)) as Outcome) // our own reporter wrote it
      else output = `${output}${line}\n`.slice(-4000)
    })
  const late = setTimeout(() => killGroup(child.pid), MAX_MS_PER_FILE)
  const code = await new Promise<number | null>((done) => child.once('close', done))
  clearTimeout(late)
  killGroup(child.pid)
  if (child.pid) await dropDatabasesOf(child.pid).catch((error: unknown) => console.log(`${error}`))
  return { code, outcomes, output }
}

/** The tests' own time, without that of the modules and servers that the files of a process load. */
function sumOf(outcomes: readonly Outcome[]) {
  return outcomes.reduce((sum, { milliseconds }) => sum + milliseconds, 0)
}

function explain(files: string[], { code, outcomes, output }: Ended) {
  const failures = outcomes.filter(({ failed }) => failed !== undefined)
  for (const { file, name, line, failed } of failures) console.log(`${file || files[0]}:${line} ${name}\n${indent(`${failed}`)}`)
  if (failures.length === 0) {
    if (code === null) console.log(`${files.join(' ')} did not end within ${MAX_MS_PER_FILE / MINUTE} minutes`)
    else console.log(outcomes.length ? `${files.join(' ')} ended with code ${code}` : `${files.join(' ')} holds no test that ran`)
  }
  console.log(indent(output))
}

function remove(folder: string) {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  } catch {
    // What was killed may still be writing; a folder that is left harms nothing.
  }
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
