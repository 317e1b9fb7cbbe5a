const NAMES = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
// Codes that name no country: unions, unknown ones, and codes reserved for trials.
const NONE = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ'])

/** A country or territory by its two-letter code (ISO 3166-1). */
export const isCountry = (code: string) => /^[A-Z]{2}$/.test(code) && !NONE.has(code) && NAMES.of(code) !== undefined
