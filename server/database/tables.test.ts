import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

const WRONG = {
  'a misspelt table': "db.selectFrom('patnet').selectAll().execute()",
  'a misspelt column': "db.selectFrom('patent').select('case_on').execute()",
  'a state that the model does not declare': "db.selectFrom('patent').selectAll().where('status', '=', 'GRANTD').execute()",
  'a value of another type': "db.updateTable('patent').set({ claims_count: 'many' }).execute()",
}
const RIGHT = "db.selectFrom('patent').select(['sid', 'case_no']).where('status', '=', 'GRANTED').execute()"

/** What the compiler says of each of these queries, in their order; the file lies in node_modules, where no other test looks for sources. */
function compilerErrors(queries: readonly string[]): string[][] {
  const folder = mkdtempSync(join(root, 'node_modules/.compiled-'))
  try {
    const head = "import type { Db } from '../../server/database/pool.ts'"
    const lines = queries.map((query, at) => `export const ask${at} = (db: Db): Promise<unknown> => ${query}`)
    writeFileSync(join(folder, 'ask.ts'), [head, ...lines, ''].join('\n'))
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ extends: '../../tsconfig.json', include: ['ask.ts'] }))
    const { stdout } = spawnSync(join(root, 'node_modules/.bin/tsc'), ['--singleThreaded', '-p', folder], { encoding: 'utf8' })
    const errors = stdout.split('\n').filter((line) => line.includes('error TS'))
    return queries.map((_, at) => errors.filter((line) => line.includes(`ask.ts(${at + 2},`)))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const [right, ...wrong] = compilerErrors([RIGHT, ...Object.values(WRONG)])

test('the compiler knows every table, column and value', () => assert.deepEqual(right, []))

for (const [at, name] of Object.keys(WRONG).entries()) test(`${name} does not compile`, () => assert.equal(wrong[at]?.length, 1))
