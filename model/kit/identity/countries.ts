const NAMES = {
  zh: new Intl.DisplayNames('zh-CN', { type: 'region', fallback: 'none' }),
  en: new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }),
}
// Codes that name no country: unions, unknown ones, codes reserved for trials, and parts of countries.
const NONE = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ', 'AC', 'CP', 'CQ', 'DG', 'EA', 'IC', 'TA'])

/** A country or territory by its two-letter code (ISO 3166-1); a former code, such as DD, is none. */
export const isCountry = (code: string) =>
  /^[A-Z]{2}$/.test(code) && !NONE.has(code) && new Intl.Locale(`und-${code}`).region === code && NAMES.en.of(code) !== undefined

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** The countries and territories in both languages, by the alphabet of their codes. */
export const COUNTRIES: ReadonlyMap<string, readonly [zh: string, en: string]> = new Map(
  LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
    .filter(isCountry)
    .map((code) => [code, [NAMES.zh.of(code) ?? code, NAMES.en.of(code) ?? code]]),
)
