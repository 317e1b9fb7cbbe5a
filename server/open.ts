import type { FastifyServerOptions } from 'fastify'
import type { Config } from './config.ts'
import { openPubSub } from './database/publish.ts'
import { limitedStatements, openAside, openPool } from './database/pool.ts'
import { openReplica } from './database/replica.ts'
import { openTenants } from './tenants/tenants.ts'
import { bindStorage } from './storage/tenant-storage.ts'
import { secretKeys } from './records/settings/secret-keys.ts'
import { type Declared, declaredModels } from './records/registry.ts'
import type { Server } from './server.ts'
import { assembleModules } from './modules.ts'

const CONNECTIONS = 16

/** Connects, brings the schemas up to the models, and opens every tenant. */
export async function openServer(config: Config, url: string, log: FastifyServerOptions['logger'] = false, declared?: Declared): Promise<Server> {
  const [pool, aside] = [openPool(url, CONNECTIONS, limitedStatements()), openAside(url)]
  const pubsub = await openPubSub(url, pool)
  const replica = config.replicaUrl ? openReplica(config.replicaUrl, pool) : undefined
  let closeTenants = async () => {}
  const close = async () => {
    await closeTenants()
    await Promise.all([pubsub.close(), replica?.close()])
    await Promise.all([aside.end(), pool.end()])
  }
  try {
    const keys = secretKeys([config.secret, ...(config.secretBefore ? [config.secretBefore] : [])])
    const models = declared ?? (await declaredModels())
    const tenants = await openTenants({
      url,
      nodes: config.nodes,
      pool,
      aside,
      replica,
      pubsub,
      keys,
      declared: models,
      modules: assembleModules(models),
    })
    closeTenants = tenants.close
    bindStorage({ config, tenants })
    return { config, url, pool, replica, pubsub, tenants, log, stopping: new AbortController(), close }
  } catch (error) {
    await close()
    throw error
  }
}
