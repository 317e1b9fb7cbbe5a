import type { FastifyInstance } from 'fastify'

export type Endpoint = { method: 'GET' | 'POST'; path: string }

/** Every address of Fastify's route table with the method that it is declared with; the other methods only name that one. */
export function routesOf(app: FastifyInstance): Endpoint[] {
  const above: string[] = []
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line): Endpoint[] => {
      const [, indent = '', part = '', methods] = /^(.*?[├└]── )(.*?)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? []
      if (!indent) return []
      const depth = indent.length / 4
      above.splice(depth - 1, Infinity, part)
      const path = above.join('').replace(/^\/(?=.)/, '/')
      const method = methods?.split(', ').find((one) => one === 'GET' || one === 'POST')
      return method === 'GET' || method === 'POST' ? [{ method, path }] : []
    })
}
