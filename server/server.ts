import type { FastifyServerOptions } from 'fastify'
import type pg from 'pg'
import type { Config } from './config.ts'
import type { OpenPubSub } from './database/publish.ts'
import type { Tenants } from './tenants.ts'

/** What one process holds open. */
export type Server = {
  config: Config
  pool: pg.Pool
  pubsub: OpenPubSub
  tenants: Tenants
  log: FastifyServerOptions['logger']
  /** Ends the pool and the bell; the database itself is the starter's. */
  close(): Promise<void>
}
