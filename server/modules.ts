import type { FastifyInstance, FastifyRequest } from 'fastify'
import { accessArea } from './auth/roles/module.ts'
import { docketingArea } from './docketing/module.ts'
import { documents } from './documents/module.ts'
import { exchange } from './import/module.ts'
import { jobs } from './jobs/module.ts'
import { customFieldArea } from './records/custom-fields/publish-field.ts'
import { casesModule } from './cases/module.ts'
import { patentsModule } from './rights/patents/module.ts'
import { partiesModule } from './parties/module.ts'
import { technologyModule } from './technology/module.ts'
import { organisationArea } from './organisation/tree.ts'
import { peopleArea } from './organisation/people-module.ts'
import { settingsArea } from './settings/module.ts'
import { searching } from './search/module.ts'
import type { Context } from './records/context.ts'
import type { Server } from './server.ts'

type ContextOf = (request: FastifyRequest) => Promise<Context>
type Area = { hooks?: () => void; routes?: (app: FastifyInstance, server: Server, contextOf: ContextOf) => void }

/** Every area that does what no declaration can say. */
const AREAS: readonly Area[] = [
  accessArea,
  organisationArea,
  peopleArea,
  settingsArea,
  customFieldArea,
  patentsModule,
  casesModule,
  partiesModule,
  technologyModule,
  docketingArea,
  jobs,
  documents,
  exchange,
  searching,
]

let registered = false

/** What writes of each model cause; once for the process. */
export function registerHooks() {
  if (registered) return
  registered = true
  for (const area of AREAS) area.hooks?.()
}

export function registerAreas(app: FastifyInstance, server: Server, contextOf: ContextOf) {
  for (const area of AREAS) area.routes?.(app, server, contextOf)
}
