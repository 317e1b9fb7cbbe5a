import { readMigrations } from '../../server/database/migrate.ts'
import { openPubSub } from '../../server/database/publish.ts'
import { openPool } from '../../server/database/pool.ts'
import { assembleModules } from '../../server/modules.ts'
import { declaredModels } from '../../server/records/registry.ts'
import { openTenants } from '../../server/tenants/tenants.ts'

/** What each start does to the database, in a process of its own: `node tests/harness/bring-up.ts <url> [<URL of a folder of migrations>]`. */
const [url = '', folder] = process.argv.slice(2)
const pool = openPool(url)
const pubsub = await openPubSub(url, pool)
const migrations = folder ? { migrations: await readMigrations(new URL(folder)) } : {}
const declared = await declaredModels()
await openTenants({ pool, pubsub, declared, modules: assembleModules(declared), ...migrations })
await Promise.all([pubsub.close(), pool.end()])
