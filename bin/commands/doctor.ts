import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Lang, Words } from '../../model/kit/fields.ts'
import { type Config, readConfig, StartFault } from '../../server/config.ts'
import { planTenants } from '../../server/tenants/tenants.ts'
import { openPool } from '../../server/database/pool.ts'
import type { Server } from '../../server/server.ts'
import { type Command, wordsOf } from './command.ts'
import { documents, invariants, law } from './examine.ts'
import { withDatabase, withServerOn } from './with-server.ts'

type Pool = Server['pool']
type Check = { name: Words; run: () => Promise<string | void> }

const root = fileURLToPath(new URL('../..', import.meta.url))
const NEEDED_MB = 1024

export const doctor: Command = {
  words: ['检查设置、数据库、存储、已加载的规则与数据约束', 'Check the settings, database, storage, loaded rules and data constraints'],
  async run({ lang }) {
    const config = readConfig()
    const alone = await examine([...checksOf(config)], lang)
    const within = await withDatabase(async (url) => {
      const before = await withPool(url, (pool) => examine(checksBefore(pool), lang))
      // A schema that is behind is left so: to examine changes nothing.
      return before > 0 ? before : withServerOn(url, config, (server) => examine(checksWithin(server), lang))
    }).catch((error: unknown) => {
      tell(lang, ['数据库', 'Database'], wordsOf(error, lang))
      return 1
    })
    return alone + within > 0 ? 1 : 0
  },
}

/** One line each, all of them; answers how many failed. */
async function examine(checks: readonly Check[], lang: Lang) {
  let failed = 0
  for (const { name, run } of checks) {
    try {
      const found = await run()
      console.log(`ok     ${name[lang === 'zh' ? 0 : 1]}${found ? `: ${found}` : ''}`)
    } catch (error) {
      failed += 1
      tell(lang, name, wordsOf(error, lang))
    }
  }
  return failed
}

function tell(lang: Lang, name: Words, why: string) {
  console.log(`FAULT  ${name[lang === 'zh' ? 0 : 1]}: ${why}`)
}

function checksOf(config: Config): Check[] {
  return [
    { name: ['设置', 'Settings'], run: async () => `${config.edition}, ${config.role}, ${config.host}:${config.port}` },
    { name: ['磁盘空间', 'Disk space'], run: () => freeSpace(config.data) },
    { name: ['存储', 'Storage'], run: () => storage(config) },
    { name: ['网页', 'Web client'], run: webClient },
    { name: ['期限规则与日历', 'Deadline rules and calendars'], run: deadlineLaw },
    { name: ['费用标准', 'Fee schedules'], run: feeLaw },
  ]
}

/** Before anything is opened, as opening brings the schema up to the models. */
function checksBefore(pool: Pool): Check[] {
  return [
    { name: ['数据库', 'Database'], run: () => database(pool) },
    { name: ['表结构', 'Schema'], run: () => schema(pool) },
  ]
}

async function withPool<T>(url: string, ctx: (pool: Pool) => Promise<T>) {
  const pool = openPool(url, 2)
  try {
    return await ctx(pool)
  } finally {
    await pool.end()
  }
}

function checksWithin(server: Server): Check[] {
  return [
    { name: ['已载入的法律', 'Loaded deadline rules and fees'], run: () => law(server) },
    { name: ['文档内容', 'Content of documents'], run: () => documents(server) },
    { name: ['数据约束', 'Invariants'], run: () => invariants(server) },
  ]
}

async function freeSpace(data: string) {
  const { bavail, bsize } = await statfs(data)
  const free = Math.floor((bavail * bsize) / (1 << 20))
  if (free < NEEDED_MB) throw new StartFault([`只剩 ${free} MB`, `only ${free} MB left`])
  return `${free} MB`
}

async function storage({ storageUrl, data }: Config) {
  if (!storageUrl.startsWith('file:')) return storageUrl.replace(/\/\/[^@/]*@/, '//')
  const probe = join(data, `.probe-${randomUUID()}`)
  await writeFile(probe, 'probe', { mode: 0o600 })
  const back = await readFile(probe, 'utf8')
  await rm(probe)
  if (back !== 'probe') throw new StartFault(['写入后读回不一致', 'the value read differs from the value written'])
  return fileURLToPath(storageUrl)
}

async function webClient() {
  if (!existsSync(join(root, 'web/dist/index.html'))) throw new StartFault(['尚未构建：请运行 bin/setup', 'not built: run bin/setup'])
}

async function deadlineLaw() {
  const { readLaw } = await import('../../seed/law/deadlines/read.ts')
  const { rules, calendars } = readLaw()
  return `${rules.length}, ${[...calendars.keys()].join(' ')}`
}

async function feeLaw() {
  const { deliveredFeeLaw } = await import('../../seed/law/fees/law.ts')
  return `${deliveredFeeLaw().schedules.size}`
}

async function database(pool: Pool) {
  const { rows } = await pool.query<{ version: string; encoding: string }>(
    `select current_setting('server_version') as version, current_setting('server_encoding') as encoding`,
  )
  const { version = '', encoding = '' } = rows[0] ?? {}
  if (encoding !== 'UTF8') throw new StartFault([`编码为 ${encoding}，应为 UTF8`, `its encoding is ${encoding}, not UTF8`])
  if (Number.parseInt(version) < 18) throw new StartFault([`PostgreSQL ${version}，需要 18 或更新`, `PostgreSQL ${version}; 18 or newer is needed`])
  return `PostgreSQL ${version}`
}

async function schema(pool: Pool) {
  const { declaredModels } = await import('../../server/records/registry.ts')
  const plans = await planTenants({ pool, declared: await declaredModels() })
  const open = plans.flatMap(({ tenant, migrations, steps }) =>
    [...migrations.map((name) => `migration ${name}`), ...steps.map(({ statement }) => statement)].map((one) => `${tenant}: ${one}`),
  )
  if (open.length > 0)
    throw new StartFault([
      `有待执行的迁移或语句（启动服务或 innoe migrate 即执行）：${open.join('; ')}`,
      `pending migrations or statements (run by the start or by innoe migrate): ${open.join('; ')}`,
    ])
  return plans.map(({ tenant }) => tenant).join(', ')
}
