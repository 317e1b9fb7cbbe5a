import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Work } from '../records/context.ts'
import type { Server } from '../server.ts'
import { exportJobs, exportRoutes } from '../export/export.ts'
import { importJobs } from './import-job.ts'
import { importRoutes } from './import.ts'
import { resultRoutes } from '../jobs/result-routes.ts'
import { resultsClearing } from '../jobs/result.ts'
import { uploadsClearing } from './uploaded.ts'

export const exchange = {
  consequences() {
    importJobs()
    exportJobs()
    resultsClearing()
    uploadsClearing()
  },
  routes(app: FastifyInstance, _server: Server, workOf: (request: FastifyRequest) => Promise<Work>) {
    importRoutes(app, workOf)
    exportRoutes(app, workOf)
    resultRoutes(app, workOf)
  },
}
