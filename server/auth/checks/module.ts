import type { ServerModule } from '../../module.ts'
import { permissionChecks } from './run.ts'

/** Questions about permissions with the answers that administrators expect, asked again after each change. */
export const checksModule: ServerModule = { name: 'checks', after: ['roles', 'people'], parts: [permissionChecks] }
