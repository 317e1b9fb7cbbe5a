import type { FastifyInstance } from 'fastify'
import type { Module } from './records/modules.ts'
import type { Route } from './route.ts'
import type { Server } from './server.ts'

/** A module of the server: what it adds to the engine, its calls at addresses of their own, and what goes on while it serves. */
export type ServerModule = Module & {
  routes?: readonly Route[]
  start?(app: FastifyInstance, server: Server): void
}
