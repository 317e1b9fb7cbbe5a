import { patentHooks } from './patent.ts'

/** What no declaration of a patent can say. */
export const patentsModule = { hooks: patentHooks }
