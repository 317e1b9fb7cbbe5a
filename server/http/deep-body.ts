import type { FastifyInstance } from 'fastify'
import { both, refuse } from '../errors.ts'

// Records nest three or four levels; deeper nesting is an attack on recursive code.
const DEEPEST = 60

export function refuseDeepBodies(app: FastifyInstance) {
  app.addHook('preValidation', async ({ body }) => {
    let level = partsOf(body)
    for (let depth = 1; level.length > 0; depth++) {
      if (depth > DEEPEST) refuse('bad_request', both('why', [`嵌套超过 ${DEEPEST} 层`, `it is nested deeper than ${DEEPEST} levels`]))
      level = level.flatMap(partsOf)
    }
  })
}

const partsOf = (value: unknown): unknown[] =>
  isPlain(value) ? Object.values(value).filter((part) => typeof part === 'object' && part !== null) : []

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && (Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype)
