import { virtualOrganisations } from './virtual_organisation.ts'
import type { ServerModule } from '../module.ts'
import { certificates } from './certificates/certificates.ts'
import { callers } from './hr/callers.ts'
import { changesClearing } from './hr/kept-changes.ts'
import { peopleCalls, peopleRoutes } from './people-calls.ts'
import { absences } from './absence.ts'
import { charts } from './chart.ts'
import { handovers } from './user_handover.ts'
import { people } from './user_info.ts'

/** People, their leaders, and handovers */
export const peopleModule: ServerModule = {
  name: 'people',
  after: ['organisation', 'accounts'],
  parts: [people, handovers, absences, virtualOrganisations, charts, peopleCalls, changesClearing, callers, certificates],
  routes: peopleRoutes,
}
