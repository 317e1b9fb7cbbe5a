import { normalise } from '../model/cases/numbers/recognise.ts'
import { lexemesOf } from '../server/records/query/words.ts'
import { chanceFrom } from './chance.ts'
import type { Made } from './generate.ts'
import type { Shot } from './load.ts'
import { CHINESE_WORDS, ENGLISH_WORDS } from './titles.ts'

/** The same work, asked of the product and of the floor. `{n}` in a body is a number of its own for each request. */
export type Workload = { name: string; innoe: readonly Shot[]; floor: readonly Shot[] }

const MODEL = '/innoe-webapi/model/patent'
const post = (path: string, body: unknown): Shot => ({ method: 'POST', path, body })
const SHOTS = 200

export function workloads({ sids, numbers, rows, company }: Made): Workload[] {
  const chance = chanceFrom(7)
  const some = <T>(make: () => T) => Array.from({ length: SHOTS }, make)
  const filters = some(() => {
    const from = chance.day('2006-01-01', '2022-01-01')
    return {
      status: chance.of(['GRANTED', 'FILED', 'SE', 'LAPSED_FINAL']),
      country: chance.of(['CN', 'US', 'JP']),
      from,
      to: `${Number(from.slice(0, 4)) + 2}${from.slice(4).replace('02-29', '02-28')}`,
    }
  })
  const lists = Array.from({ length: 20 }, () => Array.from({ length: Math.min(1000, numbers.length) }, () => chance.of(numbers)))
  const chosen = some(() => chance.of(sids))
  const far = Math.min(100_000, Math.floor(rows / 2))
  const starts = some(() => far + chance.below(1000))
  return [
    { name: 'first page, newest first, with total', innoe: [post(`${MODEL}/do/search`, {})], floor: [post('/first', {})] },
    {
      name: 'status + country + dates, by filing date, with total',
      innoe: filters.map(({ status, country, from, to }) =>
        post(`${MODEL}/do/search`, {
          iql: `status = '${status}' AND country = '${country}' AND filing_date BETWEEN '${from}' AND '${to}' ORDER BY filing_date DESC`,
        }),
      ),
      floor: filters.map((filter) => post('/filter', filter)),
    },
    byWord('two-character Chinese word in title, with total', CHINESE_WORDS),
    byWord('English word in title, with total', ENGLISH_WORDS),
    {
      name: '1000 numbers at once',
      innoe: lists.map((values) => post(`${MODEL}/do/batch_search`, { values, fl: ['application_no', 'case_no', 'title'] })),
      floor: lists.map((values) => post('/numbers', { keys: values.map((value) => normalise(value, { kind: 'application' })) })),
    },
    {
      name: '1000 numbers as a condition, first page with total',
      innoe: lists.map((values) => post(`${MODEL}/do/search`, { iql: `application_no IN (${values.map((value) => `'${value}'`).join(', ')})` })),
      floor: lists.map((values) => post('/among', { keys: values })),
    },
    {
      name: 'one by sid',
      innoe: chosen.map((sid) => ({ method: 'GET', path: `${MODEL}/${sid}` })),
      floor: chosen.map((sid) => post('/one', { sid })),
    },
    {
      name: 'create, with deadlines and fees',
      innoe: [
        post(`${MODEL}/do/create`, {
          case_no: 'BENCH-{n}',
          title: '一种电池的导航方法 {n}',
          country: 'CN',
          patent_type: 'INVENTION',
          company_sid: company,
          status: 'FILED',
          filing_date: '2026-10-10',
          claims_count: 12,
        }),
      ],
      floor: [post('/create', { case_no: 'BENCH-F{n}', title: '一种电池的导航方法 {n}' })],
    },
    {
      name: 'update',
      innoe: chosen.map((sid) => post(`${MODEL}/do/update`, { sid, title: '一种电池的导航方法 {n}' })),
      floor: chosen.map((sid) => post('/update', { sid, title: '一种电池的导航方法 {n}' })),
    },
    {
      name: `page at start ${far.toLocaleString('en')}`,
      innoe: starts.map((start) => post(`${MODEL}/do/search`, { start })),
      floor: starts.map((start) => post('/deep', { start })),
    },
  ]
}

function byWord(name: string, words: readonly string[]): Workload {
  return {
    name,
    innoe: words.map((word) => post(`${MODEL}/do/search`, { iql: `title CONTAINS '${word}'` })),
    floor: words.map((word) => post('/word', { query: lexemesOf(word).query })),
  }
}

/** About a tenth of the cases: 100,000 of a million. */
export const EXPORTED = { from: '2010-01-01', to: '2012-03-05' } as const
