import { patentConsequences } from './patent.ts'

/** What no declaration of a patent can say. */
export const patentsModule = { consequences: patentConsequences }
