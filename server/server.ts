import type { FastifyServerOptions } from 'fastify'
import type pg from 'pg'
import type { Config } from './config.ts'
import type { OpenPubSub } from './database/publish.ts'
import type { Replica } from './database/replica.ts'
import type { Tenants } from './tenants/tenants.ts'

/** Resources held by one process. */
export type Server = {
  config: Config
  /** Of the database; it may hold a password. */
  url: string
  pool: pg.Pool
  replica?: Replica | undefined
  pubsub: OpenPubSub
  tenants: Tenants
  log: FastifyServerOptions['logger']
  /** Aborted when the process is asked to stop. Until it closes, /readyz answers 503 and other requests are served. */
  stopping: AbortController
  /** Closes the pool and the publish/subscribe connection; the database is stopped by its starter. */
  close(): Promise<void>
}
