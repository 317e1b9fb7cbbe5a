import { openPubSub } from '../../server/database/publish.ts'
import { openPool } from '../../server/database/pool.ts'
import { assembleModules } from '../../server/modules.ts'
import { declaredModels } from '../../server/records/registry.ts'
import { openTenants } from '../../server/tenants.ts'

/** What each start does to the database, in a process of its own: `node tests/harness/bring-up.ts <url>`. */
const url = process.argv[2] ?? ''
const pool = openPool(url)
const pubsub = await openPubSub(url, pool)
await openTenants({ pool, pubsub, declared: await declaredModels(), modules: assembleModules() })
await Promise.all([pubsub.close(), pool.end()])
