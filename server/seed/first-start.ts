import type pg from 'pg'
import { isUnreached } from '../database/away.ts'
import { takeTurn } from '../database/turn.ts'
import type { Tenant } from '../records/context.ts'
import { readSetting, takeSetting } from '../records/settings/settings.ts'
import type { Server } from '../server.ts'

const KEY = 'first_start'
const LOCK = 7260002
const WAITS = ['等待另一进程完成首次启动', 'waiting for another process to complete the first start'] as const

type FirstStart = { demo: boolean }

/**
 * An installation is new until its first passwords have been shown: after an interruption, such as a power cut or a port that was
 * taken, the next start shows new ones. Of several processes on one new database the first shows them, and the others wait for it.
 */
export async function takeFirstStart({ pool, tenants, config }: Server) {
  const client = await pool.connect()
  const held = { client: client as pg.PoolClient | undefined }
  const leave = async () => {
    await held.client?.query('select pg_advisory_unlock($1)', [LOCK]).catch(() => {})
    held.client?.release()
    held.client = undefined
  }
  const all = [...tenants.all.values()]
  try {
    await takeTurn(<R extends pg.QueryResultRow>(text: string) => client.query<R>(text), LOCK, WAITS)
    for (const tenant of all)
      await unlessAway(tenant, async ({ db }) => {
        const someone = await db.selectFrom('user').select('sid').limit(1).executeTakeFirst()
        if (!someone) await remember(db, { demo: config.demo })
      })
  } catch (error) {
    await leave()
    throw error
  }
  const complete = async () => {
    for (const tenant of all) await unlessAway(tenant, () => takeSetting(tenant, KEY))
    await leave()
  }
  return { complete, leave }
}

/** A tenant on another server that went away a moment ago, or that is moving, does not stop the start; the next one completes it. */
export async function unlessAway(tenant: Tenant, act: (tenant: Tenant) => Promise<unknown>) {
  try {
    await act(tenant)
  } catch (error) {
    if (!tenant.isOfMove(error) && !(tenant.node() !== undefined && isUnreached(error))) throw error
    console.error(`租户 ${tenant.name} 的数据库现无法使用，下次启动时补齐其初始数据 / the database of the tenant ${tenant.name} cannot be used now; the next start completes its initial data`) // oxfmt-ignore
  }
}

/** State of the first start until its passwords have been printed. */
export async function firstStartOf(tenant: Tenant): Promise<FirstStart | undefined> {
  return (await readSetting(tenant, KEY)) as FirstStart | undefined // only `remember` writes it
}

async function remember(db: Tenant['db'], start: FirstStart) {
  await db
    .insertInto('setting')
    .values({ key: KEY, value: JSON.stringify(start) })
    .onConflict((on) => on.column('key').doNothing())
    .execute()
}
