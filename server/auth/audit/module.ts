import type { ServerModule } from '../../module.ts'
import { startAudit } from './audit.ts'
import { checkAudit } from './check-audit.ts'
import { permissionChanges } from './permission-changes.ts'

/** The audit log: who signed in, was refused, changed permissions or took data out. */
export const auditModule: ServerModule = { name: 'audit', parts: [permissionChanges], nightly: { audit: checkAudit }, start: startAudit }
