import type { Model } from '../../../../model/kit/model.ts'
import { accessOf } from '../../../records/permission/permission.ts'
import { lockKey, type Context } from '../../../records/context.ts'
import { draftNew, insertDrafts } from '../../../records/write/write.ts'
import { nameOf } from '../../../records/registry.ts'
import type { Did, Meant } from '../item.ts'
import { nameKey } from './name-key.ts'

const MADE = new Set(['applicant', 'inventor'])

/** Imports create applicants and inventors for users who may create them. */
export function mayBeMade(ctx: Context, target: Model): boolean {
  const { verbs } = accessOf(ctx, target)
  return MADE.has(target.name) && (verbs.has('create') || verbs.has('*'))
}

/** The country stated beside a name, and the office of its row */
export type Place = { stated: string | undefined; office: unknown }

type Named = { names: ReadonlyMap<string, Place>; found: Map<string, Meant> }

/** Creates missing records, each name once, also with concurrent imports, and returns them. */
export async function createNamed(
  ctx: Context,
  target: Model,
  { names, found }: Named,
  again: (names: string[]) => Promise<Map<string, Meant>>,
): Promise<Did[]> {
  if ([...names.keys()].every((name) => found.has(name))) return []
  await lockKey(ctx, `import ${target.name}`)
  const unknown = [...names.keys()].filter((name) => !found.has(name))
  for (const [name, meant] of await again(unknown)) found.set(name, meant)
  const fresh = new Map(unknown.filter((name) => !found.has(name)).map((name) => [nameKey(name), name]))
  const inputs = [...fresh.values()].map((name) => inputOf(target, name, names.get(name)))
  const drafts = await draftNew(ctx, target, inputs)
  await insertDrafts(
    ctx,
    target,
    drafts.filter(({ faults }) => faults.length === 0),
  )
  const made = new Map([...fresh.keys()].map((key, at) => [key, drafts[at]]))
  for (const name of unknown) {
    const draft = made.get(nameKey(name))
    if (!draft || found.has(name)) continue
    const reason = draft.faults.map((fault) => `${fault.label}${ctx.lang === 'zh' ? '' : ' '}${fault.reason}`).join('；')
    found.set(name, draft.faults.length ? { fault: [`：${reason}`, `: ${reason}`] } : { sid: draft.sid })
  }
  const sound = drafts.filter(({ faults }) => faults.length === 0)
  return sound.map(({ sid, row }) => ({
    row_no: null,
    did: 'CREATED',
    entity: target.name,
    record_sid: sid,
    name: nameOf(target, row).slice(0, 255),
  }))
}

function inputOf(target: Model, name: string, { stated, office }: Partial<Place> = {}): Record<string, unknown> {
  if (target.name === 'inventor') return { name }
  const kind = kindOf(name)
  const country = String(office ?? 'CN')
  return {
    name,
    applicant_kind: kind,
    country: stated ?? countryOf(name, country),
  }
}

/** Offices that are not countries give no country of an applicant. */
const NO_COUNTRY = new Set(['WO', 'EP', 'EA', 'AP', 'OA', 'GC', 'EM'])

/** In offices without Latin script, a name in Latin letters may be of a foreign applicant: its country is unknown. */
const NOT_LATIN = new Set(['CN', 'TW', 'HK', 'MO', 'JP', 'KR', 'RU'])

const countryOf = (name: string, office: string) =>
  /\p{Script=Han}/u.test(name) || NOT_LATIN.has(office) || !/^[A-Z]{2}$/.test(office) || NO_COUNTRY.has(office) ? homeOf(name, office) : office

function homeOf(name: string, country: string): string {
  if (/\p{Script=Hangul}/u.test(name)) return 'KR'
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(name)) return 'JP'
  if (/\p{Script=Han}/u.test(name)) return ['TW', 'HK', 'MO', 'JP'].includes(country) ? country : 'CN'
  return 'XX' // unknown, in ISO 3166's own code for it
}

const KINDS: readonly (readonly [RegExp, string])[] = [
  [/大学|学院|学校|universit|college|institute of technology/i, 'UNIVERSITY'],
  [/研究所|研究院|科学院|研究中心|institut|fraunhofer|research/i, 'INSTITUTE'],
  [/局$|委员会|人民政府|ministry|secretary of|administration/i, 'GOV'],
  [/公司|集团|厂|商行|株式会社|주식회사|\b(inc|ltd|llc|corp|co|gmbh|ag|kg|sa|bv|plc|company|limited)\b\.?/i, 'COMPANY'],
]

function kindOf(name: string): string {
  const known = KINDS.find(([words]) => words.test(name))?.[1]
  if (known === 'COMPANY' && !/\p{Script=Han}/u.test(name)) return 'FOREIGN'
  return known ?? (/^[\p{Script=Han}·]{2,4}$/u.test(name) ? 'PERSON' : /\p{Script=Han}/u.test(name) ? 'COMPANY' : 'FOREIGN')
}
