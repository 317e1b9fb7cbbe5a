import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from './records/context.ts'
import type { Module } from './records/modules.ts'
import type { Server } from './server.ts'

/** The caller's request context. */
export type ContextOf = (request: FastifyRequest) => Promise<Context>

/** A module of the server: what it adds to the engine, and the addresses that no declaration covers. */
export type ServerModule = Module & { routes?(app: FastifyInstance, server: Server, contextOf: ContextOf): void }
