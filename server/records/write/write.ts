import { randomUUIDv7 } from 'node:crypto'
import { CompiledQuery, sql } from 'kysely'
import type { Field } from '../../../model/kit/fields.ts'
import type { Model, Verb } from '../../../model/kit/model.ts'
import { copyRows } from '../../database/copy-rows.ts'
import type { Fault } from '../../database/packet.ts'
import { write } from '../../database/pool.ts'
import { columnsOf, hasNumbers, quote } from '../../database/sync/sync.ts'
import { refuse, refuseFaults } from '../../errors.ts'
import { allOf } from '../permission/conditions.ts'
import { accessOf } from '../permission/permission.ts'
import { runAround, runHooks } from '../hooks.ts'
import { layoutFor } from '../layouts/layout-for.ts'
import { joinsOf } from '../query/conditions/condition.ts'
import { joinSql } from '../query/conditions/joins.ts'
import { fieldOf, fieldsOf, modelNamed } from '../registry.ts'
import { countLoaded, withCounts } from './counted.ts'
import { planned, readPlan, SLOT } from '../query/plans.ts'
import { conditionSql } from '../query/page.ts'
import { askedBy, checkApplies, checkRequired } from './checks/conditional.ts'
import { joinCompany, reportWherePlaced } from './join-company.ts'
import { checkSystemRows } from './checks/system-rows.ts'
import { checkAmounts, checkPast, checkReferences, setValue, takeInput } from './checks/validate.ts'
import { sayTaken } from './checks/say-taken.ts'
import { checkUnique, numberKeysOf } from './checks/unique.ts'
import { settleWarnings } from './checks/warnings.ts'
import { writtenBeside } from './written-beside.ts'
import { spansOf } from '../query/totals/pieces.ts'
import { inTransaction, type Context, type Draft, type RowFor, type RowValues } from '../context.ts'

/** Makes the drafts of new records from the callers' input, with every fault. */
export async function draftNew<M extends Model>(ctx: Context, model: M, inputs: readonly RowValues[]): Promise<Draft<RowFor<M>>[]> {
  const access = accessOf(ctx, model)
  const drafts = inputs.map((input) => {
    const draft: Draft = { sid: randomUUIDv7(), before: undefined, row: {}, changed: new Set(), faults: [], warnings: [] }
    takeInput(ctx, model, access, draft, input)
    for (const [code, field] of fieldsOf(model)) {
      if (code in draft.row) continue
      draft.row[code] = null
      setValue(draft, code, defaultOf(ctx, field))
    }
    return draft
  })
  await joinCompany(ctx, model, drafts, inputs)
  await examine(ctx, model, drafts)
  return drafts as Draft<RowFor<M>>[] // every field of the model has a value, as just set
}

export async function examine(ctx: Context, model: Model, drafts: readonly Draft[]) {
  await joinCompany(ctx, model, drafts.filter(({ before }) => before)) // oxfmt-ignore
  await runHooks(model.name, 'prepare', ctx, drafts)
  checkSystemRows(ctx, model, drafts)
  const layout = ctx.entered === model.name ? await layoutFor(ctx, model) : undefined
  const isAsked = askedBy(ctx, model, layout?.form)
  for (const draft of drafts) {
    checkApplies(ctx, model, draft)
    checkRequired(ctx, model, draft, isAsked)
    checkAmounts(ctx, model, draft)
    checkPast(ctx, model, draft)
  }
  await checkReferences(ctx, model, drafts)
  await runHooks(model.name, 'check', ctx, drafts)
  await checkUnique(ctx, model, drafts)
  reportWherePlaced(ctx, model, drafts)
  settleWarnings(ctx, model, drafts)
}

function defaultOf({ actor, today }: Context, field: Field): unknown {
  switch (field.default) {
    case undefined:
      return null
    case 'me()':
      return field.type === 'references' ? actor.sid && [actor.sid] : actor.sid
    case 'my_department()':
      return actor.department_sid
    case 'my_company()':
      return actor.selected?.[0] ?? actor.company_sid
    case 'today()':
      return today
    default:
      return field.default
  }
}

/** Writes new records without faults: row, history, totals and hooks together. */
export async function insertDrafts(ctx: Context, model: Model, drafts: readonly Draft[]) {
  if (drafts.length === 0) return
  const now = new Date().toISOString()
  for (const { sid, row } of drafts)
    Object.assign(row, { sid, version: 1, created_at: now, updated_at: now, created_by: ctx.actor.sid, updated_by: ctx.actor.sid })
  await inTransaction(ctx, async (tx) => {
    const rows = drafts.map((draft) => withKeys(model, draft.row))
    await insertRows(tx, model, rows, historyOf(tx, model, 'CREATE', drafts), (error) => sayTaken(ctx, model, error))
    await runHooks(model.name, 'written', tx, drafts)
    wrote(tx, model, undefined, drafts)
  })
}

const withKeys = (model: Model, row: RowValues) => (hasNumbers(model) ? { ...row, number_keys: numberKeysOf(model, row) } : row)

/** As PostgreSQL reads them into the columns of a table: a missing value is null. */
function documentsOf(rows: readonly RowValues[]): string {
  const filled = rows.map((row) => {
    const values: RowValues = {}
    for (const code in row) if (row[code] !== null) values[code] = row[code]
    return values
  })
  return JSON.stringify(filled)
}

/** Inserts many rows with their history: few in one statement, as documents that PostgreSQL reads, more by its bulk load. */
export async function insertRows(ctx: Context, model: Model, rows: readonly RowValues[], history: readonly RowValues[] = [], fault?: Fault) {
  const counts = model.hard_delete ? [] : countsOf(rows)
  if (rows.length >= MIN_BULK_ROWS)
    await inTransaction(ctx, async ({ db }) => {
      if (counts.length) await db.executeQuery(CompiledQuery.raw(COUNT, [model.name, JSON.stringify(counts)]))
      await copyRows(db, model.name, columnsOf(model), rows)
      await countLoaded(db, model, rows)
      if (history.length) await copyRows(db, 'change_log', columnsOf(logOf(ctx)), history)
    }).catch((error: unknown) => {
      fault?.(error)
      throw error
    })
  else {
    const text = insertText(model, logOf(ctx), { counting: counts.length > 0, logging: history.length > 0 })
    const more = [...(counts.length ? [model.name, JSON.stringify(counts)] : []), ...(history.length ? [documentsOf(history)] : [])]
    await write(ctx.db, text, [...more, documentsOf(rows)], fault)
  }
  wrote(ctx, model, undefined, rows)
}

const MIN_BULK_ROWS = 20

const COUNT =
  'insert into record_count (model, company_sid, n) select $1::text, c.company_sid::uuid, c.n from jsonb_to_recordset($2::jsonb) as c(company_sid text, n bigint)'

const logOf = ({ tenant }: Context) => modelNamed(tenant.models, 'change_log')

const texts = new WeakMap<Model, Map<string, string>>()
const MAX_TEXTS = 500

/** The text is the same for every write of its kind to a model, so it is built once. */
function textFor(model: Model, key: string, make: () => string): string {
  const own = texts.get(model) ?? new Map<string, string>()
  texts.set(model, own)
  const text = own.get(key) ?? make()
  if (own.size < MAX_TEXTS) own.set(key, text)
  return text
}

const together = (parts: readonly string[], end: string) => (parts.length > 0 ? `with ${parts.join(', ')} ${end}` : end)

/** Its values: counts (two), history, rows. */
const insertText = (model: Model, log: Model, { counting, logging }: { counting: boolean; logging: boolean }) =>
  textFor(model, `insert ${counting} ${logging}`, () => {
    const [history, rows] = [counting ? '$3' : '$1', `$${1 + (counting ? 2 : 0) + (logging ? 1 : 0)}`]
    const along = [...(counting ? [`counted as (${COUNT})`] : []), ...(logging ? [`logged as (${intoText(log, history)})`] : [])]
    const { parts, end } = withCounts(model, intoText(model, rows), 'inserted')
    return together([...along, ...parts], end)
  })

/** Its values: rows, and history where it is `logged`. */
const updateText = (model: Model, codes: readonly string[], logged?: Model) =>
  textFor(model, `update ${logged !== undefined} ${codes.join()}`, () => {
    const { parts, end } = withCounts(model, setText(model, codes, '$1'), codes)
    return together([...(logged ? [`logged as (${intoText(logged, '$2')})`] : []), ...parts], end)
  })

function intoText(model: Model, given: string) {
  const columns = columnsOf(model)
    .map(([name]) => quote(name))
    .join(', ')
  return `insert into ${quote(model.name)} (${columns}) select ${columns} from json_populate_recordset(null::${quote(model.name)}, ${given}::json)`
}

function countsOf(rows: readonly RowValues[], sign = 1) {
  const counts = new Map<unknown, number>()
  for (const row of rows) counts.set(row.company_sid ?? null, (counts.get(row.company_sid ?? null) ?? 0) + sign)
  return [...counts].map(([company_sid, n]) => ({ company_sid, n }))
}

/** Live records that were deleted (-1) or restored (+1). */
export async function countMoved(ctx: Context, model: Model, rows: readonly RowValues[], sign: 1 | -1) {
  if (model.hard_delete) return
  const counts = countsOf(rows, sign)
  if (counts.length > 0) await write(ctx.db, COUNT, [model.name, JSON.stringify(counts)])
}

/** `verb`: the intended verb, `ability`: a further need; without either, those that the action declares, or any verb of this person. */
type Locking = { bin?: boolean; leaving?: boolean; verb?: Verb; ability?: string }

/** The current rows, locked until the transaction ends, and for a delete also against new references; only those this person may change. */
export async function lockRows<M extends Model>(
  ctx: Context,
  model: M,
  sids: readonly string[],
  { bin = false, leaving = false, verb, ability }: Locking = {},
): Promise<RowFor<M>[]> {
  const access = accessOf(ctx, model)
  const alone = sids.length === 1
  const named = [verb, ability].filter((one) => one !== undefined)
  const verbs = named.length > 0 ? named : (ctx.asked?.[model.name] ?? [])
  const plan = planned(ctx, access, `lock ${bin} ${leaving} ${verbs.join()} ${alone}`, () => {
    const joins = joinsOf(ctx, model)
    const rows = verbs.map((one) => access.changeableBy(one)).filter((part) => part !== undefined)
    const condition = conditionSql(joins, verbs.length > 0 ? allOf(rows) : access.changeable, bin)
    const columns = sql.join(columnsOf(model).map(([name]) => sql.ref(`t.${name}`))) // named columns: a plan for `*` ends with the next new field
    const which = alone ? sql`t.sid = ${SLOT.sid}::uuid` : sql`t.sid = any(${SLOT.sid}::uuid[])` // a single key is planned once
    const hold = sql.raw(leaving ? 'for update' : 'for no key update')
    return {
      picks: [],
      statement: sql`select ${columns} from ${sql.table(model.name)} as t ${joinSql(joins)} where ${which} and ${condition} order by t.sid ${hold} of t`,
    }
  })
  return (await readPlan(ctx, plan, { sid: alone ? sids[0] : [...sids].sort() })) as RowFor<M>[] // every column of the model
}

/** An agency writes only records that it could change again: no other agency's, and not the enterprise's. */
export async function keepInReach(ctx: Context, model: Model, sids: readonly string[]) {
  if (ctx.actor.platform !== 2) return
  const kept = await lockRows(ctx, model, sids)
  if (kept.length < sids.length) refuse('forbidden', { what_zh: '写入本机构以外的数据', what_en: 'write data of another agency' })
}

export function draftFrom<R extends RowValues>(before: R): Draft<R> {
  return { sid: String(before.sid), before, row: { ...before }, changed: new Set(), faults: [], warnings: [] }
}

/** Writes the changed fields of drafts without faults. An unchanged draft is not written, and its version stays. */
export async function updateDrafts(ctx: Context, model: Model, drafts: readonly Draft[], action: Changing = 'UPDATE') {
  const changed = drafts.filter((draft) => draft.changed.size > 0)
  if (changed.length === 0) return
  await inTransaction(ctx, (tx) => runAround(tx, model.name, 'updating', changed, (own) => writeChanged(own, model, changed, action)))
}

/** A hook around the write may have taken every change out of a draft. */
async function writeChanged(ctx: Context, model: Model, drafts: readonly Draft[], action: Changing) {
  const changed = drafts.filter((draft) => draft.changed.size > 0)
  const [one] = changed
  if (!one) return
  const now = new Date().toISOString()
  for (const draft of changed)
    Object.assign(draft.row, { version: Number(draft.before?.version ?? 0) + 1, updated_at: now, updated_by: ctx.actor.sid })
  const history = historyOf(ctx, model, action, changed)
  if (changed.length === 1) await updateRow(ctx, model, one, history)
  else await updateTogether(ctx, model, changed, history)
  await countMovedCompany(ctx, model, changed)
  await runHooks(model.name, 'written', ctx, changed)
  wrote(ctx, model, [...new Set(changed.flatMap((draft) => codesOf(model, draft)))], changed)
}

/** Totals are kept by company. */
async function countMovedCompany(ctx: Context, model: Model, drafts: readonly Draft[]) {
  const moved = drafts.filter((draft) => draft.changed.has('company_sid'))
  await countMoved(ctx, model, moved.map((draft) => draft.before ?? {}), -1) // oxfmt-ignore
  await countMoved(ctx, model, moved.map((draft) => draft.row), 1) // oxfmt-ignore
}

/** One statement for all rows that change the same columns. */
async function updateTogether(ctx: Context, model: Model, drafts: readonly Draft[], history: readonly RowValues[]) {
  const alike = Map.groupBy(drafts, (draft) => codesOf(model, draft).join(' '))
  for (const group of alike.values()) {
    const codes = group[0] ? codesOf(model, group[0]) : []
    const rows = group.map((draft) => ({ sid: draft.sid, ...givenOf(model, draft, codes) }))
    await updateRows(ctx, model, rows, codes, (error) => sayTaken(ctx, model, error))
  }
  await keepHistory(ctx, history)
}

/** The columns that a changed draft writes. */
function codesOf(model: Model, { changed }: Draft): string[] {
  const isRenumbered = hasNumbers(model) && [...changed].some((code) => code === 'country' || fieldOf(model, code)?.number)
  return [...[...changed].sort(), 'version', 'updated_at', 'updated_by', ...(isRenumbered ? ['number_keys'] : [])]
}

function givenOf(model: Model, { row }: Draft, codes: readonly string[]): RowValues {
  const whole = codes.includes('number_keys') ? withKeys(model, row) : row
  return Object.fromEntries(codes.map((code) => [code, whole[code]]))
}

async function updateRow(ctx: Context, model: Model, draft: Draft, history: readonly RowValues[]) {
  const codes = codesOf(model, draft)
  const given = JSON.stringify([{ sid: draft.sid, ...givenOf(model, draft, codes) }])
  const text = updateText(model, codes, history.length > 0 ? logOf(ctx) : undefined)
  const values = [given, ...(history.length ? [documentsOf(history)] : [])]
  await write(ctx.db, text, values, (error) => sayTaken(ctx, model, error))
}

/** Only written columns are read from the documents. */
function setText(model: Model, codes: readonly string[], given: string) {
  const types = new Map(columnsOf(model))
  const set = codes.map((code) => `${quote(code)} = n.${quote(code)}`).join(', ')
  const columns = ['sid uuid', ...codes.map((code) => `${quote(code)} ${bareType(types.get(code) ?? 'text')}`)].join(', ')
  return `update ${quote(model.name)} as t set ${set} from jsonb_to_recordset(${given}::jsonb) as n(${columns}) where t.sid = n.sid`
}

/** The type without further clauses of the column. */
const bareType = (type: string) => type.replace(/ .*/, '')

/** Sets the same columns of many rows in one statement, as computed by the engine; the caller writes the history. */
export async function updateRows(ctx: Context, model: Model, rows: readonly RowValues[], codes: readonly string[], fault?: Fault) {
  if (rows.length === 0) return
  const given = rows.map((row) => Object.fromEntries(['sid', ...codes].map((code) => [code, row[code]])))
  await write(ctx.db, updateText(model, codes), [JSON.stringify(given)], fault)
  wrote(ctx, model, codes, rows)
}

/** The same with a line of history for each row, in one statement unless they are many. */
export async function updateLogged(ctx: Context, model: Model, drafts: readonly Logged[], codes: readonly string[]) {
  const history = historyOf(ctx, model, 'UPDATE', drafts)
  const given = drafts.map(({ sid, row }) => Object.fromEntries(['sid', ...codes].map((code) => [code, code === 'sid' ? sid : row[code]])))
  const isLogged = history.length > 0 && history.length < MIN_BULK_ROWS
  const text = updateText(model, codes, isLogged ? logOf(ctx) : undefined)
  await write(ctx.db, text, [JSON.stringify(given), ...(isLogged ? [documentsOf(history)] : [])])
  if (!isLogged) await keepHistory(ctx, history)
  wrote(ctx, model, codes, drafts)
}

type Changing = 'UPDATE' | 'TRANSITION' | 'UNDO'
type Action = 'CREATE' | Changing | 'DELETE' | 'RESTORE'

type Logged = Pick<Draft, 'sid' | 'before' | 'row' | 'changed'>

/** One line of the change log for each record: every field that changed, old and new. */
function historyOf(ctx: Context, model: Model, action: Action, drafts: readonly Logged[]): RowValues[] {
  if (model.no_log) return []
  const { actor } = ctx
  const at = new Date().toISOString()
  return drafts.map(({ sid, before, row, changed }) => ({
    sid: randomUUIDv7(),
    version: 1,
    entity: model.name,
    record_sid: sid,
    action,
    changes: [...changed]
      .filter((code) => (before || row[code] !== null) && !fieldOf(model, code)?.internal)
      .map((field) => ({ field, old: loggedValue(model, field, before), new: loggedValue(model, field, row) })),
    source: (ctx.said ?? ctx.source).toUpperCase(),
    resource_code: ctx.resource ?? null,
    reason: ctx.reason ?? null,
    request_id: ctx.request_id,
    company_sid: row.company_sid ?? null,
    valid: true,
    created_at: at,
    updated_at: at,
    created_by: actor.sid,
    updated_by: actor.sid,
  }))
}

/** For a secret the log only says that there was one. */
function loggedValue(model: Model, code: string, row: RowValues | undefined) {
  const value = row?.[code] ?? null
  return value !== null && fieldOf(model, code)?.secret ? DOTS : value
}

const DOTS = '••••••'

/** For writes outside the engine's own statements. */
export async function writeHistory(ctx: Context, model: Model, action: Action, drafts: readonly Logged[]) {
  await keepHistory(ctx, historyOf(ctx, model, action, drafts))
}

async function keepHistory(ctx: Context, rows: readonly RowValues[]) {
  if (rows.length >= MIN_BULK_ROWS) await copyRows(ctx.db, 'change_log', columnsOf(logOf(ctx)), rows)
  else if (rows.length > 0) await write(ctx.db, intoText(logOf(ctx), '$1'), [documentsOf(rows)])
}

/**
 * Totals of this model are stale after the commit: those that read one of the written `columns`, or all of them. `rows`: the records
 * written, if they are known; of cases, only what counts these is then counted again.
 */
export function wrote(ctx: Context, model: Model, columns?: readonly string[], rows?: readonly { sid?: unknown }[]) {
  if (!model.no_log) writtenBeside.of(ctx)?.add(model.name)
  const { totals, models } = ctx.tenant
  const spans = rows && models.kinds.has(model.name) ? spansOf(rows) : undefined
  const touch = () => totals.touch(model.name, columns, spans)
  if (ctx.after) ctx.after.push(touch)
  else touch()
}

/** A draft with faults is refused with all of them. */
export function refuseFaulty(drafts: readonly Draft[]) {
  const faults = drafts.flatMap((draft) => draft.faults)
  if (faults.length) refuseFaults(faults, faults.some((fault) => fault.field === '') ? 'rule' : 'validation')
}

/** A stale version is refused with the current record. */
export function checkVersion(before: RowValues, version: unknown, current: () => Promise<unknown>) {
  if (version === undefined || version === null || version === before.version) return undefined
  return current().then((data) => refuse('stale', {}, { data }))
}
