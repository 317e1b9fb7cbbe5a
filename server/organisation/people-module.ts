import type { FastifyInstance, FastifyRequest } from 'fastify'
import { nightly } from '../jobs/nightly.ts'
import type { Context } from '../records/context.ts'
import type { Server } from '../server.ts'
import { sweepSessions } from '../auth/session/sweep.ts'
import { peopleCalls, peopleRoutes } from './people-calls.ts'
import { tokenActions } from '../auth/accounts/token.ts'
import { accounts } from '../auth/accounts/user.ts'
import { handovers } from './user_handover.ts'
import { people } from './user_info.ts'

/** People, the accounts they sign in with, and their tokens. */
export const peopleArea = {
  hooks() {
    accounts()
    people()
    handovers()
    peopleCalls()
    tokenActions()
    nightly('sessions', sweepSessions)
  },
  routes: (app: FastifyInstance, _server: Server, contextOf: (request: FastifyRequest) => Promise<Context>) => peopleRoutes(app, contextOf),
}
