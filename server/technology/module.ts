import type { ServerModule } from '../module.ts'
import { technologyMap } from './map.ts'
import { techNodes } from './tech_node.ts'

/** The tree of technical nodes. */
export const technologyModule: ServerModule = { name: 'technology', parts: [techNodes, technologyMap] }
