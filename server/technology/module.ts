import { techNodeHooks } from './tech_node.ts'

/** The tree of technical nodes. */
export const technologyModule = { hooks: techNodeHooks }
