import { onAction } from '../records/actions.ts'
import { modelNamed } from '../records/registry.ts'
import { batchSearch, find } from './find.ts'

export const searching = {
  consequences() {
    onAction('patent', 'find', ({ work, body }) => find(work, modelNamed(work.tenant.models, 'patent'), body))
    onAction('patent', 'batch_search', ({ work, body }) => batchSearch(work, modelNamed(work.tenant.models, 'patent'), body))
  },
}
