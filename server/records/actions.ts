import type { FastifyRequest } from 'fastify'
import type { Work } from './work.ts'

/** What one call beyond the seven verbs is given. `rest` is what follows the action's name in the address. */
export type Call = { work: Work; body: Record<string, unknown>; query: Record<string, string>; rest: string; request: FastifyRequest }
export type Action = (call: Call) => Promise<unknown>

const all = new Map<string, Action>()
const key = (method: string, model: string, name: string) => `${method} ${model} ${name}`

/** POST /model/{model}/do/{name}: an extra of one model. */
export function onAction(model: string, name: string, action: Action, method: 'GET' | 'POST' = 'POST') {
  all.set(key(method, model, name), action)
}

export const actionOf = (method: string, model: string, name: string) => all.get(key(method, model, name))
export const actionsListed = () => [...all.keys()].map((one) => one.split(' '))
