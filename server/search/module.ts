import { onAction } from '../records/actions.ts'
import { modelNamed } from '../records/registry.ts'
import { batchSearch, find } from './find.ts'

export const searching = {
  hooks() {
    onAction('patent', 'find', ({ ctx, body }) => find(ctx, modelNamed(ctx.tenant.models, 'patent'), body))
    onAction('patent', 'batch_search', ({ ctx, body }) => batchSearch(ctx, modelNamed(ctx.tenant.models, 'patent'), body))
  },
}
