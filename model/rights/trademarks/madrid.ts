/** The states of the Madrid Agreement; all of them are bound by the Protocol too, since Algeria joined it on 31 October 2015. */
const AGREEMENT: ReadonlySet<string> = new Set([
  'AL', 'AM', 'AT', 'AZ', 'BA', 'BG', 'BT', 'BY', 'CH', 'CN', 'CU', 'CY', 'CZ', 'DE', 'DZ', 'EG', 'ES', 'FR', 'HR', 'HU', 'IR', 'IT', 'KE', 'KG', 'KP',
  'KZ', 'LI', 'LR', 'LS', 'LV', 'MA', 'MC', 'MD', 'ME', 'MK', 'MN', 'MZ', 'NA', 'PL', 'PT', 'RO', 'RS', 'RU', 'SD', 'SI', 'SK', 'SL', 'SM', 'SY', 'SZ',
  'TJ', 'UA', 'VN',
]) // oxfmt-ignore

/** States of the Agreement that are designated together, for one fee: no amount is that of one of them. */
const BENELUX: ReadonlySet<string> = new Set(['BE', 'LU', 'NL'])

/** Between two of them, a declaration of an individual fee has no effect (Madrid Protocol, art. 9sexies(1)(b)). */
export const areBoundByAgreement = (origin: string | null | undefined, party: string): boolean =>
  (AGREEMENT.has(origin ?? '') || BENELUX.has(origin ?? '')) && AGREEMENT.has(party)

/** The Madrid Protocol does not apply to them. */
const OUTSIDE: ReadonlySet<string> = new Set(['HK', 'MO', 'TW'])
export const isOutsideMadrid = (country: string): boolean => OUTSIDE.has(country)
