// An empty query is read as none at all, and a check without records or a query is refused.
const EVERYTHING = 'ORDER BY created_at'

/** The query of all results of a list, which may have no filter. */
export const allResults = (iql: string | undefined) => iql || EVERYTHING
