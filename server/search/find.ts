import type { FindActions, Hit } from '../../model/cases/find-actions.ts'
import { fieldOfRole } from '../../model/cases/case-kind.ts'
import { HEAD } from '../../model/cases/head-fields.ts'
import type { CaseRole, Field } from '../../model/kit/fields.ts'
import type { Call } from '../records/actions.ts'
import type { Condition } from '../../model/kit/iql/ast.ts'
import type { Model } from '../../model/kit/model.ts'
import { pastedNumbers } from '../../model/cases/numbers/pasted.ts'
import { searchKeys } from '../../model/cases/numbers/search-keys.ts'
import { allOf } from '../records/permission/conditions.ts'
import { accessOf } from '../records/permission/permission.ts'
import { withKeys, withPiece } from '../records/query/conditions/by-number.ts'
import { pieceOf, readsNumbers, MIN_PIECE } from '../records/query/conditions/numbers.ts'
import { rowsAmong } from '../records/query/conditions/among.ts'
import { readPage } from '../records/query/page.ts'
import { fieldList } from '../records/query/search.ts'
import { fieldOf } from '../records/registry.ts'
import { displayOfRecord } from './display.ts'
import type { Context } from '../records/context.ts'
import { both, refuse } from '../errors.ts'

const ROLES: readonly CaseRole[] = ['case_no', 'title', 'title_en', 'application_no', 'country']
const MAX_FOUND = 20

/** Returned for each case: name, number and status. */
function shownTo(ctx: Context, model: Model): string[] {
  const own = ROLES.flatMap((role) => (model.name === HEAD ? role : (fieldOfRole(model, role) ?? [])))
  const codes = ['sid', ...(model.name === HEAD ? ['kind', 'status'] : []), ...own, ...model.display, ...(model.states ? [model.states.field] : [])]
  return [...new Set(codes)].filter((code) => fieldOf(model, code) && accessOf(ctx, model).mayRead(code))
}

/** Numbers that show by which of them a case was found */
const numbersOf = (ctx: Context, model: Model) =>
  Object.entries(model.fields).flatMap(([code, field]) => (field.number && accessOf(ctx, model).mayRead(code) ? [code] : []))

export const MAX_VALUES = 1000

/** By a number however it is written, by a piece of one, or by words of the title; the surest first. */
export async function find({ ctx, model, body }: Call<FindActions['find']>) {
  const text = (body.text ?? '').normalize('NFKC').trim().slice(0, 200)
  const limit = body.rows ?? MAX_FOUND
  if (limit < 1 || limit > 100) refuse('out_of_range', { key: 'rows', min: 1, max: 100 })
  const mayAsk = readsNumbers(ctx, model)
  const ways: [string, () => Promise<string[]>][] = [
    ['number', async () => sidsOf(mayAsk && /\d/.test(text) ? await withKeys(ctx, model, searchKeys(text), limit) : [])],
    ['part', async () => sidsOf(mayAsk && isPiece(text) ? await withPiece(ctx, model, pieceOf(text), limit) : [])],
    ['words', () => byWords(ctx, model, text, limit)],
  ]
  const matched = new Map<string, string>()
  for (const [way, search] of ways) {
    if (text === '' || matched.size >= limit) break
    for (const sid of await search()) if (!matched.has(sid) && matched.size < limit) matched.set(sid, way)
  }
  const records = await recordsOf(ctx, model, [...matched.keys()], [...new Set([...shownTo(ctx, model), ...numbersOf(ctx, model)])])
  const bySid = new Map(records.map((record) => [record.sid, record]))
  const record = [...matched].flatMap(([sid, way]) => {
    const found = bySid.get(sid)
    return found ? [{ ...found, sid, name: displayOfRecord(model, found), matched: way }] : []
  })
  return { record, total: record.length }
}

const sidsOf = (rows: readonly { sid: string }[]) => [...new Set(rows.map(({ sid }) => sid))]
const isPiece = (text: string) => /\d/.test(text) && pieceOf(text).length >= MIN_PIECE

async function byWords(ctx: Context, model: Model, text: string, limit: number): Promise<string[]> {
  const worded = Object.entries(model.fields).filter(
    ([code, field]: [string, Field]) => (field.full_text || field.own_words) && accessOf(ctx, model).mayRead(code),
  )
  if (worded.length === 0) return []
  const part = (path: string): Condition => ({ kind: 'contains', path: [path], at: 0, negated: false, value: { kind: 'text', value: text, at: 0 } })
  const [first, ...rest] = worded.map(([code]) => part(code))
  if (!first) return []
  const words: Condition = rest.length ? { kind: 'or', of: [first, ...rest] } : first
  const where = allOf([accessOf(ctx, model).rows, words].filter((one) => one !== undefined))
  return (await readPage(ctx, model, ['sid'], { where, order: [] }, { start: 0, rows: limit })).map(({ sid }) => String(sid))
}

/** For each value of a batch the records that it has led to. */
type Matches = Map<string, Hit[] | undefined>

/** Results for each of up to 1000 numbers, and the numbers without a result. */
export async function batchSearch({ ctx, model, body }: Call<FindActions['batch']>) {
  const matches = matchesFor(body.values)
  const codes = body.fl === undefined ? shownTo(ctx, model) : fieldList(body.fl)
  await byWriting(ctx, model, matches, codes)
  await byNumbers(ctx, model, matches, codes)
  const found: { value: string; record: Hit[] }[] = []
  const sids = new Set<string>()
  for (const [value, record] of matches) {
    if (!record) continue
    if (record.length > 1) record.sort((one, other) => (one.sid > other.sid ? -1 : 1)) // keys begin with the time of creation
    found.push({ value, record })
    for (const { sid } of record) sids.add(sid)
  }
  return { found, not_found: soughtIn(matches), total: sids.size }
}

function soughtIn(matches: Matches): string[] {
  const sought: string[] = []
  for (const [value, record] of matches) if (!record) sought.push(value)
  return sought
}

function keep(matches: Matches, value: string, hit: Hit) {
  const record = matches.get(value)
  if (record) record.push(hit)
  else matches.set(value, [hit])
}

/** Those that are written as our own records have them need not be read at all. */
async function byWriting(ctx: Context, model: Model, matches: Matches, codes: readonly string[]) {
  const listed = Object.entries(model.fields).flatMap(([code, field]) =>
    field.number && field.list && accessOf(ctx, model).mayRead(code) ? [code] : [],
  )
  for (const code of listed) {
    const isAsked = codes.includes(code)
    for (const hit of await recordsWith(ctx, model, code, soughtIn(matches), isAsked ? codes : [...codes, code])) {
      const { [code]: value, ...rest } = hit
      keep(matches, String(value), isAsked ? hit : { ...rest, sid: hit.sid })
    }
  }
}

/** All spellings of a number share its shortest key; the other keys are queried only if that finds nothing. */
async function byNumbers(ctx: Context, model: Model, matches: Matches, codes: readonly string[]) {
  if (!readsNumbers(ctx, model)) return
  const keyed = soughtIn(matches).map((value) => ({ value, keys: searchKeys(value).toSorted((one, other) => one.length - other.length) }))
  for (const choose of [(keys: string[]) => keys.slice(0, 1), (keys: string[]) => keys.slice(1)]) {
    const asked = keyed.filter(({ value }) => !matches.get(value)).map(({ value, keys }) => ({ value, keys: choose(keys) }))
    const rows = await withKeys(ctx, model, [...new Set(asked.flatMap(({ keys }) => keys))], 10 * MAX_VALUES)
    const byKey = Map.groupBy(rows, ({ key }) => key)
    const records = new Map((await recordsOf(ctx, model, sidsOf(rows), codes)).map((record) => [record.sid, record]))
    for (const { value, keys } of asked)
      for (const sid of sidsOf(keys.flatMap((key) => byKey.get(key) ?? []))) {
        const hit = records.get(sid)
        if (hit) keep(matches, value, { ...hit })
      }
  }
}

function matchesFor(given: unknown): Matches {
  const list = typeof given === 'string' ? pastedNumbers(given) : given
  if (!Array.isArray(list) || !list.every((value) => typeof value === 'string'))
    return refuse('bad_request', both('why', ['values 应为一组号码或一段文本', 'values must be a list of numbers or a text']))
  if (Array.isArray(given) && given.length > MAX_VALUES) refuse('too_many_values', { key: 'values', max: MAX_VALUES })
  const matches: Matches = new Map()
  for (const written of list) {
    const value = written.trim()
    if (value !== '') matches.set(value, undefined)
  }
  if (matches.size > MAX_VALUES) refuse('too_many_values', { key: 'values', max: MAX_VALUES })
  return matches
}

const recordsOf = (ctx: Context, model: Model, sids: readonly string[], codes: readonly string[]) => recordsWith(ctx, model, 'sid', sids, codes)

async function recordsWith(ctx: Context, model: Model, field: string, values: readonly string[], codes: readonly string[]): Promise<Hit[]> {
  return (await rowsAmong(ctx, model, field, values, { codes, most: 10 * MAX_VALUES })) as Hit[] // every list of codes has the sid
}
