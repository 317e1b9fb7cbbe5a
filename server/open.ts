import type { FastifyServerOptions } from 'fastify'
import type { Config } from './config.ts'
import { openBell } from './database/publish.ts'
import { limitedStatements, openAside, openPool } from './database/pool.ts'
import { openTenants } from './tenants.ts'
import { bindStorage } from './documents/storage/tenant-storage.ts'
import { declaredModels } from './records/registry.ts'
import type { Server } from './server.ts'
import { registerConsequences } from './modules.ts'

const CONNECTIONS = 16

/** Connects, brings the schemas up to the models, and opens every tenant. */
export async function openServer(config: Config, url: string, log: FastifyServerOptions['logger'] = false): Promise<Server> {
  const [pool, aside] = [openPool(url, CONNECTIONS, limitedStatements()), openAside(url)]
  const bell = await openBell(url, pool)
  const close = async () => void (await Promise.all([bell.close(), aside.end(), pool.end()]))
  try {
    registerConsequences()
    const tenants = await openTenants({ pool, aside, bell, declared: await declaredModels() })
    bindStorage({ config, tenants })
    return { config, pool, bell, tenants, log, close }
  } catch (error) {
    await close()
    throw error
  }
}
