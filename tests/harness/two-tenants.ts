import type { Config } from '../../server/config.ts'
import { openPubSub } from '../../server/database/publish.ts'
import { openPool } from '../../server/database/pool.ts'
import { openServer } from '../../server/open.ts'
import type { Declared } from '../../server/records/registry.ts'
import { addTenant } from '../../server/tenants.ts'

/** Brings an empty database up to the default tenant and one that `other.test` reaches; nothing is seeded. */
export async function addTwoTenants(config: Config, url: string, declared: Declared) {
  const first = await openServer(config, url, false, declared)
  await first.close()
  const pool = openPool(url, 2)
  const pubsub = await openPubSub(url, pool)
  await addTenant({ pool, pubsub, declared }, 'other', ['other.test'])
  await Promise.all([pubsub.close(), pool.end()])
}
