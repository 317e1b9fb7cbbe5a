import { isFirstTranslation, isFollowing } from '../../../model/cases/numbers/following.ts'
import { all, type Element, first, textIn } from '../workbook/xml-tree.ts'

/** Facts of a published document about its application, in the columns of an import; empty if not stated */
export const COLUMNS = [
  ...['Country/office', 'Application no.', 'Filing date', 'Patent type', 'Title', 'English title'],
  ...['Publication no.', 'Publication date', 'Grant no.', 'Grant date', 'Applicants', 'Inventors', 'IPC', 'LOC', 'Priority'],
] as const
export type PublicationRow = Readonly<Record<(typeof COLUMNS)[number], string>>

/** The elements in which the offices write it: CNIPA by its standard of 2012 (after WIPO ST.96); USPTO from 2005, WIPO and EPO by WIPO ST.36. */
export const BIBLIOGRAPHIES: ReadonlySet<string> = new Set([
  ...['BibliographicData', 'bibliographic-data', 'us-bibliographic-data-grant', 'us-bibliographic-data-application'],
])

/** Undefined where it names neither an application nor a publication. */
export function rowOf(document: Element): PublicationRow | undefined {
  const published = documentIn(first(document, 'PublicationReference') ?? first(document, 'publication-reference'))
  const filed = first(document, 'ApplicationReference') ?? first(document, 'application-reference')
  const application = documentIn(filed)
  if (!published && !application) return undefined
  const country = published?.country ?? application?.country ?? ''
  const number = published && `${country}${withoutZeros(country, published.number)}${published.kind}`
  const stage = published && stageOf(country, published)
  return {
    'Country/office': country,
    'Application no.': application?.number ?? '',
    'Filing date': application?.day ?? '',
    'Patent type': typeOf(country, filed, published?.number ?? ''),
    ...titlesIn(document),
    'Publication no.': stage === 'APPLICATION' ? (number ?? '') : '',
    'Publication date': stage === 'APPLICATION' ? (published?.day ?? '') : '',
    'Grant no.': stage === 'PATENT' ? (number ?? '') : '',
    'Grant date': stage === 'PATENT' ? (published?.day ?? '') : '',
    ...peopleIn(document),
    IPC: symbolsIn(document).join('; '),
    LOC:
      textIn(first(document, 'classification-locarno') ?? first(document, 'ClassificationLocarno'), 'main-classification', 'MainClassification') ??
      '',
    Priority: claimsIn(document).join('; '),
  }
}

type Named = { country: string; number: string; kind: string; day: string }

/** The number as the office printed it comes first, or is marked as the original. */
function documentIn(reference: Element | undefined): Named | undefined {
  const own = reference && (first(reference, 'DocumentID') ?? documentsIn(reference)[0])
  const number = textIn(own, 'DocNumber', 'doc-number')
  if (!own || !number) return undefined
  return {
    country: textIn(own, 'WIPOST3Code', 'country') ?? '',
    number,
    kind: textIn(own, 'Kind', 'kind') ?? '',
    day: dayIn(own) || dayIn(reference),
  }
}

/** The USPTO fills the numbers of patents to eight places. */
const withoutZeros = (country: string, number: string) => (country === 'US' ? number.replace(/^([A-Z]*)0+(?=\d)/, '$1') : number)

const ORDER = ['original', 'docdb', undefined, 'epodoc']
const documentsIn = (reference: Element) =>
  all(reference, 'document-id').toSorted((a, b) => ORDER.indexOf(a.attributes['document-id-type']) - ORDER.indexOf(b.attributes['document-id-type']))

const dayIn = (element: Element) => (textIn(element, 'Date', 'date') ?? '').replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')

/**
 * Of which stage the document is the first publication, by the kind codes of WIPO ST.16; undefined of search reports (A3), corrections (A8, A9, B8, B9),
 * amended patents, certificates and translations of patents, whose day is of neither. A Chinese utility model or design is published with its grant; before
 * 2001 the USPTO published patents alone, as A.
 */
function stageOf(country: string, { kind, number }: Named): 'APPLICATION' | 'PATENT' | undefined {
  if (isFollowing(country, kind) || (kind === 'A3' && country === 'EP')) return undefined
  if (country === 'CN') return /^[BCUYSD]/.test(kind) ? 'PATENT' : kind.startsWith('A') ? 'APPLICATION' : undefined
  if (country === 'US' && (/^(?:B\d?|E\d?|S\d?|P[23])$/.test(kind) || (kind === 'A' && !/^\d{11}$/.test(number)))) return 'PATENT'
  if (country === 'US') return /^(?:A[12]?|P[14])$/.test(kind) ? 'APPLICATION' : undefined
  return kind.startsWith('A') || isFirstTranslation(country, kind) ? 'APPLICATION' : /^[BC]\d?$/.test(kind) ? 'PATENT' : undefined
}

const CN_TYPES: Readonly<Record<string, string>> = { 1: 'Invention', 2: 'Utility model', 3: 'Design', 8: 'Invention', 9: 'Utility model' }
const US_TYPES: Readonly<Record<string, string>> = { utility: 'Invention', design: 'Design', plant: 'Plant patent', reissue: 'Invention' }

/** CNIPA: 10 to 12 are inventions, 20 utility models, 30 designs. */
function typeOf(country: string, filed: Element | undefined, number: string): string {
  if (country === 'CN') return CN_TYPES[filed?.attributes['applType']?.[0] ?? ''] ?? ''
  if (country === 'US') return US_TYPES[filed?.attributes['appl-type'] ?? ''] ?? (number.startsWith('D') ? 'Design' : '')
  return ''
}

function titlesIn(document: Element) {
  const titles = [...all(document, 'InventionTitle'), ...all(document, 'invention-title')]
  const english = titles.find(({ attributes }) => attributes['lang']?.toLowerCase() === 'en')
  const own = titles.find((one) => one !== english) ?? english
  return { Title: plain(own), 'English title': own === english ? '' : plain(english) }
}

const plain = (element: Element | undefined) => element?.text.replace(/\s+/g, ' ').trim() ?? ''

/** Those who own it: of a US case whose inventors are its applicants, the assignee. */
function peopleIn(document: Element) {
  const applicants = namesOf([...all(document, 'Applicant'), ...all(document, 'us-applicant'), ...all(document, 'applicant')])
  const said = namesOf([...all(document, 'Inventor'), ...all(document, 'inventor')])
  const inventors = said.length > 0 ? said : namesOf(all(document, 'applicant').filter(isInventor))
  const assignees = namesOf([...all(document, 'Assignee'), ...all(document, 'assignee')])
  const among = new Set(inventors)
  const owners = applicants.filter((name) => !among.has(name))
  const holders = owners.length > 0 || assignees.length === 0 ? applicants : assignees
  return { Applicants: holders.join('; '), Inventors: inventors.join('; ') }
}

const isInventor = ({ attributes }: Element) => attributes['app-type'] === 'applicant-inventor'

/** Each once. The EPO writes a name as it was printed, in every language of the document, and in a form of its own, of which there is one. */
function namesOf(people: readonly Element[]): string[] {
  const byForm = Map.groupBy(people, ({ attributes }) => attributes['dataFormat'] ?? attributes['data-format'] ?? '')
  const [printed, own] = [byForm.get('original'), byForm.get('epodoc')]
  const chosen = printed && own && printed.length !== own.length ? own : (printed ?? own ?? [...byForm.values()][0] ?? [])
  return [...new Set(chosen.map(nameOf).filter((name) => name !== ''))]
}

function nameOf(person: Element): string {
  const whole = textIn(person, 'Name', 'orgname', 'name')
  if (whole) return inOneCell(whole)
  const [last, given] = [textIn(person, 'last-name'), textIn(person, 'first-name')]
  return inOneCell([given, last].filter(Boolean).join(' '))
}

/** A semicolon separates names. */
const inOneCell = (name: string) =>
  name
    .replace(/\s*\[[A-Z]{2}\]\s*$/, '')
    .replace(/\s+/g, ' ')
    .replace(/;/g, ',')
    .replace(/[,\s]+$/, '')
    .trim()

/** H04L 27/26. */
function symbolsIn(document: Element): string[] {
  const parts = [...all(document, 'ClassificationIPCR'), ...all(document, 'classification-ipcr')].map((one) => {
    const [section, main, sub] = [textIn(one, 'Section', 'section'), textIn(one, 'MainClass', 'class'), textIn(one, 'Subclass', 'subclass')]
    const [group, subgroup] = [textIn(one, 'MainGroup', 'main-group'), textIn(one, 'Subgroup', 'subgroup')]
    if (section && main && sub && group && subgroup) return `${section}${main}${sub} ${group}/${subgroup}`
    return (
      /^([A-H]\d{2}[A-Z])\s*(\d+\/\d+)/
        .exec(textIn(one, 'text') ?? '')
        ?.slice(1)
        .join(' ') ?? ''
    )
  })
  const older = first(document, 'ClassificationIPC') ?? first(document, 'classification-ipc')
  const words = older ? ['MainClassification', 'FurtherClassification', 'main-classification', 'further-classification'].flatMap((name) => all(older, name)) : [] // oxfmt-ignore
  const said = words.filter(({ attributes }) => attributes['dataFormat'] !== 'standard').map(({ text }) => text.replace(/^([A-H]\d{2}[A-Z])\s*0*(\d+\/\d+).*$/, '$1 $2').trim()) // oxfmt-ignore
  return [...new Set([...parts, ...said].filter((symbol) => /^[A-H]\d{2}[A-Z]/.test(symbol)))]
}

const RELATIONS: Readonly<Record<string, string>> = {
  continuation: 'continuation',
  'continuation-in-part': 'continuation-in-part',
  division: 'division',
  'us-provisional-application': 'provisional',
}

/** Priorities, and the earlier US applications of which it is a part. */
function claimsIn(document: Element): string[] {
  const said = [...all(document, 'priority-claim'), ...all(document, 'PriorityClaim'), ...all(document, 'Priority')].map((one) => claim(one, ''))
  const related = first(document, 'us-related-documents')
  const parents = Object.entries(RELATIONS).flatMap(([name, relation]) =>
    (related ? all(related, name) : []).map((one) => claim(first(one, 'parent-doc') ?? one, relation)),
  )
  return [...new Set([...said, ...parents].filter((text) => text !== ''))]
}

function claim(element: Element, relation: string): string {
  const number = textIn(element, 'DocNumber', 'doc-number', 'ApplicationNumber')
  const [country, day] = [textIn(element, 'WIPOST3Code', 'country') ?? '', dayIn(element)]
  if (!number) return ''
  return [/^PCT/i.test(number) ? '' : country, number, day, relation].filter(Boolean).join(' ')
}
