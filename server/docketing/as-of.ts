import { ZONE } from '../../model/kit/days/clock.ts'
import { deadlinesAsOf } from '../../model/docketing/as-of-actions.ts'
import { HEAD } from '../../model/cases/head-fields.ts'
import type { Condition } from '../../model/kit/iql/ast.ts'
import type { Model } from '../../model/kit/model.ts'
import { allOf } from '../records/permission/conditions.ts'
import { accessOf, reachesCompanies, visible } from '../records/permission/permission.ts'
import { type Call, perform } from '../records/actions.ts'
import { readPage } from '../records/query/page.ts'
import { readIql } from '../records/query/search.ts'
import { modelNamed } from '../records/registry.ts'
import type { Part } from '../records/modules.ts'
import type { Context, RowValues } from '../records/context.ts'
import { computeDocket } from './compute.ts'
import { lawFor } from './law/law.ts'
import { readCases } from './read-cases.ts'

export const asOfDay: Part = { actions: perform(deadlinesAsOf, asOf) }

const MAX_ROWS = 1000
const DEADLINE = ['case_sid', 'name', 'name_en', 'status', 'kind', 'official_due', 'extended_due', 'internal_due', 'grace_end', 'done_date', 'certainty', 'provisional'] as const // oxfmt-ignore
const FEE = ['case_sid', 'name', 'name_en', 'status', 'currency', 'amount', 'surcharge', 'due_date', 'pay_date', 'annuity_year'] as const

type Asked = { model: Model; where: Condition | undefined; fields: readonly string[] }

/** Deadlines are visible by today's permissions, for any requested day; fees to those who may search them. */
async function asOf({ ctx, model, body: { day, case_sid, iql } }: Call<typeof deadlinesAsOf>) {
  const ofCase = case_sid === undefined ? undefined : readIql(`case_sid = '${case_sid}'`).where
  const deadlines = { model, where: both(ofCase, readIql(iql).where), fields: DEADLINE }
  const fees = { model: modelNamed(ctx.tenant.models, 'fee'), where: ofCase, fields: FEE }
  const standing = day < ctx.today ? ('PAST' as const) : day > ctx.today ? ('COMING' as const) : ('TODAY' as const)
  const now = [await read(ctx, deadlines), case_sid !== undefined && maySearch(ctx, fees.model) ? await read(ctx, fees) : []] as const
  const [record, owed] =
    standing === 'COMING'
      ? await coming(ctx, { day, whole: iql === undefined ? case_sid : undefined }, now)
      : await stood(ctx, day, [deadlines, fees], now)
  const numbers = await caseNumbers(ctx, record)
  return {
    day,
    standing,
    record: record.map((row) => ({ ...shown(ctx, deadlines, row), case_no: numbers.get(String(row.case_sid)) ?? null })),
    fees: owed.map((row) => shown(ctx, fees, row)),
    truncated: now.some((rows) => rows.length >= MAX_ROWS),
  } as never // the fields just named, of rows of these models
}

function maySearch(ctx: Context, model: Model) {
  const { verbs } = accessOf(ctx, model)
  return verbs.has('search') || verbs.has('*')
}

const both = (...parts: readonly (Condition | undefined)[]) => allOf(parts.filter((part): part is Condition => part !== undefined))

/** The rows of today that this person may see, without the fields that are hidden from them; references as sids. */
async function read(ctx: Context, { model, where, fields }: Asked): Promise<RowValues[]> {
  const order = fields.includes('due_date') ? 'due_date' : 'official_due'
  const query = { ...readIql(`created_at IS NOT EMPTY ORDER BY ${order} ASC`) }
  const { mayRead } = accessOf(ctx, model)
  const rows = await readPage(
    ctx,
    model,
    ['sid', 'key', 'manual', 'handled', 'created_at', ...fields.filter(mayRead)],
    { ...query, where: visible(ctx, model, both(query.where, where)) },
    { start: 0, rows: MAX_ROWS },
  )
  return rows.map((row) => ({ ...row, case_sid: (row.case_sid as { sid: string } | null)?.sid ?? null })) // a reference, as search gives it
}

type Rows = readonly RowValues[]
type Now = readonly [Rows, Rows]

/** Takes back, from the latest on, every change after the end of the day. */
async function stood(ctx: Context, day: string, asked: readonly [Asked, Asked], now: Now): Promise<[Rows, Rows]> {
  const end = Temporal.PlainDate.from(day).add({ days: 1 }).toZonedDateTime(ZONE).toInstant().toString()
  const [deadlines, fees] = [await takenBack(ctx, asked[0], now[0], end), await takenBack(ctx, asked[1], now[1], end)]
  return [deadlines, fees]
}

async function takenBack({ db }: Context, { model }: Asked, rows: Rows, end: string): Promise<Rows> {
  const there = new Map(
    rows.filter((row) => Temporal.Instant.compare(instantOf(row.created_at), end) < 0).map((row) => [String(row.sid), { ...row }]),
  )
  if (there.size === 0) return []
  const log = await db
    .selectFrom('change_log')
    .select(['record_sid', 'changes'])
    .where('entity', '=', model.name)
    .where('record_sid', 'in', [...there.keys()])
    .where('action', '!=', 'CREATE')
    .where('created_at', '>=', end)
    .orderBy('created_at', 'desc')
    .orderBy('sid', 'desc')
    .execute()
  for (const { record_sid, changes } of log) {
    const row = there.get(String(record_sid))
    for (const { field, old } of (changes as { field: string; old: unknown }[] | null) ?? []) if (row) row[field] = old // written by writeHistory
  }
  return [...there.values()]
}

const instantOf = (at: unknown) => Temporal.Instant.from(at instanceof Date ? at.toISOString() : String(at))

/** The docket of the same facts on that day; items that a person keeps or has settled are unchanged. */
async function coming(ctx: Context, { day, whole }: { day: string; whole: string | undefined }, now: Now): Promise<[Rows, Rows]> {
  const sids = [...new Set(now.flat().map((row) => String(row.case_sid)))]
  // Future items are included if the person sees all items of the kind on the case.
  const isSeen = whole !== undefined && (await seesCase(ctx, whole))
  const [allDue, allOwed] = isSeen ? [await seesAll(ctx, 'deadline', whole), await seesAll(ctx, 'fee', whole)] : [false, false]
  const law = await lawFor(ctx)
  const dockets = (sids.length > 0 ? await readCases(ctx, sids) : []).map((one) => computeDocket(one, law, day))
  const wanted = { deadlines: dockets.flatMap((one) => one.deadlines), fees: dockets.flatMap((one) => one.fees) }
  return [merged(now[0], wanted.deadlines, { isWhole: allDue }), merged(now[1], wanted.fees, { isWhole: allOwed, stays: isSettled })]
}

const SETTLED: ReadonlySet<unknown> = new Set(['PAID', 'PAYING', 'REFUNDING', 'REFUNDED', 'UNDERPAID', 'ABANDONED', 'CANCELLED'])
const isSettled = ({ status }: RowValues) => SETTLED.has(status)

async function seesCase(ctx: Context, sid: string) {
  const head = modelNamed(ctx.tenant.models, HEAD)
  const where = visible(ctx, head, readIql(`sid = '${sid}'`).where)
  const found = await readPage(ctx, head, ['sid'], { where, order: [] }, { start: 0, rows: 1 })
  return found.length > 0
}

/** Whether the person sees all items of the case; of a case without any, whether they see items of whole companies */
async function seesAll(ctx: Context, name: 'deadline' | 'fee', case_sid: string): Promise<boolean> {
  const model = modelNamed(ctx.tenant.models, name)
  if (!maySearch(ctx, model)) return false
  const { rows } = accessOf(ctx, model)
  if (!rows) return true
  const [there, seen] = await Promise.all([
    ctx.db.selectFrom(name).select('sid').where('case_sid', '=', case_sid).where('deleted_at', 'is', null).execute(),
    readPage(ctx, model, ['sid'], { where: visible(ctx, model, readIql(`case_sid = '${case_sid}'`).where), order: [] }, { start: 0, rows: MAX_ROWS }),
  ])
  return there.length > 0 ? seen.length === there.length : reachesCompanies(ctx, model)
}

type How = { isWhole: boolean; stays?: (row: RowValues) => boolean }

function merged(now: Rows, computed: Rows, { isWhole, stays = () => false }: How): Rows {
  const keyOf = (row: RowValues) => `${row.case_sid} ${row.key}`
  const wanted = new Map(computed.map((row) => [keyOf(row), row]))
  const known = new Set(now.map(keyOf))
  const fresh = isWhole ? computed.filter((row) => !known.has(keyOf(row))) : []
  const then = (row: RowValues) => wanted.get(keyOf(row)) ?? (isDropped(row) ? { status: 'CANCELLED' } : {})
  return [...now.map((row) => (stays(row) ? row : { ...row, ...then(row) })), ...fresh]
}

const UNDER_WAY: ReadonlySet<unknown> = new Set(['OPEN', 'MISSED', 'PLANNED', 'TO_PAY', 'DUE', 'OVERDUE'])

/** Computed, not settled by a person, and no longer required by the facts of that day. */
const isDropped = ({ key, handled, status }: RowValues) => (key ?? null) !== null && handled !== true && UNDER_WAY.has(status)

/** The numbers of the cases that this person sees. */
async function caseNumbers(ctx: Context, rows: Rows): Promise<ReadonlyMap<string, string>> {
  const sids = [...new Set(rows.map((row) => String(row.case_sid)))].slice(0, MAX_ROWS)
  const head = modelNamed(ctx.tenant.models, HEAD)
  if (sids.length === 0 || !accessOf(ctx, head).mayRead('case_no')) return new Map()
  const where = visible(ctx, head, readIql(`sid IN (${sids.map((sid) => `'${sid}'`).join(', ')})`).where)
  const found = await readPage(ctx, head, ['sid', 'case_no'], { where, order: [] }, { start: 0, rows: MAX_ROWS })
  return new Map(found.map((row) => [String(row.sid), String(row.case_no)]))
}

/** Only what this person may read. */
function shown(ctx: Context, { model, fields }: Asked, row: RowValues) {
  const access = accessOf(ctx, model)
  return Object.fromEntries(['sid', ...fields].map((code) => [code, access.mayRead(code) ? (row[code] ?? null) : null]))
}
