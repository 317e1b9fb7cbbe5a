import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The compiler's errors in these lines; the file lies in node_modules, where no other test looks for sources. */
function compilerErrors(lines: readonly string[]): string[] {
  const folder = mkdtempSync(join(root, 'node_modules/.compiled-'))
  try {
    const head = ["import type { Db } from '../../server/database/pool.ts'", 'export async function ask(db: Db): Promise<unknown[]> {']
    writeFileSync(join(folder, 'ask.ts'), [...head, ...lines, '}', ''].join('\n'))
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ extends: '../../tsconfig.json', include: ['ask.ts'] }))
    execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', folder], { encoding: 'utf8', stdio: 'pipe' })
    return []
  } catch (error) {
    const { stdout } = error as { stdout: string } // of execFileSync
    return stdout.split('\n').filter((line) => line.includes('ask.ts') && line.includes('error TS'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

test('the compiler knows every table, column and value', () => {
  assert.deepEqual(compilerErrors(["  return db.selectFrom('patent').select(['sid', 'case_no']).where('status', '=', 'GRANTED').execute()"]), [])
})

for (const [name, line] of [
  ['a misspelt table', "  return db.selectFrom('patnet').selectAll().execute()"],
  ['a misspelt column', "  return db.selectFrom('patent').select('case_on').execute()"],
  ['a state that the model does not declare', "  return db.selectFrom('patent').selectAll().where('status', '=', 'GRANTD').execute()"],
  ['a value of another type', "  return db.updateTable('patent').set({ claims_count: 'many' }).execute()"],
] as const)
  test(`${name} does not compile`, () => assert.equal(compilerErrors([line]).length > 0, true))
