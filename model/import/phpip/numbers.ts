/** phpIP stores numbers in the form of the European Patent Office's open data: without signs, and without zeros that can be restored. */
type Form = readonly [pattern: RegExp, printed: (...parts: string[]) => string]

const APPLICATIONS: Readonly<Record<string, Form>> = {
  WO: [/^(\d{4})([A-Z]{2})(\d{1,6})$/, (year = '', office = '', serial = '') => `PCT/${office}${year}/${serial.padStart(6, '0')}`],
  CN: [/^(20\d{2})([12389])(\d{1,7})$/, (year = '', kind = '', serial = '') => `${year}${kind}${serial.padStart(7, '0')}`],
  US: [/^20\d{2}(\d{2})(\d{5,6})$/, (series = '', serial = '') => `${series}/${serial}`],
  JP: [/^((?:19|20)\d{2})0?(\d{6})$/, (year = '', serial = '') => `特願${year}-${serial}`],
}
const PUBLICATIONS: Readonly<Record<string, Form>> = {
  US: [/^(20\d{2})(\d{6})$/, (year = '', serial = '') => `US ${year}/${serial.padStart(7, '0')}`],
}

const printedIn = (forms: typeof APPLICATIONS) => (number: string, country: string | null) => {
  const [pattern, printed] = forms[country ?? ''] ?? []
  const [, ...parts] = pattern?.exec(number.replaceAll(' ', '')) ?? []
  return parts.length > 0 && printed ? printed(...parts) : number
}

export const applicationNumber = printedIn(APPLICATIONS)
export const publicationNumber = printedIn(PUBLICATIONS)
