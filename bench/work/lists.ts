import { lexemesOf } from '../../server/records/query/words/words.ts'
import type { Workload } from '../workloads.ts'
import type { Words } from './documents.ts'

export type Asked = { token: string; workload: Workload }
type Who = { admin: string; own: string; first: { sid: string; token: string }; other: { sid: string; token: string } }

const MODEL = '/innoe-webapi/model'
const post = (path: string, body: unknown) => [{ method: 'POST' as const, path, body }]

/** The case list for comparison, then what a person with 2,000 entries asks, and the searches of two people. */
export function listsOf({ admin, own, first, other }: Who, words: Words, case_sid: string): Asked[] {
  const list = (name: string, floor: string, who: Who['first'], body: object = {}): Asked => ({
    token: who.token,
    workload: { name, innoe: post(`${MODEL}/approval_task/do/${floor}`, body), floor: post(`/${floor}`, { person: who.sid, ...body }) },
  })
  const searches = [
    ['frequent Chinese word', words.frequent],
    ['rare Chinese word', words.rare],
    ['English word', words.english],
    ['two words', words.two],
  ] as const
  const find = (name: string, text: string, token: string, more: object = {}): Asked => ({
    token,
    workload: {
      name,
      innoe: post(`${MODEL}/document/do/find`, { text, ...more }),
      floor: post('case_sid' in more ? '/find_in_case' : '/find', { query: lexemesOf(text).query, word: text.split(' ')[0], ...more }),
    },
  })
  return [
    {
      token: admin,
      workload: {
        name: 'case list: first page, with total (for comparison)',
        innoe: post(`${MODEL}/patent/do/search`, {}),
        floor: post('/first', {}),
      },
    },
    list('to do: first page of 2,000, with number', 'todo', first),
    list('to do: first five with number (Home, menu)', 'todo', first, { start: 0, rows: 5 }),
    list('to do: page at 1,000', 'todo', first, { start: 1000 }),
    list('to do of another of the 200', 'todo', other),
    list('done: first page, with number', 'done', first),
    list('done: page at 2,000', 'done', first, { start: 2000 }),
    ...searches.map(([name, text]) => find(`documents: ${name}`, text, admin)),
    find('documents: frequent word within one case', words.frequent, admin, { case_sid }),
    ...searches.map(([name, text]) => find(`documents: ${name}, own cases alone`, text, own)),
  ]
}
