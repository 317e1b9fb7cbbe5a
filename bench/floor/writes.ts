import { randomUUIDv7 } from 'node:crypto'
import pg from 'pg'
import { columnsOf, type Floor } from './data.ts'
import type { Body } from './reads.ts'

export const writesOf = (floor: Floor): Record<string, (body: Body) => Promise<unknown>> => ({
  create: (body) => create(floor, body),
  update: (body) => update(floor, body),
  remark: (body) => remark(floor, body),
})

type Statement = { text: string; values(body: Body): unknown[] }
let creation: Promise<Statement> | undefined

/** Writes the rows of the product for a similar case, under their own keys, in one statement. */
async function create(floor: Floor, body: Body) {
  const { text, values } = await (creation ??= creationLike(floor))
  const [row] = await floor.rowsOf('create', text, values(body))
  floor.wrote()
  return floor.named(row ? [row] : [])[0]
}

/** The columns that differ between cases: the others are constants of the statement. */
type Differing = { column: string; of(body: Body, sids: readonly string[]): unknown }
type Written = { table: string; row: Record<string, string | null>; differing: Differing[] }

/** In the format of `number_keys`. */
const keyOf = (number: string | null | undefined) =>
  String(number)
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
const CASE = 0 // the case is the first of the new rows

async function creationLike({ pool }: Floor): Promise<Statement> {
  const rowsAsText = async (table: string, where: string) => {
    const fields = await columnsOf(pool, table)
    const list = fields.map((name) => `${pg.escapeIdentifier(name)}::text`).join(', ')
    return (await pool.query<Record<string, string | null>>(`select ${list} from ${table} where ${where}`)).rows
  }
  const [patent] = await rowsAsText('patent', `sid = (select sid from patent where case_no like 'BENCH-%' order by created_at desc limit 1)`)
  if (!patent) throw new Error('the product has created no case yet')
  const { sid, case_no } = patent
  const [deadlines, fees, log] = await Promise.all([
    rowsAsText('deadline', `case_sid = '${sid}'`),
    rowsAsText('fee', `case_sid = '${sid}'`),
    rowsAsText('change_log', `record_sid = '${sid}'`),
  ])
  const own = (at: number): Differing => ({ column: 'sid', of: (_, sids) => sids[at] })
  const ofCase = (column: string): Differing => ({ column, of: (_, sids) => sids[CASE] })
  const feeNo = (row: { fee_no?: string | null }): Differing => ({
    column: 'fee_no',
    of: (body) => row.fee_no?.replace(String(case_no), body.case_no ?? ''),
  })
  const keys = String(patent.number_keys)
  const ofPatent: Differing[] = [
    { column: 'case_no', of: (body) => body.case_no },
    { column: 'title', of: (body) => body.title },
    { column: 'number_keys', of: (body) => keys.replaceAll(keyOf(case_no), keyOf(body.case_no)) },
  ]
  const written: Written[] = [
    { table: 'patent', row: patent, differing: ofPatent },
    ...deadlines.map((row) => ({ table: 'deadline', row, differing: [ofCase('case_sid')] })),
    ...fees.map((row) => ({ table: 'fee', row, differing: [ofCase('case_sid'), feeNo(row)] })),
    ...log.map((row) => ({ table: 'change_log', row, differing: [ofCase('record_sid')] })),
  ]
  const rows = written.map(({ table, row, differing }, at) => ({ table, row, differing: [own(at), ...differing] }))
  const counts = { patent: 1, deadline: deadlines.length, fee: fees.length }
  return statementOf(rows, `${patent.company_sid}`, counts)
}

function statementOf(rows: readonly Written[], company: string, counts: Record<string, number>): Statement {
  const slots: Differing['of'][] = []
  const parts = rows.map(({ table, row, differing }, at) => {
    const filled = Object.entries(row).filter(([, value]) => value !== null)
    const values = filled.map(([column, value]) => {
      const differs = differing.find((one) => one.column === column)
      return differs ? `$${slots.push(differs.of)}` : pg.escapeLiteral(value ?? '')
    })
    const columns = filled.map(([column]) => pg.escapeIdentifier(column)).join(', ')
    return `w${at} as (insert into ${table} (${columns}) values (${values.join(', ')})${at === CASE ? ' returning *' : ''})`
  })
  const counted = Object.entries(counts).map(([model, n]) => `('${model}', '${company}'::uuid, ${n})`)
  return {
    text: `with ${parts.join(', ')}, counted as (insert into record_count (model, company_sid, n) values ${counted.join(', ')}) select * from w${CASE}`,
    values: (body) => {
      const sids = rows.map(() => randomUUIDv7())
      return slots.map((of) => of(body, sids))
    },
  }
}

const changes = (codes: readonly string[]) =>
  `jsonb_build_array(${codes.map((code) => `jsonb_build_object('field', '${code}', 'old', old_${code}, 'new', new_${code})`).join(', ')})`
const both = (codes: readonly string[]) => codes.map((code) => `old.${code} as old_${code}, new.${code} as new_${code}`).join(', ')
const LOGGED = 'version, valid, source, created_at, updated_at, sid, entity, record_sid, action, changes'
const logOf = (entity: string, from: string, codes: readonly string[]) =>
  `insert into change_log (${LOGGED}) select 1, true, 'API', now(), now(), uuidv7(), '${entity}', sid, 'UPDATE', ${changes(codes)} from ${from}`

const OF_CASE = ['filing_date', 'submission_date', 'earliest_priority_date']
const OF_DEADLINE = ['basis_date', 'raw_due', 'official_due', 'internal_due', 'final_due', 'live_until', 'recomputed_from']
const OF_FEE = ['due_date']

/** A filing date moved by some days moves the deadlines and open fees of its case by as many: the same rows as the product, with their history. */
const MOVE = `with moved as (
    update patent set filing_date = $2::date, submission_date = $2::date, earliest_priority_date = $2::date, version = version + 1, updated_at = now()
    where sid = $1 returning *, ${both(OF_CASE)}, new.filing_date - old.filing_date as days),
  due as (
    update deadline d set basis_date = d.basis_date + m.days, raw_due = d.raw_due + m.days, official_due = d.official_due + m.days,
      internal_due = d.internal_due + m.days, final_due = d.final_due + m.days, live_until = d.live_until + m.days, recomputed_from = d.official_due, version = d.version + 1, updated_at = now()
    from moved m where d.case_sid = $1 and d.deleted_at is null and d.status not in ('PRESUMED', 'CANCELLED') returning d.sid, ${both(OF_DEADLINE)}),
  owed as (
    update fee f set due_date = f.due_date + m.days, version = f.version + 1, updated_at = now()
    from moved m where f.case_sid = $1 and f.deleted_at is null and f.status in ('PLANNED', 'TO_PAY', 'OVERDUE', 'EXPIRED') returning f.sid, ${both(OF_FEE)}),
  log_case as (${logOf('patent', 'moved', OF_CASE)}),
  log_due as (${logOf('deadline', 'due', OF_DEADLINE)}),
  log_owed as (${logOf('fee', 'owed', OF_FEE)})
  select p.* from moved p`

async function update(floor: Floor, { sid, filing_date }: Body) {
  const [row] = await floor.rowsOf('update', MOVE, [sid, filing_date])
  floor.wrote()
  return floor.named(row ? [row] : [])[0]
}

const REMARK = `with changed as (update patent set remark = $2, version = version + 1, updated_at = now() where sid = $1 returning *, ${both(['remark'])}),
  logged as (${logOf('patent', 'changed', ['remark'])}) select * from changed`

async function remark(floor: Floor, body: Body) {
  const [row] = await floor.rowsOf('remark', REMARK, [body.sid, body.remark])
  floor.wrote()
  return floor.named(row ? [row] : [])[0]
}
