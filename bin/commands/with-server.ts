import { readConfig, type Config } from '../../server/config.ts'
import { reachDatabase } from '../../server/database/cluster/embedded.ts'
import type { Server } from '../../server/server.ts'

/** The database of the settings, whether a server runs beside us or not. */
export async function withDatabase<T>(ctx: (url: string, config: Config) => Promise<T>): Promise<T> {
  const config = readConfig()
  const database = await reachDatabase(config)
  try {
    return await ctx(database.url, config)
  } finally {
    await database.stop()
  }
}

/** The services that a request uses, without the HTTP listener. */
export const withServer = <T>(ctx: (server: Server) => Promise<T>): Promise<T> => withDatabase((url, config) => withServerOn(url, config, ctx))

export async function withServerOn<T>(url: string, config: Config, ctx: (server: Server) => Promise<T>): Promise<T> {
  const { openServer } = await import('../../server/open.ts')
  const server = await openServer(config, url)
  try {
    return await ctx(server)
  } finally {
    await server.close()
  }
}
