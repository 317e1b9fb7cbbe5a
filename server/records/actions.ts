import type { FastifyRequest } from 'fastify'
import { refuse } from '../errors.ts'
import type { Context } from './context.ts'

/** What one call beyond the seven verbs is given. `rest` is what follows the action's name in the address. */
export type Call = { ctx: Context; body: Record<string, unknown>; query: Record<string, string>; rest: string; request: FastifyRequest }
export type Method = 'GET' | 'POST'
/** `keys` are all that its body takes; absent where the action looks itself. */
export type Action = { method: Method; at: string; name: string; keys: readonly string[] | undefined; run(call: Call): Promise<unknown> }

/** POST /model/{at}/do/{name}. */
export const action = (at: string, name: string, run: Action['run'], method: Method = 'POST', keys?: readonly string[]): Action => ({
  at,
  name,
  run,
  method,
  keys,
})

export function refuseOtherKeys(body: Record<string, unknown>, keys: readonly string[]) {
  for (const key of Object.keys(body)) if (!keys.includes(key)) refuse('unknown_key', { key: key.slice(0, 60) })
}
