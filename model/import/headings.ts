import type { Field, Words } from '../kit/fields.ts'
import type { Model } from '../kit/model.ts'
import { type Cell, textOf } from './values/cell.ts'
import type { Column } from './column.ts'
import type { ImportProfile } from './import-profile.ts'
import { simplified } from './values/traditional.ts'

/** The user's mapping of headings, by the key of the heading. */
export type Remembered = ReadonlyMap<string, string | null>

/** The inputs of heading recognition besides the fields. */
export type HeadingHints = { remembered?: Remembered; profile?: ImportProfile | undefined }

/** One spelling for all: half-width, lower case, simplified, without blanks, numbering, stars and database marks. */
export function headingKey(heading: string): string {
  return simplified(heading.normalize('NFKC').toLowerCase())
    .replace(/^\s*\*?\s*\(?\d{1,2}[).、]\s*(?=\D)/, '')
    .replace(/^\[标\]/, '')
    .replace(/[\s*:：_#.、△▲★☆●-]+/g, '')
}

/** The fields of a model that a file may fill, with the words for their selection. */
export function targetsOf(model: Model, profile?: ImportProfile): Map<string, Words> {
  const fields = Object.entries<Field>(model.fields).filter(([, field]) => mayImport(field))
  return new Map([...fields.map(([code, { zh, en }]): [string, Words] => [code, [zh, en]]), ...Object.entries(profile?.extras ?? {})])
}

export const mayImport = (field: Field) =>
  field.importable ?? !(field.computed || field.type === 'json' || field.type === 'attachment' || field.secret)

/** Assigns a field to each heading; of two columns for one field the surer one gets it, then the first. */
export function matchHeadings(model: Model, headings: readonly Cell[], { remembered = new Map(), profile }: HeadingHints = {}): Column[] {
  const known = namesOf(model, profile)
  const columns = numbered(headings.map((cell) => headingText(cell))).map((heading) => ({ heading, ...meaningOf(heading, known, remembered) }))
  const holders = new Map<string, number>()
  for (const [at, { field, confidence }] of columns.entries()) {
    if (!field) continue
    const holder = holders.get(field)
    if (holder === undefined || confidence > (columns[holder]?.confidence ?? 0)) holders.set(field, at)
  }
  const kept = columns.map((column) => {
    const holder = column.field === null ? undefined : columns[holders.get(column.field) ?? -1]
    return !holder || holder === column || isOneOfMany(model, column, holder, profile) ? column : { ...column, field: null, confidence: 0 }
  })
  return profile?.settleColumns?.(kept) ?? kept
}

/** `发明人1`, `发明人2`, or 申请人 and 共同申请人: each contains some of the values. */
export function isOneOfMany(model: Model, { heading, field }: Column, other: Column, profile?: ImportProfile): boolean {
  const type = field && Object.hasOwn(model.fields, field) ? (model.fields as Record<string, Field>)[field]?.type : undefined
  if (!field || field !== other.field || (type !== 'rows' && type !== 'references' && type !== 'options')) return false
  if (unnumbered(heading) === unnumbered(other.heading)) return true
  const further = profile?.further?.[field]?.map(headingKey) ?? []
  return further.includes(unnumbered(heading)) || further.includes(unnumbered(other.heading))
}

const unnumbered = (heading: string) => headingKey(heading).replace(/\(?\d{1,2}\)?$/, '')

export const headingText = (cell: Cell) => textOf(cell).replace(/\s+/g, ' ')

/** A filled column without a heading is named by its place: it is listed as not imported, and may be mapped for its file. */
export const unnamed = (column: number) => `第 ${column} 列 / column ${column}`
export const isUnnamed = (heading: string) => /^第 \d+ 列 \/ column \d+$/.test(heading)

/** A repeated heading gets a number, so that each column has a name. */
function numbered(headings: readonly string[]): string[] {
  const times = new Map<string, number>()
  return headings.map((heading) => {
    const key = headingKey(heading)
    const time = (times.get(key) ?? 0) + 1
    times.set(key, time)
    return key === '' || time === 1 ? heading : `${heading} (${time})`
  })
}

type Meaning = { field: string | null; confidence: number }
/** A heading that resembles ours but has another meaning has no field. */
type Known = ReadonlyMap<string, Meaning>

const NONE: Meaning = { field: null, confidence: 0 }

function meaningOf(heading: string, known: Known, remembered: Remembered): Meaning {
  const mapped = remembered.get(headingKey(heading))
  if (mapped !== undefined) return { field: mapped, confidence: mapped === null ? 0 : 1 }
  const [upper, lower] = heading.split(UNDER)
  return lower === undefined ? readHeading(heading, known) : readUnder(upper ?? '', lower, known)
}

/** Separates a heading over several columns from the one below it. */
export const UNDER = ' › '

const OF_SOMEBODY = /人|机构|公司|部门|代理|同族|优先权|applicant|inventor|owner|assignee|agen|priorit|famil/i
const NAME = new Set(['名称', '姓名', '名字', 'name', 'names', '全称'].map(headingKey))

/** The suffix of a group that is dropped before its subject is added to its columns: "授权信息" above "号" is "授权号". */
const OF_GROUP = /\s*(相关)?(信息|情况|数据|资料|事项|内容|部分|详情|阶段|info(rmation)?|data|details?|particulars)\s*$/i

/** "名称" below "第一申请人" is the applicant's; "申请日" below "申请信息" is the date. */
function readUnder(upper: string, lower: string, known: Known): Meaning {
  for (const one of [upper + lower, `${upper.replace(OF_GROUP, '')}${lower}`, lower + upper]) {
    const whole = readHeading(one, known)
    if (whole.field) return whole
  }
  const isOfSomebody = OF_SOMEBODY.test(simplified(upper))
  if (NAME.has(headingKey(lower)) && isOfSomebody) return readHeading(upper, known)
  const below = readHeading(lower, known)
  return isOfSomebody && !OF_SOMEBODY.test(simplified(lower)) ? NONE : { ...below, confidence: below.confidence * 0.95 }
}

/** No heading of a field is longer; a longer text is a value, which would take long to compare. */
const MAX_HEADING = 300

function readHeading(heading: string, known: Known): Meaning {
  if (heading.length > MAX_HEADING) return NONE
  const key = headingKey(heading)
  const exact = known.get(key)
  if (exact) return exact
  for (const [other, weight] of otherKeys(heading, key)) {
    const found = known.get(other)
    if (found?.field) return { field: found.field, confidence: found.confidence * weight }
  }
  return NONE
}

/** The key without brackets; with one of two languages; without the word for patents. */
function otherKeys(heading: string, key: string): [string, number][] {
  const bare = key.replace(/\([^()]*\)|\[[^[\]]*\]|【[^【】]*】|<[^<>]*>|〔[^〔〕]*〕/g, '')
  const plain = heading.normalize('NFKC')
  const han = headingKey(plain.replace(/[a-z][a-z.,'’&\s/()-]*/gi, ' ').replace(/[/|\\()[\]\s]+$|^[/|\\()[\]\s]+/g, ''))
  const latin = headingKey((plain.match(/[a-z][a-z.'’\s-]*/gi) ?? []).join(' '))
  const isBoth = /\p{Script=Han}/u.test(plain) && /[a-z]{4}/i.test(plain)
  return [
    [bare, 0.7],
    ...(isBoth ? ([[han, 0.9], [latin, 0.85]] as [string, number][]) : []), // oxfmt-ignore
    [bare.replace(/^(专利|案件|本案|patent)/, ''), 0.7],
    [bare.replace(/s$/, ''), 0.7],
    [bare.replace(/\d{1,2}$/, ''), 0.7],
  ]
}

// Below any heading of the list itself.
const FURTHER = 0.6

/** Headings of the company to which a record belongs, in any list. */
const COMPANY = ['公司']

/** Headings in the file of a case, where each may also head another company than that of the case. */
const COMPANY_OF_CASE = [
  ...COMPANY,
  '公司名称',
  '归属公司',
  '所属单位',
  '所属主体',
  '子公司',
  '所属子公司',
  'company name',
  'entity',
  'legal entity',
  'subsidiary',
  'owning company',
]

/** Whether the column was recognised by a heading that may also head another company than that of the record; false for a mapped one. */
export const mayBeOtherCompany = ({ field, confidence }: Column) => field === 'company_sid' && confidence <= FURTHER

// Below the confidence of headings of another field.
const SPOKEN = 0.5

/** Further headings in lists of people, agencies and departments: 所属部门, 部门名称 of a person, 代理机构名称 of an agency. */
function spokenOf(model: Model, code: string, zh: string): string[] {
  const field = (model.fields as Record<string, Field>)[code]
  const shared = [...zh].findIndex((_, at) => model.zh.endsWith(zh.slice(0, zh.length - at)))
  const own = `${model.zh}${shared < 0 ? zh : zh.slice(zh.length - shared)}`
  return [`所属${zh}`, own, ...(field?.type === 'reference' ? [`${zh}名称`] : [])]
}

const names = new WeakMap<Model, Map<ImportProfile | undefined, Known>>()

/** Built once for each model and each profile by which it is read. */
function namesOf(model: Model, profile: ImportProfile | undefined): Known {
  const kept = names.get(model) ?? new Map<ImportProfile | undefined, Known>()
  names.set(model, kept)
  const ready = kept.get(profile)
  if (ready) return ready
  const known = new Map<string, Meaning>()
  const add = (name: string, field: string, confidence: number) => {
    const key = headingKey(name)
    if (key !== '' && (known.get(key)?.confidence ?? 0) < confidence) known.set(key, { field, confidence })
  }
  const targets = targetsOf(model, profile)
  // Words before codes: the code of one field may be the word of another.
  for (const [code, [zh, en]] of targets) for (const name of [zh, en]) add(name, code, 1)
  for (const code of targets.keys()) add(code, code, 1)
  if (model.name !== 'company' && targets.has('company_sid'))
    for (const name of profile ? COMPANY_OF_CASE : COMPANY) add(name, 'company_sid', FURTHER)
  if (!profile) for (const [code, [zh]] of targets) for (const name of spokenOf(model, code, zh)) add(name, code, SPOKEN)
  for (const [code, list] of Object.entries(profile?.further ?? {})) for (const name of list) add(name, code, FURTHER)
  for (const [code, list] of Object.entries(profile?.headings ?? {}))
    if (targets.has(code)) for (const [at, name] of list.entries()) add(name, code, 0.95 - at / 1000)
  for (const name of profile?.not_ours ?? []) if (headingKey(name) !== '') known.set(headingKey(name), NONE)
  kept.set(profile, known)
  return known
}
