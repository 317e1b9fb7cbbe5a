import type { Field, Words } from '../../../kit/fields.ts'
import type { Model } from '../../../kit/model.ts'
import { doesContinue } from '../../../cases/relations/relation-words.ts'
import { isFirstTranslation, isFollowing } from '../../../cases/numbers/following.ts'
import { recognise, type Kind, type Recognised } from '../../../cases/numbers/recognise.ts'
import { type Cell, isFormulaError, symbolsOf, textOf } from '../../../import/values/cell.ts'
import { damagedNumber } from '../../../import/values/damaged-number.ts'
import { officeNamed } from '../../../import/values/office-names.ts'
import { dividedFrom, enteredFrom, OF_PHASES, readParent } from './parent.ts'
import { readPriorities } from './priorities.ts'
import { readRefusal } from './refusal.ts'
import { readRegistration, tellRegistration } from './registration.ts'
import { isStateIn, statusOf } from './status.ts'
import { standingOf } from './legal-status.ts'
import { optionNamed } from '../../../import/values/read-value.ts'
import { assume, readingOf, type RowRead, type RowSetting, sourceOfRow } from '../../../import/row.ts'

type Numbers = { application?: Recognised; publication?: Recognised; grant?: Recognised }

/** Completes the values of a patent row: office, type, the kind of each number, route, state, priorities. */
export function readPatent(model: Model, cells: ReadonlyMap<string, Cell>, read: RowRead, setting: RowSetting) {
  const { values } = read
  const text = (code: string) => (NUMBERS.includes(code) ? textOf(cells.get(code)).replace(/(?<=\d)[·•。](?=[\dX])/gi, '.') : textOf(cells.get(code)))
  if (values.title_en !== undefined) assume(read, 'title', values.title_en)
  for (const code of NUMBERS) {
    const words = damagedNumber(text(code))
    if (words) read.faults.push({ field: code, words })
  }
  const country = countryOf(text, read, setting)
  if (!country && !text('country')) sayUnread(text, read)
  if (country && text('country')) values.country = country
  else if (country) assume(read, 'country', country) // a number of another office, such as that of the international publication, moves no case there
  readRegistration(cells.get('registered_on'), country ?? '', read, setting)
  const numbers = readNumbers(text, values, country ?? '')
  leaveLaterDays(numbers, text('kind_code'), read)
  keepNumbers(numbers, read)
  tellRegistration(country ?? '', read)
  readType(model, text('patent_type') || text('filing_kind'), numbers, read)
  for (const code of ['title', 'title_en']) cutTitle(model, code, read)
  readClasses(values, text, read.notes)
  giveShares(values, text('contributions'), read)
  readPaidYear(text('annuity_paid'), read)
  const { claims, continues } = readEarlier(cells, { text, country: country ?? '', numbers }, read, setting)
  readRoute(text('route'), country ?? '', read)
  // A claim from an application at the same office, such as a parent or a first filing at home, is no right of the Paris Convention.
  const isForeign = claims.rows.some(({ priority_country: office }) => office !== country)
  chooseRoute(read, country ?? '', { claims: isForeign, pct: claims.pct, numbers, continues })
  readRequest(cells.get('sub_exam_date'), values)
  readState(
    model,
    text,
    read,
    setting,
    claims.rows.map(({ priority_date }) => priority_date),
  )
  readRefusal(cells.get('refusal_date'), read, setting)
}

type Own = { text: (code: string) => string; country: string; numbers: Numbers }

/** The priorities and the parent, and the filing date that a division has from it. `continues`: the row says that it divides or continues an application. */
function readEarlier(cells: ReadonlyMap<string, Cell>, { text, country, numbers }: Own, read: RowRead, setting: RowSetting) {
  const { values } = read
  const parentCells = {
    no: text('original_no') || text('parent_no'),
    date: cells.get('parent_date'),
    kinds: [text('filing_kind'), text('patent_type')],
    isOriginal: text('original_no') !== '',
  }
  const ownOf = (filed: string | undefined) => ({
    country,
    application_key: numbers.application?.normalised ?? '',
    filing_date: filed,
  })
  const divided = dividedFrom(parentCells, ownOf(dayIn(values.filing_date)), setting)
  if (divided) {
    values.submission_date ??= values.filing_date
    values.filing_date = divided.day
    read.notes.push(divided.words)
  }
  const entered = divided ? undefined : enteredFrom(parentCells, ownOf(dayIn(values.filing_date)), setting)
  if (entered) {
    values.entry_date ??= values.filing_date
    values.filing_date = entered.day
    values.pct_filing_date ??= entered.day
    values.pct_no ??= entered.pct_no
    read.notes.push(entered.words)
  }
  const filing_date = dayIn(values.filing_date)
  const given = {
    priorities: cells.get('priorities'),
    priority_no: cells.get('priority_no'),
    priority_date: cells.get('priority_date'),
    priority_country: cells.get('priority_country'),
  }
  const claims = readPriorities(given, {
    country,
    application_key: numbers.application?.normalised ?? '',
    filing_date,
    reading: readingOf(setting, 'priority_date'),
  })
  read.priorities = claims.rows
  read.notes.push(...claims.notes)
  const isNamed = claims.rows.some(({ relation }) => relation) || claims.said.length > 0
  const parent = readParent(entered ? { ...parentCells, no: '' } : parentCells, { ...ownOf(filing_date), isNamed, claims: claims.rows }, setting)
  read.said = [...claims.said, ...parent.said]
  if (parent.parentless) read.parentless = parent.parentless
  read.notes.push(...parent.notes)
  read.faults.push(...claims.faults.map((words) => ({ field: 'priority_no', words })))
  const isContinued = [...claims.said, ...claims.rows.map(({ relation }) => relation)].some(doesContinue)
  return { claims, continues: divided !== undefined || parent.continues || isContinued }
}

const dayIn = (value: unknown) => (typeof value === 'string' ? value : undefined)

/** From the file, else from the numbers, else from the most common office of the file. */
function countryOf(text: (code: string) => string, read: RowRead, { source }: RowSetting): string | undefined {
  delete read.values.country
  read.faults = read.faults.filter(({ field }) => field !== 'country')
  const given = text('country')
  const named = officeNamed(given)
  if (named) return named
  if (source?.country) return isInternational(text('application_no')) ? 'WO' : source.country
  for (const code of NUMBERS) {
    const office = text(code) && !damagedNumber(text(code)) && recognise(text(code))[0]?.office
    if (office) return office
  }
  const damaged = NUMBERS.flatMap((code) => damagedNumber(text(code)) ?? []).length > 0
  if (damaged) return undefined // the fault of the number is reported elsewhere
  if (given)
    read.faults.push({
      field: 'country',
      words: [`“${given.slice(0, 40)}”不是已知的国家或局`, `“${given.slice(0, 40)}” is not a known country or office`],
    })
  return undefined
}

/** The list of one office holds international applications too; a national phase has a number of its own. */
const isInternational = (number: string) => /^PCT\b/i.test(number) && recognise(number)[0]?.office === 'WO'

/** An unreadable number gives no country either: the fault is the number, not the missing country. */
function sayUnread(text: (code: string) => string, { faults }: RowRead) {
  const code = NUMBERS.find((one) => text(one) !== '')
  if (!code || faults.some(({ field }) => field === code)) return
  const shown = text(code).slice(0, 40)
  faults.push({ field: code, words: [`无法识别号码“${shown}”，也没有写明国家`, `the number “${shown}” is not recognised, and no country is given`] })
}

const NUMBERS = ['publication_no', 'grant_no', 'application_no', 'patent_no', 'pct_pub_no']

function readNumbers(text: (code: string) => string, values: Record<string, unknown>, office: string): Numbers {
  const year = Number(dayIn(values.filing_date)?.slice(0, 4)) || undefined
  const one = (code: string, kind?: Kind): Recognised | undefined => {
    const raw = text(code)
    if (!raw || !/\d/.test(raw) || damagedNumber(raw) || isFormulaError(raw)) return undefined
    return recognise(raw, { ...(office && { office }), ...(kind && { kind }), ...(year && kind === 'application' && { year }) })[0]
  }
  const kindCode = text('kind_code')
  const published = one(
    'publication_no',
    namedGrant(text('patent_type')) ?? kindCodeKind(office, kindCode, text('publication_no')) ?? sameDayGrant(values, text),
  )
  const application = one('application_no', 'application') ?? ofPatent(one('patent_no', 'patent'))
  const grant = one('grant_no', 'grant') ?? (office && office !== 'CN' ? one('patent_no', 'grant') : undefined)
  return { ...(application && { application }), ...(grant && { grant }), ...(published && { publication: published }) }
}

/** The patent number of China is the application number with the prefix ZL. */
function ofPatent(patent: Recognised | undefined): Recognised | undefined {
  if (patent?.office !== 'CN' || (patent.kind !== 'patent' && patent.kind !== 'application')) return undefined
  return recognise(patent.printed.replace(/^ZL/i, ''), { office: 'CN', kind: 'application' })[0]
}

/** Databases name the kind of a document: the letter A is a grant in Canada before 1989. */
const namedGrant = (words: string): Kind | undefined => (/^granted patent$/i.test(words) ? 'grant' : undefined)

/** A kind code in a separate column, where the number itself has none. */
function kindCodeKind(office: string, code: string, number: string): Kind | undefined {
  if (!/^[A-Z]\d?$/.test(code) || /[A-Z]\d?\s*$/i.test(number)) return undefined
  return code.startsWith('A') || isFirstTranslation(office, code) ? 'publication' : 'grant'
}

/** A document published on the day of the grant is the grant. */
function sameDayGrant({ publication_date, grant_date }: Record<string, unknown>, text: (code: string) => string): Kind | undefined {
  return grant_date && publication_date === grant_date && !text('grant_no') ? 'grant' : undefined
}

/** The day of a corrected or amended document is neither that of the publication nor that of the grant, from which periods run. */
function leaveLaterDays({ publication, grant }: Numbers, kindCode: string, { values, notes }: RowRead) {
  const isLater = (one: Recognised | undefined) => one && isFollowing(one.office, /\d([A-Z]\d?)$/.exec(one.normalised)?.[1] ?? kindCode)
  const { publication_date: published, grant_date: granted } = values
  if (publication && published !== undefined && isLater(publication)) {
    delete values.publication_date
    notes.push([
      `${publication.printed} 是更正、修改或检索报告文件，其日期 ${String(published)} 不是公开日或授权日，未录入`,
      `${publication.printed} is a corrected or amended document or a search report: its day ${String(published)} is neither that of the publication nor of the grant, and was not imported`,
    ])
  }
  if (grant && granted !== undefined && isLater(grant))
    notes.push([
      `${grant.printed} 是更正或修改后的文件：请核对授权日 ${String(granted)} 是否为最初的授权公告日`,
      `${grant.printed} is a corrected or amended document: check that ${String(granted)} is the day of the first grant`,
    ])
}

/** Each number is stored in the field of its kind, in its office's print format, with its date. */
function keepNumbers({ application, publication, grant }: Numbers, { values, faults }: RowRead) {
  const put = (code: string, number: Recognised | undefined) => {
    if (number) values[code] = number.printed
  }
  put('application_no', application)
  put('grant_no', grant)
  if (application) faults.push(...errorsOf(application).map((words) => ({ field: 'application_no', words })))
  if (publication?.kind === 'grant') {
    delete values.publication_no
    if (!grant) put('grant_no', publication)
    if (values.publication_date !== undefined && (values.grant_date ?? values.publication_date) === values.publication_date) {
      values.grant_date = values.publication_date
      delete values.publication_date
    }
  } else put('publication_no', publication)
}

const CURED = new Set(['check_missing', 'check_added'])

function errorsOf({ faults }: Recognised): Words[] {
  return faults.filter(({ level, code }) => level === 'error' && !CURED.has(code)).map(({ zh, en }) => [zh, en])
}

const TYPES: readonly (readonly [RegExp, string])[] = [
  [/实用新型|実用新案|^実案$|^新型|utility model|실용신안|gebrauchsmuster/i, 'UTILITY'],
  [/外观|design|디자인|意匠/i, 'DESIGN'],
  [/植物|plant/i, 'PLANT'],
  [/临时|provisional/i, 'PROVISIONAL'],
  [/发明|發明|発明|^特許$|invention/i, 'INVENTION'],
]

/** From the words of the file, else from the numbers; by default an invention. "Granted patent" does not name the kind. */
function readType(model: Model, words: string, { application, publication, grant }: Numbers, read: RowRead) {
  read.faults = read.faults.filter(({ field }) => field !== 'patent_type')
  const field = (model.fields as Record<string, Field>).patent_type
  const named = field?.type === 'option' ? optionNamed(field.options, words) : undefined
  const said = named ?? TYPES.find(([pattern]) => words && pattern.test(words))?.[1]
  const type = said ?? publication?.right ?? grant?.right ?? application?.right
  delete read.values.patent_type
  if (type) read.values.patent_type = type
  else assume(read, 'patent_type', 'INVENTION')
}

/** An office prints titles longer than the field; the import reports the part that was cut. */
function cutTitle(model: Model, code: string, { values, notes }: RowRead) {
  const field = (model.fields as Record<string, Field>)[code]
  const letters = typeof values[code] === 'string' ? [...values[code]] : []
  if (field?.type !== 'string' || letters.length <= field.max) return
  values[code] = `${letters.slice(0, field.max - 1).join('')}…`
  notes.push([
    `${field.zh}共 ${letters.length} 字，只录入前 ${field.max - 1} 字`,
    `${field.en} has ${letters.length} characters; only the first ${field.max - 1} were imported`,
  ])
}

const MAX_YEARS = 30

/** `6`, `第6年`, `第 5-6 年`, `3.5`: the last of them. A calendar year is ambiguous. */
function readPaidYear(text: string, read: RowRead) {
  if (text === '') return
  const [, year = ''] = /^第?\s*(?:\d{1,2}(?:\.5)?\s*[-~—至到]\s*)?(\d{1,2}(?:\.5)?)\s*年?(?:度|次)?$/.exec(text.normalize('NFKC')) ?? []
  if (Number(year) > 0 && Number(year) <= MAX_YEARS) read.annuity_paid = Number(year)
  else
    read.faults.push({
      field: 'annuity_paid',
      words: [`“${text.slice(0, 40)}”应为第几年（1–${MAX_YEARS}）`, `“${text.slice(0, 40)}” must be a year number (1–${MAX_YEARS})`],
    })
}

/** Shares in a separate column, in the order of the inventors. */
function giveShares(values: Record<string, unknown>, text: string, { faults }: RowRead) {
  const rows = (values.inventors ?? []) as Record<string, unknown>[] // as readValue gives them
  if (text === '' || rows.length === 0) return
  const given = text.split(/[;；|｜\n,，、/]+/).filter((one) => one.trim() !== '')
  if (given.length !== rows.length || given.some((one) => !/^\s*\d{1,3}(\.\d{1,2})?\s*[%％]?\s*$/.test(one)))
    return void faults.push({
      field: 'inventors',
      words: [
        `${rows.length} 位发明人与贡献度“${text.slice(0, 40)}”对不上`,
        `the contributions “${text.slice(0, 40)}” do not match ${rows.length} inventors`,
      ],
    })
  values.inventors = rows.map((row, at) => ({ ...row, contribution_pct: given[at]?.replace(/[\s%％]/g, '') }))
}

const IPC = /^[A-H]\d{2}[A-Z]\s?\d{1,4}\/\d{2,6}$/
const SYMBOLS = { ipc: IPC, cpc: /^[A-HY]\d{2}[A-Z]\s?\d{1,4}\/\d{2,6}$/, loc: /^\d{2}-\d{2}$/ }

/** `C08L 7/00(2006.01)` without its edition; the first complete symbol is the main one. Other texts are reported and skipped. */
function readClasses(values: Record<string, unknown>, text: (code: string) => string, notes: Words[]) {
  for (const [code, symbol] of Object.entries(SYMBOLS)) {
    const list = symbolsOf(text(code)).map((one) => one.replace(/(?<!\s)\s*[(（].*$/, '').trim())
    const other = list.filter((one) => one && !symbol.test(one)).slice(0, 5)
    if (other.length) notes.push([`不是分类号，未录入：${other.join('、')}`, `not a classification symbol, not imported: ${other.join(', ')}`])
    const kept = list.filter((one) => symbol.test(one))
    if (kept.length) values[code] = [...new Set(kept)].slice(0, 200)
    else delete values[code]
  }
  const main = [
    text('ipc_main')
      .replace(/(?<!\s)\s*[(（].*$/, '')
      .trim(),
    ...((values.ipc as string[] | undefined) ?? []),
  ].find((one) => IPC.test(one)) // put above
  delete values.ipc_main
  if (main) values.ipc_main = main
}

/** Users write "PCT" for both of its phases; the office decides which. */
function readRoute(words: string, country: string, read: RowRead) {
  if (read.values.route !== undefined) return
  const isKnown = /^(pct|巴黎|直接|国内|普通|paris|direct|national|domestic)/i.test(words)
  if (isKnown) read.faults = read.faults.filter(({ field }) => field !== 'route')
  if (/^pct/i.test(words)) read.values.route = country === 'WO' ? 'PCT_INTL' : 'PCT_NATIONAL'
  else if (/^(巴黎|paris)/i.test(words)) read.values.route = 'PARIS'
}

type Signs = { claims: boolean; pct: { no: string; date: string } | undefined; numbers: Numbers; continues: boolean }

function chooseRoute(read: RowRead, country: string, { claims, pct, numbers, continues }: Signs) {
  const { values } = read
  if (values.route !== undefined) return
  const isNational =
    !continues &&
    (pct !== undefined || values.pct_no !== undefined || values.entry_date !== undefined || OF_PHASES.test(numbers.application?.normalised ?? ''))
  if (country === 'WO') values.route = values.patent_type === 'DESIGN' ? 'HAGUE_INTL' : 'PCT_INTL'
  else if (isValidated(values, country, numbers)) values.route = 'EP_VALIDATION'
  else if (isNational) values.route = 'PCT_NATIONAL'
  else if (country === 'EP') assume(read, 'route', 'EP_DIRECT')
  else if (claims && !continues) assume(read, 'route', 'PARIS')
  if (!pct || country === 'WO') return
  values.pct_no ??= pct.no
  values.pct_filing_date ??= pct.date
}

/** A national part of a European patent keeps its numbers; before the grant there is none. */
function isValidated({ grant_no, grant_date }: Record<string, unknown>, country: string, { application, grant }: Numbers): boolean {
  const isEuropean = application?.office === 'EP' || grant?.office === 'EP'
  return isEuropean && country !== 'EP' && country !== 'WO' && Boolean(grant_no ?? grant_date)
}

/** `Y(2011.12.26)` means that examination was requested on that day. */
function readRequest(cell: Cell, values: Record<string, unknown>) {
  const text = textOf(cell)
  if (text && !/^[n否无]/i.test(text)) values.sub_exam_requested ??= true
}

function readState(model: Model, text: (code: string) => string, read: RowRead, setting: RowSetting, dates: string[]) {
  const { today } = setting
  const { values } = read
  const field = (model.fields as Record<string, Field>).status
  const known = field?.type === 'option' ? optionNamed(field.options, text('status')) : undefined
  read.faults = read.faults.filter((fault) => fault.field !== 'status')
  const first = [...dates, dayIn(values.filing_date)].filter((day) => day !== undefined).sort()[0]
  const facts = Object.fromEntries(
    ['filing_date', 'publication_date', 'publication_no', 'grant_date', 'grant_no', 'application_no'].map((code) => [code, dayIn(values[code])]),
  )
  const isOfPractice = known !== undefined && isStateIn(known, String(values.country ?? ''))
  const { status, reason } =
    known && (isOfPractice || standingOf(text('status')) === undefined)
      ? { status: known, reason: undefined }
      : statusOf(text('status') || text('legal_status'), {
          country: String(values.country ?? ''),
          patent_type: String(values.patent_type ?? ''),
          ...(first && { first_date: first }),
          today,
          ...facts,
        })
  values.status = status
  read.is_state_stated = known !== undefined || standingOf(text('status') || text('legal_status')) !== undefined
  if (reason) read.derived = [reason]
  values.data_source ??= sourceOfRow(read, setting)
}
