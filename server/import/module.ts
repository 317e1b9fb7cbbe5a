import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../records/context.ts'
import type { Server } from '../server.ts'
import { exportJobs, exportRoutes } from '../export/export.ts'
import { importJobs } from './import-job.ts'
import { importRoutes } from './import.ts'
import { resultRoutes } from '../jobs/result-routes.ts'
import { resultsClearing } from '../jobs/result.ts'
import { uploadsClearing } from './uploaded.ts'

export const exchange = {
  hooks() {
    importJobs()
    exportJobs()
    resultsClearing()
    uploadsClearing()
  },
  routes(app: FastifyInstance, _server: Server, contextOf: (request: FastifyRequest) => Promise<Context>) {
    importRoutes(app, contextOf)
    exportRoutes(app, contextOf)
    resultRoutes(app, contextOf)
  },
}
