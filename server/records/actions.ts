import type { FastifyRequest } from 'fastify'
import { refuse } from '../errors.ts'
import type { Context } from './context.ts'

/** What one call beyond the seven verbs is given. `rest` is what follows the action's name in the address. */
export type Call = { ctx: Context; body: Record<string, unknown>; query: Record<string, string>; rest: string; request: FastifyRequest }
export type Action = (call: Call) => Promise<unknown>

const all = new Map<string, { action: Action; keys: readonly string[] | undefined }>()
const key = (method: string, model: string, name: string) => `${method} ${model} ${name}`

/** POST /model/{model}/do/{name}: an extra of one model. `keys` are all that its body takes; absent where the action looks itself. */
export function onAction(model: string, name: string, action: Action, method: 'GET' | 'POST' = 'POST', keys?: readonly string[]) {
  all.set(key(method, model, name), { action, keys })
}

export const actionOf = (method: string, model: string, name: string) => all.get(key(method, model, name))?.action
export const keysOf = (method: string, model: string, name: string) => all.get(key(method, model, name))?.keys
export const actionsListed = () => [...all.keys()].map((one) => one.split(' '))

export function refuseOtherKeys(body: Record<string, unknown>, keys: readonly string[]) {
  for (const key of Object.keys(body)) if (!keys.includes(key)) refuse('unknown_key', { key: key.slice(0, 60) })
}
