import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { constants, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

// Changes the pure rules one place at a time and runs the nearest tests on each change; prints the score and what no test noticed.
const CALCULATION = 'model/docketing/calculation'
const PERMISSION = 'server/records/permission'
const ANNUITIES = 'model/rights/patents/fees/annuities'

/** Asked for by name, or one of the files alone. Only the tests beside the rules run, so that a group takes a quarter of an hour: the score is a lower bound. */
const GROUPS: Readonly<Record<string, { rules: readonly string[]; tests: readonly string[] }>> = {
  dates: {
    rules: ['model/kit/days/duration.ts', 'model/docketing/calendar/calendar.ts', 'model/docketing/calendar/day.ts'],
    tests: ['model/kit/days/duration.test.ts', 'model/docketing/calendar/*.test.ts'],
  },
  terms: {
    rules: ['due-date', 'suspension', 'deemed-receipt', 'final-due', 'postponed'].map((name) => `${CALCULATION}/${name}.ts`),
    tests: ['due-date', 'deemed-receipt', 'final-due', 'suspension', 'examples/boundaries', 'examples/edges', 'examples/ended-by'].map(
      (name) => `${CALCULATION}/${name}.test.ts`,
    ),
  },
  fees: {
    rules: ['model/kit/money/money.ts', 'model/rights/patents/fees/reduction.ts', `${ANNUITIES}/patent-year.ts`, `${ANNUITIES}/late.ts`],
    tests: ['model/kit/money/money.test.ts', 'model/rights/patents/fees/*.test.ts', `${ANNUITIES}/*.test.ts`, 'seed/law/fees/annuity.golden.test.ts'],
  },
  iql: {
    rules: ['parse', 'tokens', 'reader', 'print', 'complete'].map((name) => `model/kit/iql/${name}.ts`),
    tests: ['model/kit/iql/*.test.ts'],
  },
  permission: {
    rules: [
      ...['governing', 'denied', 'conditions', 'functions', 'viewing'].map((name) => `${PERMISSION}/${name}.ts`),
      'model/auth/roles/wider-than-cases.ts',
      'model/kit/conditions.ts',
    ],
    tests: [
      ...['governing', 'functions', 'viewing'].map((name) => `${PERMISSION}/${name}.test.ts`),
      'model/auth/roles/wider-than-cases.test.ts',
      'model/kit/conditions.test.ts',
    ],
  },
  passwords: {
    rules: ['model/auth/passwords/password-rule.ts', 'model/auth/passwords/weak-passwords.ts'],
    tests: ['model/auth/passwords/*.test.ts'],
  },
  import: {
    rules: ['days', 'shares', 'damaged-number', 'people', 'cell'].map((name) => `model/import/values/${name}.ts`),
    tests: ['model/import/values/*.test.ts', 'model/import/words.test.ts'],
  },
  numbering: { rules: ['model/cases/numbering/case-number.ts'], tests: ['model/cases/numbering/*.test.ts'] },
}

type Mutant = { status: string; replacement?: string; mutatorName: string; location: { start: { line: number } } }
type Report = { files: Record<string, { mutants: Mutant[] }> }

const root = fileURLToPath(new URL('..', import.meta.url))
setPriority(constants.priority.PRIORITY_LOW)
const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !Object.entries(GROUPS).some(([group, { rules }]) => group === name || rules.includes(name)))
if (unknown.length > 0) {
  console.error(`no group, and no file of one, is ${unknown.join(', ')}: ${Object.keys(GROUPS).join(', ')}`)
  process.exit(2)
}
for (const [name, { rules, tests }] of Object.entries(GROUPS)) {
  const wanted = asked.length === 0 || asked.includes(name) ? rules : rules.filter((file) => asked.includes(file))
  if (wanted.length > 0) report(name, run({ rules: wanted, tests }))
}

function run({ rules, tests }: (typeof GROUPS)[string]): Report {
  const folder = mkdtempSync(join(tmpdir(), 'innoe-mutate-'))
  const lost = [...rules, ...tests].filter((pattern) => globSync(pattern, { cwd: root }).length === 0)
  if (lost.length > 0) throw new Error(`no file is called ${lost.join(', ')}`) // its tests would be missed in silence
  const [config, result] = [join(folder, 'stryker.config.json'), join(folder, 'mutants.json')]
  const base = JSON.parse(readFileSync(join(root, 'stryker.config.json'), 'utf8')) as { tap: object } // our own file
  const own = { mutate: [...rules, '!**/*.test.ts'], tap: { ...base.tap, testFiles: tests }, reporters: ['progress-append-only', 'json'] }
  writeFileSync(config, JSON.stringify({ ...base, ...own, jsonReporter: { fileName: result }, tempDirName: join(folder, 'tree') }))
  const { status } = spawnSync('stryker', ['run', config], { cwd: root, stdio: 'inherit' })
  try {
    return JSON.parse(readFileSync(result, 'utf8')) as Report // written by Stryker
  } catch {
    return process.exit(status || 1)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function report(name: string, { files }: Report) {
  const mutants = Object.entries(files).flatMap(([file, { mutants: own }]) => own.map((one) => ({ ...one, file })))
  const [noticed, missed] = [
    ['Killed', 'Timeout'],
    ['Survived', 'NoCoverage'],
  ].map((of) => mutants.filter(({ status }) => of.includes(status)))
  for (const { file, location, mutatorName, replacement = '' } of missed ?? [])
    console.log(`${file}:${location.start.line} ${mutatorName}: ${replacement.replace(/\s+/g, ' ').slice(0, 120)}`)
  const [n, all] = [noticed?.length ?? 0, (noticed?.length ?? 0) + (missed?.length ?? 0)]
  console.log(`${name}: ${n} of ${all} noticed, ${((100 * n) / Math.max(1, all)).toFixed(1)} %`)
}
