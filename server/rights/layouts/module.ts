import type { ServerModule } from '../../module.ts'
import { icLayouts } from './ic_layout.ts'

/** The parts of a layout design that no declaration can express. */
export const layoutsModule: ServerModule = { name: 'layouts', parts: [icLayouts] }
