import type { FindActions } from '../../model/cases/find-actions.ts'
import { fieldOfRole } from '../../model/cases/case-kind.ts'
import { HEAD } from '../../model/cases/head-fields.ts'
import type { CaseRole } from '../../model/kit/fields.ts'
import type { Call } from '../records/actions.ts'
import type { Condition } from '../../model/kit/iql/ast.ts'
import type { Model } from '../../model/kit/model.ts'
import { pastedNumbers } from '../../model/cases/numbers/pasted.ts'
import { searchKeys } from '../../model/cases/numbers/search-keys.ts'
import { accessOf, allOf } from '../records/permission/permission.ts'
import { withKeys, withPiece } from '../records/query/by-number.ts'
import { pieceOf, readsNumbers, SHORTEST_PIECE } from '../records/query/numbers.ts'
import type { Found } from '../records/query/plans.ts'
import { readPage } from '../records/query/page.ts'
import { fieldList } from '../records/query/search.ts'
import { fieldOf } from '../records/registry.ts'
import { displayOfRecord } from './display.ts'
import type { Context } from '../records/context.ts'
import { both, refuse } from '../errors.ts'

const ROLES: readonly CaseRole[] = ['case_no', 'title', 'application_no', 'country']
const MOST_FOUND = 20

/** What is told of each case: its name, its number and where it stands. */
function shownTo(ctx: Context, model: Model): string[] {
  const own = ROLES.flatMap((role) => (model.name === HEAD ? role : (fieldOfRole(model, role) ?? [])))
  const codes = ['sid', ...(model.name === HEAD ? ['kind', 'status'] : []), ...own, ...model.display, ...(model.states ? [model.states.field] : [])]
  return [...new Set(codes)].filter((code) => fieldOf(model, code) && accessOf(ctx, model).mayRead(code))
}

export const MOST_VALUES = 1000

/** By a number however it is written, by a piece of one, or by words of the title; the surest first. */
export async function find({ ctx, model, body }: Call<FindActions['find']>) {
  const text = (body.text ?? '').normalize('NFKC').trim().slice(0, 200)
  const limit = body.rows ?? MOST_FOUND
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
  const records = await recordsOf(ctx, model, [...matched.keys()], shownTo(ctx, model))
  const bySid = new Map(records.map((record) => [record.sid, record]))
  const record = [...matched].flatMap(([sid, way]) => {
    const found = bySid.get(sid)
    return found ? [{ ...found, sid, name: displayOfRecord(model, found), matched: way }] : []
  })
  return { record, total: record.length }
}

const sidsOf = (rows: readonly { sid: string }[]) => [...new Set(rows.map(({ sid }) => sid))]
const isPiece = (text: string) => /\d/.test(text) && pieceOf(text).length >= SHORTEST_PIECE

async function byWords(ctx: Context, model: Model, text: string, limit: number): Promise<string[]> {
  const worded = Object.entries(model.fields).filter(([code, field]) => field.full_text && accessOf(ctx, model).mayRead(code))
  if (worded.length === 0) return []
  const part = (path: string): Condition => ({ kind: 'contains', path: [path], at: 0, negated: false, value: { kind: 'text', value: text, at: 0 } })
  const [first, ...rest] = worded.map(([code]) => part(code))
  if (!first) return []
  const words: Condition = rest.length ? { kind: 'or', of: [first, ...rest] } : first
  const where = allOf([accessOf(ctx, model).rows, words].filter((one) => one !== undefined))
  return (await readPage(ctx, model, ['sid'], { where, order: [] }, { start: 0, rows: limit })).map(({ sid }) => String(sid))
}

/** What a value of a batch has led to. */
type Match = { value: string; record: (Found & { sid: string })[] }

/** What is found for each of up to 1000 numbers, and those for which nothing is. */
export async function batchSearch({ ctx, model, body }: Call<FindActions['batch']>) {
  const matches = matchesFor(body.values)
  const codes = body.fl === undefined ? shownTo(ctx, model) : fieldList(body.fl)
  await byWriting(ctx, model, matches, codes)
  await byNumbers(ctx, model, matches, codes)
  const all = [...matches.values()]
  return {
    found: all.filter(isFound),
    not_found: all.filter(isSought).map(({ value }) => value),
    total: new Set(all.flatMap(({ record }) => record.map(({ sid }) => sid))).size,
  }
}

const isFound = ({ record }: Match) => record.length > 0
const isSought = ({ record }: Match) => record.length === 0
const soughtIn = (matches: ReadonlyMap<string, Match>) => [...matches.values()].filter(isSought)

/** Those that are written as our own records have them need not be read at all. */
async function byWriting(ctx: Context, model: Model, matches: ReadonlyMap<string, Match>, codes: readonly string[]) {
  const listed = Object.entries(model.fields).flatMap(([code, field]) =>
    field.number && field.list && accessOf(ctx, model).mayRead(code) ? [code] : [],
  )
  for (const code of listed) {
    const isAsked = codes.includes(code)
    const sought = soughtIn(matches).map(({ value }) => value)
    for (const row of await recordsWith(ctx, model, code, sought, isAsked ? codes : [...codes, code])) {
      const match = matches.get(String(row[code]))
      if (!isAsked) delete row[code]
      match?.record.push({ ...row, sid: String(row.sid) })
    }
  }
}

/** The barest key of a number is common to all its spellings; only where that leads to nothing are the others asked for. */
async function byNumbers(ctx: Context, model: Model, matches: ReadonlyMap<string, Match>, codes: readonly string[]) {
  if (!readsNumbers(ctx, model)) return
  const keyed = soughtIn(matches).map((match) => ({ match, keys: searchKeys(match.value).toSorted((one, other) => one.length - other.length) }))
  for (const choose of [(keys: string[]) => keys.slice(0, 1), (keys: string[]) => keys.slice(1)]) {
    const asked = keyed.filter(({ match }) => isSought(match)).map(({ match, keys }) => ({ match, keys: choose(keys) }))
    const rows = await withKeys(ctx, model, [...new Set(asked.flatMap(({ keys }) => keys))], 10 * MOST_VALUES)
    const byKey = Map.groupBy(rows, ({ key }) => key)
    const records = new Map((await recordsOf(ctx, model, sidsOf(rows), codes)).map((record) => [record.sid, record]))
    for (const { match, keys } of asked) for (const sid of sidsOf(keys.flatMap((key) => byKey.get(key) ?? []))) keep(match, records.get(sid))
  }
}

const keep = ({ record }: Match, found: Found | undefined) => found && record.push({ ...found, sid: String(found.sid) })

function matchesFor(given: unknown): Map<string, Match> {
  const list = typeof given === 'string' ? pastedNumbers(given) : given
  if (!Array.isArray(list) || !list.every((value) => typeof value === 'string'))
    return refuse('bad_request', both('why', ['values 应为一组号码或一段文本', 'values is a list of numbers or one text']))
  if (Array.isArray(given) && given.length > MOST_VALUES) refuse('too_many_values', { key: 'values', max: MOST_VALUES })
  const matches = new Map<string, Match>()
  for (const written of list) {
    const value = written.trim()
    if (value !== '' && !matches.has(value)) matches.set(value, { value, record: [] })
  }
  if (matches.size > MOST_VALUES) refuse('too_many_values', { key: 'values', max: MOST_VALUES })
  return matches
}

function recordsOf(ctx: Context, model: Model, sids: readonly string[], codes: readonly string[]): Promise<Found[]> {
  return recordsWith(ctx, model, 'sid', sids, codes)
}

function recordsWith(ctx: Context, model: Model, field: string, values: readonly string[], codes: readonly string[]): Promise<Found[]> {
  if (values.length === 0) return Promise.resolve([])
  const among: Condition = {
    kind: 'in',
    path: [field],
    at: 0,
    negated: false,
    values: values.map((value) => ({ kind: 'text', value, at: 0 })),
  }
  const where = allOf([accessOf(ctx, model).rows, among].filter((one) => one !== undefined))
  return readPage(ctx, model, codes, { where, order: [] }, { start: 0, rows: 10 * MOST_VALUES })
}
