/** Models with screens of their own; every other is served from its schema. */
const OWN: Readonly<Record<string, string>> = { patent: '/patents' }

/** Where a model's list stands, or with `rest` what stands under it. */
export const pageOf = (model: string, rest = '') => (OWN[model] ?? `/m/${model}`) + rest
