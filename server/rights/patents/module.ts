import type { ServerModule } from '../../module.ts'
import { patents } from './patent.ts'
import { recognising } from './recognise.ts'

/** What no declaration of a patent can say. */
export const patentsModule: ServerModule = { name: 'patents', parts: [patents, recognising] }
