import { findAnyCase, findCases, searchByNumbers } from '../../model/cases/find-actions.ts'
import type { ServerModule } from '../module.ts'
import { perform } from '../records/actions.ts'
import { batchSearch, find } from './find.ts'

export const searchModule: ServerModule = {
  name: 'search',
  actions: [...perform(findCases, find), ...perform(findAnyCase, find), ...perform(searchByNumbers, batchSearch)],
}
