import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { generateApi } from 'swagger-typescript-api'
import { downloadDebian } from '../harness/mail/dovecot.ts'
import { testServer } from '../harness/server.ts'

const run = promisify(execFile)
type Json = Record<string, unknown>

const { app, tenant, call, enrol } = await testServer({ demo: true })
const manager = await enrol('ip_manager')
const base = (await app.listen({ port: 0, host: '127.0.0.1' })).replace('127.0.0.1', 'localhost')
const home = await mkdtemp('/tmp/innoe-clients-')
after(() => rm(home, { recursive: true, force: true }))
const here = (name: string) => fileURLToPath(new URL(name, import.meta.url))

const openapi = (await app.inject({ url: '/innoe-webapi/openapi.json', headers: { host: 'localhost', authorization: `Bearer ${manager.token}` } })).json<Json>() // oxfmt-ignore

/** What a program needs to sign in as the manager. */
async function signingIn(): Promise<string[]> {
  const { data } = await call<{ captcha_id: string }>('/innoe-passport/captcha')
  const row = await tenant.db.selectFrom('setting').select('value').where('key', '=', `captcha.${data.captcha_id}`).executeTakeFirstOrThrow()
  const { answer } = row.value as { answer: string } // as captcha.ts writes it
  return [base, manager.account, manager.password, data.captcha_id, answer]
}

const DONE = { total: 1, creator: true, version: 2, before: 'DRAFTING', refused: 409 }

/** The calls of these tags, with the components that they name. */
function partOf(tags: readonly string[]): Json {
  const paths = Object.fromEntries(
    Object.entries(openapi.paths as Record<string, Record<string, { tags: string[] }>>).filter(([, calls]) =>
      Object.values(calls).some((one) => one.tags.some((tag) => tags.includes(tag))),
    ),
  ) // OpenAPI's own shape
  const { schemas, ...others } = openapi.components as { schemas: Json } // likewise
  const used: Json = {}
  const follow = (part: unknown) => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g))
      if (!Object.hasOwn(used, name)) follow((used[name] = schemas[name]))
  }
  follow([paths, others])
  return { ...openapi, paths, components: { ...others, schemas: used } }
}

test('[7.03] a TypeScript client generated from the document compiles strictly and does the work of a person', async () => {
  await generateApi({ spec: partOf(['patent', 'passport']), output: home, fileName: 'api.ts', generateUnionEnums: true, moduleNameFirstTag: true, silent: true }) // oxfmt-ignore
  await cp(here('use-client.ts.txt'), join(home, 'use-client.ts'))
  await writeFile(join(home, 'package.json'), '{"type":"module"}')
  const options = [
    '--ignoreConfig',
    '--strict',
    '--noUncheckedIndexedAccess',
    '--target',
    'esnext',
    '--module',
    'nodenext',
    '--lib',
    'esnext,dom,dom.iterable',
  ]
  const files = ['--rewriteRelativeImportExtensions', '--types', 'node', '--typeRoots', here('../../node_modules/@types'), '--rootDir', home, '--outDir', join(home, 'js'), join(home, 'use-client.ts')] // oxfmt-ignore
  const tsc = await run(here('../../node_modules/.bin/tsc'), [...options, ...files], { cwd: home }).catch((fault: { stdout: string }) => fault)
  assert.equal(tsc.stdout, '')
  const { stdout } = await run(process.execPath, [join(home, 'js/use-client.js'), ...(await signingIn())])
  const { status, ...did } = JSON.parse(stdout)
  assert.deepEqual(did, { ...DONE, titles: ['Made by a client'], title: 'Changed by a client' })
  assert.notEqual(status, DONE.before)
})

const PYTHON = ['python3-jsonschema', 'python3-attr', 'python3-pyrsistent']

test('[7.03] in Python, requests and answers of the same work are valid by the document', async () => {
  const root = join(home, 'root')
  const debs = join(home, 'debs')
  await mkdir(debs)
  await downloadDebian(home, debs, PYTHON)
  for (const name of await readdir(debs)) if (name.endsWith('.deb')) await run('dpkg', ['-x', join(debs, name), root])
  const env = { ...process.env, PYTHONPATH: join(root, 'usr/lib/python3/dist-packages') }
  const client = run('python3', [here('use_client.py'), ...(await signingIn())], { env })
  client.child.stdin?.end(JSON.stringify(openapi))
  const { status, ...did } = JSON.parse((await client).stdout)
  assert.deepEqual(did, { ...DONE, titles: ['Made in Python'], title: 'Changed in Python' })
  assert.notEqual(status, DONE.before)
})
