import { applicationNumber, publicationNumber } from './numbers.ts'
import { stateOf } from './states.ts'
import type { Database, Event, Matter } from './tables.ts'

/** A column of a sheet: its heading, which the import recognises, and its cell. */
type Column = readonly [heading: string, cell: (matter: Matter, database: Database) => string]

/** This column identifies a file of phpIP. */
export const PHPIP_SIGN = 'phpIP id'

const first = (matter: Matter, database: Database, ...codes: string[]): Event | undefined => database.events(matter, ...codes)[0]
const dayOf = (event: Event | undefined) => event?.event_date ?? ''
const named = (matter: Matter, database: Database, role: string) => database.actors(matter, role).map(({ name }) => name)

/** phpIP calls a matter by its family, its country, where it comes from, its type and its number among these. */
const referenceOf = ({ caseref, country, origin, type_code, idx }: Matter) =>
  `${caseref}${country}${origin ? `/${origin}` : ''}${type_code ? `-${type_code}` : ''}${idx ?? ''}`

function filingOf(matter: Matter, database: Database): string {
  const number = applicationNumber(first(matter, database, 'FIL')?.detail ?? '', matter.country)
  return matter.origin === 'EP' && /^\d{8}\.?\d$/.test(number) ? `EP${number}` : number // a national part keeps the number of the European application
}

/** The international application of which it is a national or regional phase. */
function internationalOf(matter: Matter, database: Database): Matter | undefined {
  let found = database.matter(matter.parent_id)
  for (let steps = 0; found && found.country !== 'WO' && steps < 5; steps++) found = database.matter(found.parent_id)
  return matter.origin === 'WO' && found?.country === 'WO' ? found : undefined
}

const TITLES = ['TITOF', 'TIT', 'TITAL'] as const
const titleOf = (matter: Matter, database: Database) => TITLES.map((code) => database.classifiers(matter, code)[0]).find(Boolean) ?? ''

const TYPES: Readonly<Record<string, string>> = { UM: 'Utility model', UC: 'Utility model', DSG: 'Design' }
const RELATIONS: Readonly<Record<string, string>> = { DIV: 'division', CNT: 'continuation', CIP: 'continuation-in-part' }

/** An earlier application with its number and day. */
function claimOf({ alt_matter_id, detail, event_date }: Event, database: Database): string {
  const earlier = database.matter(alt_matter_id)
  return earlier ? identityOf(earlier, database, event_date) : [detail, event_date].filter(Boolean).join(' ')
}

function identityOf(matter: Matter, database: Database, day: string | null): string {
  const number = filingOf(matter, database)
  const office = number.startsWith('PCT') ? '' : matter.country
  return [number && office, number, first(matter, database, 'FIL')?.event_date ?? day].filter(Boolean).join(' ')
}

function claimsOf(matter: Matter, database: Database): string {
  const parent = database.matter(matter.parent_id)
  const relation = RELATIONS[matter.type_code ?? '']
  const claims = database.events(matter, 'PRI').map((event) => claimOf(event, database))
  if (parent && relation) claims.push(`${identityOf(parent, database, null)} ${relation}`)
  return claims.filter((claim) => claim !== '').join('; ')
}

/** The last year of which the renewal is done. */
function paidYearOf(matter: Matter, database: Database): string {
  const years = database.tasks(matter, 'REN').flatMap(({ done, detail }) => (done === '1' ? Number(/\d{1,2}/.exec(detail ?? '')?.[0] ?? 0) : []))
  return years.length > 0 ? String(Math.max(...years) || '') : ''
}

const holdersOf = (matter: Matter, database: Database) => {
  const applicants = named(matter, database, 'APP')
  return (applicants.length > 0 ? applicants : named(matter, database, 'OWN')).join('; ')
}

/** The longest remark on a case. */
export const MAX_REMARK = 255

const cut = (text: string) => (text.length > MAX_REMARK ? `${text.slice(0, MAX_REMARK - 1)}…` : text)

const BEGIN: readonly Column[] = [
  [PHPIP_SIGN, ({ id }) => id ?? ''],
  ['Case no.', referenceOf],
  ['Country', ({ country }) => country ?? ''],
  ['Application number', filingOf],
  ['Filing date', (matter, database) => dayOf(first(matter, database, 'FIL'))],
  ['Applicants', holdersOf],
  ['Agency', (matter, database) => named(matter, database, 'AGT')[0] ?? ''],
  ['Responsible', ({ responsible }) => responsible ?? ''],
  ['Company', (matter, database) => named(matter, database, 'CLI')[0] ?? ''],
  ['Remarks', ({ notes }) => cut(notes ?? '')],
]

export const PATENT_COLUMNS: readonly Column[] = [
  ...BEGIN,
  ['Title of invention', titleOf],
  ['English title', (matter, database) => database.classifiers(matter, 'TITEN')[0] ?? ''],
  ['Patent type', ({ category_code, type_code }) => (type_code === 'PRO' ? 'Provisional' : (TYPES[category_code ?? ''] ?? 'Invention'))],
  ['Publication number', (matter, database) => publicationNumber(first(matter, database, 'PUB')?.detail ?? '', matter.country)],
  ['Publication date', (matter, database) => dayOf(first(matter, database, 'PUB'))],
  ['Grant number', (matter, database) => first(matter, database, 'GRT', 'REG')?.detail ?? ''],
  ['Grant date', (matter, database) => dayOf(first(matter, database, 'GRT', 'REG'))],
  ['Registration date', (matter, database) => dayOf(first(matter, database, 'REG'))],
  ['Inventors', (matter, database) => named(matter, database, 'INV').join('; ')],
  ['Agent ref', (matter, database) => database.actors(matter, 'AGT')[0]?.ref ?? ''],
  ['Priority claims', claimsOf],
  ['PCT number', (matter, database) => numberOfInternational(matter, database)],
  ['PCT filing date', (matter, database) => dayOfInternational(matter, database)],
  ['National phase entry date', (matter, database) => dayOf(first(matter, database, 'ENT'))],
  ['Examination request date', (matter, database) => database.tasks(matter, 'REQ').find(({ done }) => done === '1')?.done_date ?? ''],
  ['Annuity paid', paidYearOf],
  ['Legal status', (matter, database) => stateOf(matter, database, 'inactive').words],
  ['Closing date', (matter, database) => stateOf(matter, database, 'inactive').closed],
]

function numberOfInternational(matter: Matter, database: Database): string {
  const application = internationalOf(matter, database)
  return application ? filingOf(application, database) : ''
}

function dayOfInternational(matter: Matter, database: Database): string {
  const application = internationalOf(matter, database)
  return application ? dayOf(first(application, database, 'FIL')) : ''
}

const priorityIn = (part: 'numbers' | 'dates') => (matter: Matter, database: Database) =>
  database
    .events(matter, 'PRI')
    .map(({ alt_matter_id, detail, event_date }) => {
      const earlier = database.matter(alt_matter_id)
      const filing = earlier && first(earlier, database, 'FIL')
      return part === 'dates' ? (filing?.event_date ?? event_date ?? '') : earlier ? filingOf(earlier, database) : (detail ?? '')
    })
    .join('; ')

export const TRADEMARK_COLUMNS: readonly Column[] = [
  ...BEGIN,
  ['Trademark name', (matter, database) => database.classifiers(matter, 'TM')[0] ?? titleOf(matter, database)],
  ['Nice classes', (matter, database) => database.classifiers(matter, 'TMCL').join('; ')],
  ['Published for opposition', (matter, database) => dayOf(first(matter, database, 'PUB'))],
  ['Registration number', (matter, database) => first(matter, database, 'REG', 'GRT')?.detail ?? ''],
  ['Registration date', (matter, database) => dayOf(first(matter, database, 'REG', 'GRT'))],
  ['Priority numbers', priorityIn('numbers')],
  ['Priority dates', priorityIn('dates')],
  ['Legal status', (matter, database) => stateOf(matter, database, 'ended').words.replace(/^deemed /, '')],
]
