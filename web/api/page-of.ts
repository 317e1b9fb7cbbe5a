/** Models with their own screens; all others are drawn from their schema. */
const OWN: Readonly<Record<string, string>> = { patent: '/patents', statistic: '/statistics', report: '/reports' }

/** The address of a model's list, or with `rest` a page below it. */
export const pageOf = (model: string, rest = '') => (OWN[model] ?? `/m/${model}`) + rest

/** The page that compares the permissions of roles; without roles, of all active ones. */
export const matrixPage = (roles: readonly string[] = []) => `/permission/matrix${roles.length > 0 ? `?roles=${roles.join(',')}` : ''}`

/** The page that explains access: of a person, to a record, or both. */
export const explainPage = (asked: Readonly<Partial<Record<'person' | 'entity' | 'record', string>>>) =>
  `/permission/explain?${new URLSearchParams(asked).toString()}`
