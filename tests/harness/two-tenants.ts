import type { Config } from '../../server/config.ts'
import { openServer } from '../../server/open.ts'
import type { Declared } from '../../server/records/registry.ts'

/** Brings an empty database up to the default tenant and one that `other.test` reaches; nothing is seeded. */
export async function addTwoTenants(config: Config, url: string, declared: Declared) {
  const server = await openServer(config, url, false, declared)
  await server.tenants.add('other', ['other.test'])
  await server.close()
}
