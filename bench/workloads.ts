import { normalise } from '../model/cases/numbers/recognise.ts'
import { lexemesOf } from '../server/records/query/words/words.ts'
import { type Chance, chanceFrom } from './chance.ts'
import type { Made } from './generate.ts'
import type { Shot } from './request.ts'
import { CHINESE_WORDS, chineseTitle, ENGLISH_WORDS, englishTitle } from './titles.ts'

/** The same work for the product and the floor. `bar`: the minimum share of the floor's throughput. */
export type Workload = {
  name: string
  bar?: number
  innoe: readonly Shot[]
  floor: readonly Shot[]
  /** Continues at two a second while the rest is measured. */
  beside?: { innoe: readonly Shot[]; floor: readonly Shot[] }
}

const MODEL = '/innoe-webapi/model/patent'
const post = (path: string, body: unknown): Shot => ({ method: 'POST', path, body })
const SHOTS = 200

/** `pending`: cases whose filing date may still change, with their deadlines. */
export function workloads(made: Made, pending: readonly string[]): Workload[] {
  const chance = chanceFrom(7)
  const edits = some(() => chance.of(made.sids))
  const beside = {
    innoe: edits.map((sid) => post(`${MODEL}/do/update`, { sid, remark: 'remark {n}' })),
    floor: edits.map((sid) => post('/remark', { sid, remark: 'remark {n}' })),
  }
  const words = [byWord('two-character Chinese word in title, with total', CHINESE_WORDS), byWord('English word in title, with total', ENGLISH_WORDS)]
  return [
    { name: 'first page, newest first, with total', bar: 0.5, innoe: [post(`${MODEL}/do/search`, {})], floor: [post('/first', {})] },
    filtered(chance),
    ...words,
    ...words.map((workload) => ({ ...workload, name: `${workload.name}, beside 2 edits/s`, bar: 0.7, beside })),
    ...byNumbers(chance, made),
    one(chance, made),
    creation(chance, made),
    movedDates(pending),
    farPage(chance, made),
  ]
}

const some = <T>(make: () => T) => Array.from({ length: SHOTS }, make)

function filtered(chance: Chance): Workload {
  const filters = some(() => {
    const from = chance.day('2006-01-01', '2022-01-01')
    return {
      status: chance.of(['GRANTED', 'FILED', 'SE', 'LAPSED_FINAL']),
      country: chance.of(['CN', 'US', 'JP']),
      from,
      to: `${Number(from.slice(0, 4)) + 2}${from.slice(4).replace('02-29', '02-28')}`,
    }
  })
  return {
    name: 'status + country + dates, by filing date, with total',
    bar: 0.5,
    innoe: filters.map(({ status, country, from, to }) =>
      post(`${MODEL}/do/search`, {
        iql: `status = '${status}' AND country = '${country}' AND filing_date BETWEEN '${from}' AND '${to}' ORDER BY filing_date DESC`,
      }),
    ),
    floor: filters.map((filter) => post('/filter', filter)),
  }
}

function byWord(name: string, words: readonly string[]): Workload {
  return {
    name,
    innoe: words.map((word) => post(`${MODEL}/do/search`, { iql: `title CONTAINS '${word}'` })),
    floor: words.map((word) => post('/word', { word, query: lexemesOf(word).query })),
  }
}

function byNumbers(chance: Chance, { numbers }: Made): Workload[] {
  const lists = Array.from({ length: 20 }, () => Array.from({ length: Math.min(1000, numbers.length) }, () => chance.of(numbers)))
  return [
    {
      name: '1000 numbers at once',
      bar: 0.7,
      innoe: lists.map((values) => post(`${MODEL}/do/batch_search`, { values, fl: ['application_no', 'case_no', 'title'] })),
      floor: lists.map((values) => post('/numbers', { keys: values.map((value) => normalise(value, { kind: 'application' })) })),
    },
    {
      name: '1000 numbers as a condition, first page with total',
      bar: 0.7,
      innoe: lists.map((values) => post(`${MODEL}/do/search`, { iql: `application_no IN (${values.map((value) => `'${value}'`).join(', ')})` })),
      floor: lists.map((values) => post('/among', { keys: values })),
    },
  ]
}

function one(chance: Chance, { sids }: Made): Workload {
  const chosen = some(() => chance.of(sids))
  return {
    name: 'one by sid',
    bar: 0.5,
    innoe: chosen.map((sid) => ({ method: 'GET', path: `${MODEL}/${sid}` })),
    floor: chosen.map((sid) => post('/one', { sid })),
  }
}

/** Titled like the rest, so that the newest cases contain the same words. */
function creation(chance: Chance, { company }: Made): Workload {
  const titles = some(() => (chance.likely(0.75) ? chineseTitle(chance) : englishTitle(chance)))
  const facts = { country: 'CN', patent_type: 'INVENTION', company_sid: company, status: 'FILED', filing_date: '2026-10-10', claims_count: 12 }
  return {
    name: 'create, with deadlines and fees',
    bar: 0.4,
    innoe: titles.map((title) => post(`${MODEL}/do/create`, { case_no: 'BENCH-{n}', title: `${title} {n}`, ...facts })),
    floor: titles.map((title) => post('/create', { case_no: 'BENCH-F{n}', title: `${title} {n}` })),
  }
}

function movedDates(pending: readonly string[]): Workload {
  return {
    name: 'update of a filing date, which moves deadlines and fees',
    bar: 0.4,
    innoe: pending.map((sid) => post(`${MODEL}/do/update`, { sid, filing_date: '{day}' })),
    floor: pending.map((sid) => post('/update', { sid, filing_date: '{day}' })),
  }
}

function farPage(chance: Chance, { rows }: Made): Workload {
  const far = Math.min(100_000, Math.floor(rows / 2))
  const starts = some(() => far + chance.below(1000))
  return {
    name: `page at start ${far.toLocaleString('en')}`,
    bar: 0.9,
    innoe: starts.map((start) => post(`${MODEL}/do/search`, { start })),
    floor: starts.map((start) => post('/deep', { start })),
  }
}

/** About a tenth of the cases: 100,000 of a million. */
export const EXPORTED = { from: '2010-01-01', to: '2012-03-05' } as const
