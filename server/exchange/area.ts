import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Work } from '../records/work.ts'
import type { Server } from '../server.ts'
import { importJobs } from './import-job.ts'
import { importRoutes } from './import.ts'
import { resultRoutes } from './result-routes.ts'
import { resultsClearing } from './result.ts'

export const exchange = {
  consequences() {
    importJobs()
    resultsClearing()
  },
  routes(app: FastifyInstance, _server: Server, workOf: (request: FastifyRequest) => Promise<Work>) {
    importRoutes(app, workOf)
    resultRoutes(app, workOf)
  },
}
