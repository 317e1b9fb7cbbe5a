import type { ServerModule } from '../../module.ts'
import { papers } from './paper.ts'

/** The parts of a paper that no declaration can express. */
export const papersModule: ServerModule = { name: 'papers', parts: [papers] }
