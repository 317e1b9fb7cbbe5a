// Records of every further kind at the places of the cases, and everything that can be read of them.
import { randomUUIDv7 } from 'node:crypto'
import { isRecordBody } from '../../model/kit/action.ts'
import type { Field } from '../../model/kit/fields.ts'
import type { Model } from '../../model/kit/model.ts'
import { HEAD } from '../../model/cases/head-fields.ts'
import { systemContext, type Tenant } from '../../server/records/context.ts'
import { insertRows } from '../../server/records/write/write.ts'
import type { Case40, Person40 } from './forty-accounts.ts'

/** Records that lie where one of the cases lies: by model the sid of each. */
export type Planted = { at: number; sids: ReadonlyMap<string, string> }
type Places = { companies: readonly string[]; departments: readonly string[]; agencies: readonly string[]; people: readonly Person40[] }

/** Planted already, as an administrator does it. Those of an approval make sense only with a run of it; configuration shapes the other records. */
const LEFT_OUT = new Set(['patent', 'document', 'deadline', 'official_event', 'case_note', 'fee'])
const isPlanted = (model: Model) =>
  !model.derived &&
  !model.public_name &&
  !model.configuration &&
  !model.credentials &&
  !LEFT_OUT.has(model.name) &&
  !model.name.startsWith('approval')

export const plantedModels = (tenant: Tenant) => [...tenant.models.all.values()].filter(isPlanted)

/** Kinds of case beside the patent: whoever sees a place sees its records of these. */
export const otherKinds = (tenant: Tenant) =>
  plantedModels(tenant).filter(({ fields }) => 'owner_sid' in fields && 'co_owner_sids' in fields && 'department_sid' in fields)

/** What stands in every text of a record of a granted kind (k), and of all others (n). */
const markOf = (kind: 'k' | 'n', at: number) => `Z${kind}${String(at).padStart(3, '0')}x`

export async function plantAt(tenant: Tenant, one: Case40, places: Places): Promise<Planted> {
  const models = plantedModels(tenant)
  const kinds = new Set(otherKinds(tenant).map(({ name }) => name))
  const sids = new Map(models.map(({ name }) => [name, randomUUIDv7()]))
  const somebody = randomUUIDv7() // none of the forty: nothing is anybody's own but through the case
  const of = (at: number | undefined) => (at === undefined ? null : (places.people[at]?.sid ?? null))
  const place: Record<string, unknown> = {
    company_sid: places.companies[one.company], department_sid: one.department === undefined ? null : places.departments[one.department],
    agency_sid: one.agency === undefined ? null : places.agencies[one.agency], owner_sid: of(one.owner), co_owner_sids: one.helper === undefined ? null : [of(one.helper)], case_sid: one.sid,
  } // oxfmt-ignore
  const now = new Date().toISOString()
  for (const model of models) {
    const mark = markOf(kinds.has(model.name) ? 'k' : 'n', one.at)
    const values = Object.entries(model.fields as Record<string, Field>).flatMap(([code, field]): [string, unknown][] => {
      if (code in place) return [[code, place[code]]]
      if (field.type === 'reference') return [[code, field.to === HEAD || field.to === 'patent' ? one.sid : (sids.get(field.to) ?? (field.to === 'user_info' ? somebody : null))]] // oxfmt-ignore
      if (field.type === 'option') return [[code, Object.keys(field.options)[0]]]
      const isText = (field.type === 'string' || field.type === 'text') && !field.internal
      return isText ? [[code, mark.slice(0, field.max)]] : []
    })
    const row = {
      ...Object.fromEntries(values),
      sid: sids.get(model.name),
      version: 1,
      valid: true,
      created_at: now,
      updated_at: now,
      created_by: somebody,
      updated_by: somebody,
    }
    await insertRows(systemContext(tenant), model, [row])
  }
  return { at: one.at, sids }
}

type Asked = { path: string; body?: unknown }

/** All that can be read without the key of a record. */
export function* questionsOfAll(tenant: Tenant, routes: readonly { method: string; path: string }[]): Generator<Asked> {
  for (const { name } of tenant.models.all.values()) {
    yield { path: name }
    yield { path: `${name}/do/schema` }
    yield { path: `${name}/do/search`, body: { rows: 100 } }
    yield { path: `${name}/do/aggregate`, body: {} }
    yield { path: `${name}/do/search_deleted`, body: {} }
  }
  for (const { method, path } of routes)
    if (method === 'GET' && path.startsWith('/innoe-webapi/') && !/[:*]/.test(path) && !path.endsWith('/events')) yield { path }
  for (const { method, at, name } of readingActions(tenant))
    yield method === 'GET' ? { path: `${at}/do/${name}` } : { path: `${at}/do/${name}`, body: {} }
}

/** All that can be read of one record. */
export function* questionsOf(tenant: Tenant, model: string, sid: string): Generator<Asked> {
  yield { path: `${model}/${sid}` }
  yield { path: `${model}/${sid}?flat=1` }
  yield { path: `${model}/do/history`, body: { sid } }
  yield { path: `${model}/do/search`, body: { iql: `sid = '${sid}'` } }
  for (const { method, at, name, declared } of readingActions(tenant)) {
    const keys = isRecordBody(declared.body) ? [] : Object.entries(declared.body).filter(([, field]) => (field.type === 'reference' || field.type === 'references') && (field.to === model || (field.to === HEAD && model === 'patent'))) // oxfmt-ignore
    for (const [code, field] of keys) {
      const value = field.type === 'references' ? [sid] : sid
      yield method === 'GET' ? { path: `${at}/do/${name}?${code}=${sid}` } : { path: `${at}/do/${name}`, body: { [code]: value } }
    }
  }
}

const READING = new Set(['get', 'search', 'count', 'export', 'person'])
/** Which end a session, or begin another. */
const LEAVING = /password|token|session|view_as|logout|passkey|factor|confirm|unlock/

const readingActions = (tenant: Tenant) =>
  tenant.modules.actions.filter(
    ({ declared, name }) => typeof declared.permission === 'string' && READING.has(declared.permission) && !LEAVING.test(name),
  )

/** The records in a text that this person should not see. */
export const beyond = (text: string, visible: ReadonlySet<number>, mayKinds: boolean): string[] => [
  ...new Set(
    [...text.matchAll(/Z([kn])(\d{3})x/g)].filter(([, kind, at]) => kind === 'n' || !mayKinds || !visible.has(Number(at))).map(([found]) => found),
  ),
]
