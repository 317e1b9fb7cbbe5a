import type { ServerModule } from '../module.ts'
import { action } from '../records/actions.ts'
import { modelNamed } from '../records/registry.ts'
import { batchSearch, find } from './find.ts'

export const searchModule: ServerModule = {
  name: 'search',
  actions: [
    action('patent', 'find', ({ ctx, body }) => find(ctx, modelNamed(ctx.tenant.models, 'patent'), body)),
    action('patent', 'batch_search', ({ ctx, body }) => batchSearch(ctx, modelNamed(ctx.tenant.models, 'patent'), body)),
  ],
}
