/** Models with their own screens; all others are drawn from their schema. */
const OWN: Readonly<Record<string, string>> = { patent: '/patents' }

/** The address of a model's list, or with `rest` a page below it. */
export const pageOf = (model: string, rest = '') => (OWN[model] ?? `/m/${model}`) + rest
