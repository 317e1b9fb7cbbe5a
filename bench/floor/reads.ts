import type { Floor, Row } from './data.ts'

export type Body = Record<string, string>

export const COLUMNS = [
  'sid',
  'version',
  'case_no',
  'title',
  'patent_type',
  'country',
  'route',
  'status',
  'legal_status',
  'application_no',
  'filing_date',
  'earliest_priority_date',
  'publication_no',
  'grant_no',
  'grant_date',
  'applicants',
  'next_annuity_year',
  'next_annuity_due',
  'value_grade',
  'annuity_decision',
  'owner_sid',
  'department_sid',
  'agency_sid',
  'importance',
  'updated_at',
]
const LIST = COLUMNS.map((column) => `t.${column}`).join(', ')
const LIVE = 't.deleted_at is null'
const RECENT = 't.updated_at desc, t.sid desc'
const FILTER = `${LIVE} and t.status = $1 and t.country = $2 and t.filing_date >= $3::date and t.filing_date <= $4::date`
const AMONG = `${LIVE} and t.application_no = any($1)`
const pageOf = (where: string, order = RECENT) => `select ${LIST} from patent t where ${where} order by ${order} limit 20`
const countOf = (where: string) => `select count(*)::int as n from patent t where ${where}`

// Every search word occurs in at least one title of a hundred, so the newest matches are found soonest by scanning
// the newest cases; no index of words may keep PostgreSQL from that.
const WORD = pageOf(`${LIVE} and (t.lexemes @@ $1::tsquery) is true`)
const WORD_TOTAL = countOf(`${LIVE} and t.lexemes @@ $1::tsquery`)
const DEEP = `select ${LIST} from (select t.sid from patent t where ${LIVE} order by ${RECENT} limit 20 offset $1) k join patent t on t.sid = k.sid order by ${RECENT}`

export function readsOf({ rowsOf, totalOf, named }: Floor): Record<string, (body: Body) => Promise<unknown>> {
  const page = async (rows: Promise<Row[]>, total: Promise<number>) => {
    const [record, n] = await Promise.all([rows, total])
    return { record: named(record), total: n }
  }
  const everyone = () => totalOf('everyone', `select sum(n) as n from record_count where model = 'patent'`)
  return {
    first: () => page(rowsOf('first', pageOf(LIVE)), everyone()),
    filter: ({ status, country, from, to }) => {
      const values = [status, country, from, to]
      const order = 't.filing_date desc nulls last, t.sid desc'
      return page(rowsOf('filter', pageOf(FILTER, order), values), totalOf('filter total', countOf(FILTER), values))
    },
    word: ({ query }) => page(rowsOf('word', WORD, [query]), totalOf('word total', WORD_TOTAL, [query])),
    numbers: async ({ keys }) => ({
      found: await rowsOf(
        'numbers',
        `select t.sid, t.application_no, t.case_no, t.title from patent t where ${LIVE} and t.application_key = any($1)`,
        [keys],
      ),
    }),
    among: ({ keys }) => page(rowsOf('among', pageOf(AMONG), [keys]), totalOf('among total', countOf(AMONG), [keys])),
    one: async ({ sid }) => named(await rowsOf('one', `select t.* from patent t where t.sid = $1 and ${LIVE}`, [sid]))[0],
    deep: ({ start }) => page(rowsOf('deep', DEEP, [start]), everyone()),
  }
}
