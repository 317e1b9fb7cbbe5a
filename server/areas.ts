import type { FastifyInstance, FastifyRequest } from 'fastify'
import { accessArea } from './access/area.ts'
import { docketingArea } from './deadlines/area.ts'
import { documents } from './documents/area.ts'
import { exchange } from './exchange/area.ts'
import { jobs } from './jobs/area.ts'
import { customFieldArea } from './records/publish-field.ts'
import { patents } from './patents/area.ts'
import { organisationArea } from './organisation/tree.ts'
import { peopleArea } from './people/area.ts'
import { settingsArea } from './settings/area.ts'
import { searching } from './search/area.ts'
import type { Work } from './records/work.ts'
import type { Server } from './server.ts'

type WorkOf = (request: FastifyRequest) => Promise<Work>
type Area = { consequences?: () => void; routes?: (app: FastifyInstance, server: Server, workOf: WorkOf) => void }

/** Every area that does what no declaration can say. */
const AREAS: readonly Area[] = [
  accessArea,
  organisationArea,
  peopleArea,
  settingsArea,
  customFieldArea,
  patents,
  docketingArea,
  jobs,
  documents,
  exchange,
  searching,
]

let registered = false

/** What writes of each model cause; once for the process. */
export function registerConsequences() {
  if (registered) return
  registered = true
  for (const area of AREAS) area.consequences?.()
}

export function registerAreas(app: FastifyInstance, server: Server, workOf: WorkOf) {
  for (const area of AREAS) area.routes?.(app, server, workOf)
}
