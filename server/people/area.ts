import type { FastifyInstance, FastifyRequest } from 'fastify'
import { nightly } from '../jobs/nightly.ts'
import type { Work } from '../records/work.ts'
import type { Server } from '../server.ts'
import { sweepSessions } from '../session/sweep.ts'
import { peopleCalls, peopleRoutes } from './people-calls.ts'
import { tokenActions } from './token.ts'
import { accounts } from './user.ts'
import { handovers } from './user_handover.ts'
import { people } from './user_info.ts'

/** People, the accounts they sign in with, and their tokens. */
export const peopleArea = {
  consequences() {
    accounts()
    people()
    handovers()
    peopleCalls()
    tokenActions()
    nightly('sessions', sweepSessions)
  },
  routes: (app: FastifyInstance, _server: Server, workOf: (request: FastifyRequest) => Promise<Work>) => peopleRoutes(app, workOf),
}
