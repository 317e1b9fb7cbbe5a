import { anyTable } from '../../../database/pool.ts'
import { fieldOfRole } from '../../../../model/cases/case-kind.ts'
import { isNamed, type Named } from '../../../../model/import/values/read-value.ts'
import type { Field, Words } from '../../../../model/kit/fields.ts'
import type { Model } from '../../../../model/kit/model.ts'
import { fieldOf, fieldsOf, modelNamed } from '../../../records/registry.ts'
import { besideOf, displayOf } from '../../../records/query/words/display.ts'
import { sidsSpelt } from '../../../records/query/words/spelt.ts'
import { UUID } from '../../../records/write/values.ts'
import type { Context } from '../../../records/context.ts'
import type { Did, Item, Meant } from '../item.ts'
import { nameKey } from './name-key.ts'
import { kindOf } from '../../profile.ts'
import { createNamed, mayBeMade, type Place } from './new-references.ts'

/** Replaces names by records in all rows, with one query for each named model. New persons and companies of a case are created. */
export async function resolveNames(ctx: Context, model: Model, items: readonly Item[]): Promise<Did[]> {
  const wanted = new Map<string, Map<string, Place>>()
  const country = fieldOfRole(model, 'country') ?? 'country'
  for (const item of items) {
    for (const [code, field] of fieldsOf(model)) {
      for (const { to, named, country: stated } of namesIn(field, item.values[code])) {
        const names = wanted.get(to) ?? new Map<string, Place>()
        wanted.set(to, names.has(named) ? names : names.set(named, { stated, office: item.values[country] }))
      }
    }
  }
  const meant = new Map<string, Map<string, Meant>>()
  const made: Did[] = []
  for (const [to, names] of wanted) {
    const target = modelNamed(ctx.tenant.models, to)
    const found = await findNamed(ctx, target, [...names.keys()])
    if (kindOf(ctx, model) && mayBeMade(ctx, target))
      made.push(...(await createNamed(ctx, target, { names, found }, (some) => findNamed(ctx, target, some))))
    meant.set(to, found)
  }
  for (const item of items)
    for (const [code, field] of fieldsOf(model)) putIn(item, { code, field, isSoft: field.later ?? item.soft?.has(code) ?? false }, meant)
  return made
}

function namesIn(field: Field, value: unknown): (Named & { to: string })[] {
  if (value === undefined) return []
  if (field.type === 'reference') return isNamed(value) ? [{ to: field.to, ...value }] : []
  if (field.type === 'references') return (value as unknown[]).filter(isNamed).map((one) => ({ to: field.to, ...one })) // read-value.ts reads a list
  if (field.type !== 'rows') return []
  return (value as Record<string, unknown>[]).flatMap((row) => Object.entries(field.of).flatMap(([code, part]) => namesIn(part, row[code]))) // as above
}

type All = ReadonlyMap<string, ReadonlyMap<string, Meant>>

type Target = { code: string; field: Field; isSoft: boolean }

function putIn(item: Item, { code, field, isSoft }: Target, meant: All) {
  const value = item.values[code]
  if (value === undefined) return
  const faults: Words[] = []
  const sidOf = (to: string, one: unknown) => {
    if (!isNamed(one)) return one
    const answer: Meant = meant.get(to)?.get(one.named) ?? { fault: ['没有找到', 'was not found'] }
    const sid = 'sid' in answer ? answer.sid : answer.by_company?.get(companyOf(item, meant) ?? '')
    if (sid || 'sid' in answer) return sid
    faults.push([`“${one.named.slice(0, 60)}”${answer.fault[0]}`, `“${one.named.slice(0, 60)}” ${answer.fault[1]}`])
    return undefined
  }
  if (field.type === 'reference') item.values[code] = sidOf(field.to, value)
  if (field.type === 'references') item.values[code] = (value as unknown[]).map((one) => sidOf(field.to, one)).filter((sid) => sid !== undefined) // as above
  if (field.type === 'rows')
    item.values[code] = uniqueRows(
      (value as Record<string, unknown>[]).map((row) => rowOf(field.of, row, sidOf)),
      field.of,
    ) // as above
  if (faults.length && isSoft) {
    // An unknown name does not clear the field of an existing record.
    if (field.type !== 'rows' && (item.values[code] === undefined || (item.values[code] as unknown[]).length === 0)) delete item.values[code] // a sid or a list of them, set above
    item.read.notes.push(...faults.map((fault) => remarkOf({ code, field }, fault)))
  } else item.read.faults.push(...faults.map((words) => ({ field: code, words })))
}

/** The company that the row states. */
function companyOf({ values: { company_sid: stated } }: Item, meant: All): string | undefined {
  if (!isNamed(stated)) return typeof stated === 'string' ? stated : undefined
  const answer = meant.get('company')?.get(stated.named)
  return answer && 'sid' in answer ? answer.sid : undefined
}

function remarkOf({ code, field }: Omit<Target, 'isSoft'>, fault: Words): Words {
  if (field.later) return leftEmpty(field, fault)
  return code === 'company_sid' ? ownCompany(fault) : fault
}

const leftEmpty = (field: Field, [zh, en]: Words): Words => [
  `${field.zh}：${zh}，先留空；录入后以“更新”再导入一次本表即可补上`,
  `${field.en}: ${en}, and is left empty; once it is there, import the table again with “Update” to fill it in`,
]

const ownCompany = ([zh, en]: Words): Words => [`公司${zh}：新案归入您自己的公司`, `Company: ${en}; a new case belongs to your own company`]

function rowOf(of: Readonly<Record<string, Field>>, row: Record<string, unknown>, sidOf: (to: string, one: unknown) => unknown) {
  return Object.fromEntries(Object.entries(row).map(([code, value]) => [code, of[code]?.type === 'reference' ? sidOf(of[code].to, value) : value]))
}

/** A person named in two spellings occurs once. */
function uniqueRows(rows: Record<string, unknown>[], of: Readonly<Record<string, Field>>) {
  const first = Object.keys(of)[0] ?? ''
  if (of[first]?.type !== 'reference') return rows
  return rows.filter((row, at) => row[first] === undefined || rows.findIndex((other) => other[first] === row[first]) === at)
}

/** Finds by display name, by a unique code, or by the sid itself. */
export async function findNamed(ctx: Context, target: Model, names: readonly string[]): Promise<Map<string, Meant>> {
  const codes = lookupCodes(target)
  const spellings = names.flatMap((name) => [name, bareOf(name), ...(target.display.length > 1 ? [name.split(' ')[0] ?? ''] : [])])
  const asked = [...new Set(spellings.flatMap((name) => [nameKey(name), name.toLowerCase()]))]
  const sids = names.filter((name) => UUID.test(name))
  const shown = target.disambiguate_by ? LANGUAGES.map((lang) => displayOf(target, 't', { lang, tenant: ctx.tenant }).as(`shown_${lang}`)) : []
  const isBesideName = target.disambiguate_by !== undefined && fieldOf(target, target.disambiguate_by.field)?.type === 'reference'
  const beside = isBesideName ? LANGUAGES.map((lang) => besideOf(target, 't', { lang, tenant: ctx.tenant }).as(`beside_${lang}`)) : []
  const rows = await anyTable(ctx.db)
    .selectFrom(`${target.name} as t`)
    .select(['sid', 't.company_sid as of_company', ...codes])
    .select([...shown, ...beside])
    .where('deleted_at', 'is', null)
    .where((eb) => {
      const spelt = isIndexed(target, codes)
        ? [eb('sid', 'in', sidsSpelt(target, codes, asked))]
        : codes.map((code) => eb(eb.fn('lower', [code]), 'in', asked))
      return eb.or([...spelt, ...(sids.length ? [eb('sid', 'in', sids)] : [])])
    })
    .orderBy('sid') // the first recorded comes first
    .execute()
  const byKey = new Map<string, Set<string>>()
  const byShown = new Map<string, Set<string>>()
  const add = (to: Map<string, Set<string>>, key: unknown, sid: unknown) => {
    if (typeof key === 'string' && key !== '') to.set(nameKey(key), (to.get(nameKey(key)) ?? new Set()).add(String(sid)))
  }
  for (const row of rows) {
    const english = target.display.map((code) => row[`${code}_en`] || (row[code] ?? '')).join(' ')
    for (const key of [row.sid, ...codes.map((code) => row[code]), target.display.map((code) => row[code] ?? '').join(' '), english])
      add(byKey, key, row.sid)
    for (const key of [row.shown_zh, row.shown_en]) add(byShown, key, row.sid)
  }
  // A number in brackets distinguishes people of one name; for other records it may be missing or superfluous.
  const besides = new Map(rows.map((row) => [String(row.sid), [row.beside_zh, row.beside_en].map((one) => nameKey(String(one ?? '')))]))
  const besideNamed = (name: string) => {
    const found = [...(byKey.get(nameKey(bareOf(name))) ?? [])].filter((sid) => besides.get(sid)?.includes(nameKey(bracketOf(name))))
    return found.length > 0 ? new Set(found) : undefined
  }
  const sidsFor = (name: string) => byShown.get(nameKey(name)) ?? byKey.get(nameKey(name)) ?? (isBesideName ? besideNamed(name) : undefined)
  const companies = new Map(rows.map((row) => [String(row.sid), row.of_company]))
  return new Map(names.flatMap((name) => answerOf(target, name, sidsFor(name), companies)))
}

const LANGUAGES = ['zh', 'en'] as const

const isIndexed = (target: Model, codes: readonly string[]) =>
  codes.every((code) => target.found_by?.includes(code) || fieldOf(target, code)?.unique !== undefined)

/** The display name without its brackets. */
export const bareOf = (name: string) => name.replace(/ \([^()]*\)$/, '')
const bracketOf = (name: string) => / \(([^()]*)\)$/.exec(name)?.[1] ?? ''

type Companies = ReadonlyMap<string, unknown>

function answerOf(target: Model, name: string, sids: ReadonlySet<string> | undefined, companies: Companies): [string, Meant][] {
  const [sid] = sids ?? []
  if (sid === undefined) return []
  // For persons of one name, the first recorded applicant or inventor matches, as in the office's own list.
  if (sids?.size === 1 || FIRST_OF_NAME.has(target.name)) return [[name, { sid }]]
  const isOfCompanies = target.disambiguate_by?.field === 'company_sid'
  const fault: Words = isOfCompanies
    ? [
        `对应多条${target.zh}，请在“所属公司”列注明公司，或改用唯一编码`,
        `matches more than one ${target.en}; name its company in the column “Company”, or enter the unique code`,
      ]
    : [`对应多条${target.zh}，请改用唯一编码`, `matches more than one ${target.en}; enter the unique code`]
  return [[name, { fault, ...(isOfCompanies && { by_company: onlyOnes(sids ?? new Set(), companies) }) }]]
}

/** The record of each company that has exactly one of them. */
function onlyOnes(sids: ReadonlySet<string>, companies: Companies): ReadonlyMap<string, string> {
  const groups = Map.groupBy(sids, (sid) => String(companies.get(sid)))
  return new Map([...groups].flatMap(([company, [sid, ...others]]) => (sid && others.length === 0 ? [[company, sid] as const] : [])))
}

const FIRST_OF_NAME = new Set(['applicant', 'inventor'])

export function lookupCodes(target: Model): string[] {
  const isLookup = ([code, field]: [string, Field]) =>
    field.type === 'string' &&
    !field.masked &&
    (target.display.some((shown) => code === shown || code === `${shown}_en`) ||
      target.disambiguate_by?.field === code ||
      field.unique !== undefined ||
      ['name_en', 'code', 'simple_name', 'short_name'].includes(code))
  return fieldsOf(target)
    .filter(isLookup)
    .map(([code]) => code)
}
