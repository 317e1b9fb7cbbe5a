import { randomUUIDv7 } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Model } from '../model/kit/model.ts'
import { readConfig } from '../server/config.ts'
import { columnsOf, quote, syncSchema } from '../server/database/sync/sync.ts'
import { openServer } from '../server/open.ts'
import { createRow } from '../server/records/write/create.ts'
import { modelNamed } from '../server/records/registry.ts'
import { recount } from '../server/records/query/totals/totals.ts'
import { systemContext, type Tenant, type Context } from '../server/records/context.ts'
import { seedTenants } from '../server/seed/seed.ts'
import { digest, newSecret } from '../server/auth/session/secrets.ts'
import { type Chance, chanceFrom } from './chance.ts'
import { deadlineRows } from './deadline-rows.ts'
import { familyRows, feeRows, type House, patentRow, type Row } from './rows.ts'

const SEED = 20261121

/** The facts of the data for a run; stored beside it. */
export type Made = {
  rows: number
  token: string
  company: string
  owner: string
  department: string
  companies: string[]
  sids: string[]
  numbers: string[]
}

/** A tenant with this many patents, three times as many deadlines and five times as many fees; made once for each data folder. */
export async function generate(url: string, folder: string, rows: number): Promise<Made> {
  const kept = join(folder, `bench-${rows}.json`)
  if (existsSync(kept)) return JSON.parse(readFileSync(kept, 'utf8')) as Made // written below
  mkdirSync(join(folder, 'innoe'), { recursive: true })
  const server = await openServer(readConfig({ INNOE_DATA: join(folder, 'innoe'), DATABASE_URL: url, INNOE_DEMO: '0' }), url)
  try {
    await seedTenants(server)
    const tenant = server.tenants.of('')
    const chance = chanceFrom(SEED)
    const begun = performance.now()
    const { house, ...made } = await makeHouse(systemContext(tenant), chance)
    const samples = await fill(server.pool, tenant, chance, house, rows)
    console.log(
      `${rows.toLocaleString('en')} patents, ${(rows * 3).toLocaleString('en')} deadlines and ${(rows * 5).toLocaleString('en')} fees in ${Math.round((performance.now() - begun) / 1000)} s`,
    )
    const all = { rows, ...made, companies: [...house.companies], ...samples }
    writeFileSync(kept, JSON.stringify(all))
    return all
  } finally {
    await server.close()
  }
}

/** One company tree of 13, with departments and the persons of the cases, and a token for the load. */
async function makeHouse(ctx: Context, chance: Chance) {
  const make = (name: string, values: Record<string, unknown>) => createRow(ctx, modelNamed(ctx.tenant.models, name), values)
  const root = (await ctx.db.selectFrom('company').select('sid').orderBy('created_at').executeTakeFirstOrThrow()).sid
  const companies = [root]
  for (let i = 0; i < 3; i++) {
    const branch = await make('company', { company_name: `第${i + 1}事业公司`, simple_name: `事业${i + 1}`, parent_sid: root })
    companies.push(branch)
    for (let j = 0; j < 3; j++)
      companies.push(
        await make('company', { company_name: `第${i + 1}事业公司第${j + 1}分公司`, simple_name: `分${i + 1}${j + 1}`, parent_sid: branch }),
      )
  }
  const departments: string[] = []
  for (let i = 0; i < 40; i++) departments.push(await make('department', { name: `研发${i + 1}部`, company_sid: chance.of(companies) }))
  const me = await ctx.db.selectFrom('user').select(['sid', 'user_info_sid']).where('account', '=', 'admin').executeTakeFirstOrThrow()
  const owners = [String(me.user_info_sid)]
  for (let i = 0; i < 60; i++)
    owners.push(
      await make('user_info', {
        name: `工程师${i + 1}`,
        company_sid: chance.of(companies),
        department_sid: chance.of(departments),
        job_number: `B${i + 1}`,
      }),
    )
  const agencies: string[] = []
  for (let i = 0; i < 20; i++) agencies.push(await make('agency', { agency_name: `第${i + 1}专利代理事务所` }))
  for (const year of [2023, 2024, 2025, 2026])
    await make('exchange_rate', { from_currency: 'USD', rate_date: `${year}-06-30`, rate: `7.${year % 10}`, source: '虚构银行' })
  const house: House = { companies, departments, owners, agencies }
  const [owner = '', department = ''] = [owners[0], departments[0]]
  return { house, company: root, owner, department, token: await makeToken(ctx, root, me.sid) }
}

/** A personal access token of this account. */
export async function makeToken({ db }: Context, company: string, user_sid: string) {
  const token = newSecret('p')
  const now = new Date().toISOString()
  const row = {
    sid: randomUUIDv7(),
    version: 1,
    name: 'bench',
    kind: 'PERSONAL' as const,
    user_sid,
    hash: digest(token),
    platform: 1,
    valid: true,
    created_at: now,
    updated_at: now,
    company_sid: company,
  }
  await db.insertInto('token').values(row).execute()
  return token
}

const SAMPLES = 20_000

/** Rows first, indexes after: this builds each index in one step. */
async function fill(pool: pg.Pool, tenant: Tenant, chance: Chance, house: House, rows: number) {
  const models = ['patent', 'deadline', 'fee', 'patent_family'].map((name) => modelNamed(tenant.models, name))
  await dropIndexes(pool, tenant, models)
  const samples: { sids: string[]; numbers: string[] } = { sids: [], numbers: [] }
  const every = Math.max(1, Math.floor(rows / SAMPLES))
  const batches = function* () {
    for (let n = 0; n < rows; n++) {
      const one = patentRow(chance, n, house, modelNamed(tenant.models, 'patent'))
      if (n % every === 0 && one.deleted_at === null) {
        samples.sids.push(one.sid)
        samples.numbers.push(String(one.application_no))
      }
      yield [[one], deadlineRows(chance, one), feeRows(chance, n, one), familyRows(n, one)]
    }
  }
  await copyAll(pool, tenant, models, batches())
  await syncSchema(tenant.db, tenant.models.all.values(), tenant.schema)
  for (const model of models) {
    await recount(tenant.db, model)
    await sql`vacuum analyze ${sql.table(model.name)}`.execute(tenant.db)
  }
  await pool.query('checkpoint')
  return samples
}

export async function dropIndexes(pool: pg.Pool, { schema }: Tenant, models: readonly Model[]) {
  for (const { name } of models) {
    const table = `${quote(schema)}.${quote(name)}`
    const { rows } = await pool.query<{ index: string }>(
      'select indexrelid::regclass::text as index from pg_index where indrelid = $1::regclass and not indisprimary',
      [table],
    )
    for (const { index } of rows) await pool.query(`drop index ${index}`)
  }
}

/** `all` returns for each case its rows of each of the models, in their order. */
async function copyAll(pool: pg.Pool, tenant: Tenant, models: readonly Model[], all: Iterable<Row[][]>) {
  let batch = models.map((): Row[] => [])
  const flush = async () => {
    await Promise.all(models.map((model, at) => copy(pool, tenant, model, batch[at] ?? [])))
    batch = models.map(() => [])
  }
  for (const rows of all) {
    for (const [at, own] of rows.entries()) batch[at]?.push(...own)
    if ((batch[0]?.length ?? 0) >= 5000) await flush()
  }
  await flush()
}

async function copy(pool: pg.Pool, { schema }: Tenant, model: Model, rows: readonly Row[]) {
  if (rows.length === 0) return
  const columns = columnsOf(model).map(([name]) => name)
  const client = await pool.connect()
  try {
    await client.query('set synchronous_commit to off')
    const into = client.query(copyFrom(`copy ${quote(schema)}.${quote(model.name)} (${columns.map(quote).join(', ')}) from stdin`))
    await pipeline(Readable.from(lines(rows, columns)), into)
    await client.query('reset synchronous_commit')
  } finally {
    client.release()
  }
}

export function* lines(rows: readonly Row[], columns: readonly string[]) {
  let text = ''
  for (const row of rows) {
    text += `${columns.map((column) => cell(row[column])).join('\t')}\n`
    if (text.length < 1 << 18) continue
    yield text
    text = ''
  }
  if (text) yield text
}

/** In COPY's text format. */
function cell(value: unknown): string {
  if (value === null || value === undefined) return '\\N'
  const text = Array.isArray(value) ? `{${value.map((one) => JSON.stringify(String(one))).join(',')}}` : String(value)
  return text.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n')
}
