import { sql } from 'kysely'
import { HEAD, headFields, NEXT_DUE, partyPart, WHEN_WRITTEN } from '../../model/cases/head-fields.ts'
import type { CaseKinds } from '../../model/cases/case-kind.ts'
import type { Field } from '../../model/kit/fields.ts'
import type { Model } from '../../model/kit/model.ts'
import { appending, countedColumns, countTables, recountStatements, returning } from './count-tables.ts'
import type { Db } from './pool.ts'
import { BIG, COLUMN, hasNumbers, quote, type Step } from './sync/sync.ts'

type Declared = { all: ReadonlyMap<string, Model>; kinds: CaseKinds }

/** A trigger function, its triggers on one table, and the statement that brings what it keeps up to date. */
type Keeper = { table: string; name: string; body: string; triggers: readonly string[]; fill: string }

/**
 * The head of a case is kept by the database itself, so that every write of a record keeps it: a single statement, a bulk load,
 * a raw update by the engine, the recycle bin. What the declarations say otherwise than the stored functions is replaced, and the
 * heads are brought up to date in the same step, which waits for writers of the table and lets readers through. `isSpread`: by Citus.
 */
export async function planHeads(db: Db, { all, kinds }: Declared, schema: string, isSpread = false): Promise<Step[]> {
  const models = [...kinds.keys()].flatMap((name) => all.get(name) ?? [])
  if (models.length === 0) return []
  const there = await readKeepers(db, schema)
  const head = all.get(HEAD)
  const keepers = [...models.map((model) => headKeeper(model, schema, head, isSpread)), dueKeeper(schema)]
  const steps = keepers.flatMap((keeper) => stepsFor(keeper, there, schema))
  return head && steps.length > 0 ? [...steps, ...recounting(head)] : steps
}

/** Heads that were written by the functions of an earlier version are not in counts that this version has added. */
const recounting = (head: Model): Step[] =>
  countTables(head).map((table) => {
    const oneByOne = ['begin', ...recountStatements(table), 'commit']
    return { statement: oneByOne.join('; '), oneByOne, why: 'the heads of cases are counted' }
  })

/** A statement that writes heads, with their kept counts, as the body of a function. */
function counted(head: Model | undefined, statement: string, { schema, isNew = false }: { schema: string; isNew?: boolean }): string {
  const tables = head ? countTables(head) : []
  const appended = tables.map((table) => appending(table, !isNew, schema))
  const last = appended.pop()
  if (last === undefined) return statement
  const before = appended.map((one, at) => `, counts_${at} as (${one})`).join('')
  return `with written as (${statement} returning ${returning(tables)})${before} ${last}`
}

function stepsFor({ table, name, body, triggers, fill }: Keeper, there: Keepers, schema: string): Step[] {
  const isKept = there.functions.get(name) === body && triggers.every((one) => there.triggers.has(triggerName(one)))
  if (isKept) return []
  const why = `${table} keeps the head of its case`
  const create = `create or replace function ${nameIn(schema, name)}() returns trigger language plpgsql as $keep$${body}$keep$`
  const size = there.sizes.get(table)
  // Most of a large table is filled beforehand, so that writers wait only for the rest.
  const ahead = size !== undefined && size > BIG ? [{ statement: fill, why: `${why}; writers go on meanwhile` }] : []
  const together = ['begin', ...triggers, ...(size === undefined ? [] : [fill]), 'commit']
  return [{ statement: create, why }, ...ahead, { statement: together.join('; '), oneByOne: together, why }]
}

const triggerName = (statement: string) => /trigger "(\w+)"/.exec(statement)?.[1] ?? ''
const nameIn = (schema: string, name: string) => `${quote(schema)}.${quote(name)}`

/** One head for each record of the kind: made and deleted with it, and written again when it shows something else than before. */
function headKeeper(model: Model, schema: string, headModel: Model | undefined, isSpread: boolean): Keeper {
  const name = `innoe_head_${model.name}`
  const [head, table] = [nameIn(schema, HEAD), nameIn(schema, model.name)]
  const columns = headColumns(model)
  const codes = columns.map(({ code }) => quote(code)).join(', ')
  const values = (alias: string) => columns.map(({ value }) => value(alias)).join(', ')
  const moved = [...new Set(columns.flatMap(({ code, from }) => (from && !WHEN_WRITTEN.has(code) ? [from] : [])))]
  const differs = (codes: readonly string[]) => codes.map((code) => `old.${quote(code)} is distinct from new.${quote(code)}`).join(' or ')
  const isMoved = differs(moved)
  const counting = new Set(headModel ? countTables(headModel).flatMap(countedColumns) : [])
  const groups = [...new Set(columns.flatMap(({ code, from }) => (from && counting.has(code) ? [from] : [])))]
  const update = `update ${head} set (${codes}) = row(${values('new')}) where sid = new.sid`
  const run = `execute function ${nameIn(schema, name)}()`
  const triggers = [
    `create or replace trigger ${quote(`${name}_insert`)} after insert on ${table} referencing new table as new_rows for each statement ${run}`,
    `create or replace trigger ${quote(`${name}_update`)} after update on ${table} for each row when (${isMoved}) ${run}`,
    `create or replace trigger ${quote(`${name}_delete`)} after delete on ${table} for each row ${run}`,
  ]
  const { declare, copy, rows } = isSpread ? copiedRows(columns, table) : { declare: '', copy: '', rows: 'new_rows' }
  const body = `${declare}
begin
  if tg_op = 'INSERT' then
    ${copy}${counted(headModel, `insert into ${head} (${codes}) select ${values('r')} from ${rows} as r`, { schema, isNew: true })};
  elsif tg_op = 'UPDATE' and (${differs(groups) || 'false'}) then
    ${counted(headModel, update, { schema })};
  elsif tg_op = 'UPDATE' then
    ${update};
  else
    ${counted(headModel, `delete from ${head} where sid = old.sid`, { schema })};
  end if;
  return null;
end`
  return { table: model.name, name, body, triggers, fill: counted(headModel, fillOf(columns, head, table, schema), { schema }) }
}

/** Citus cannot plan a statement with the rows of a trigger and a table that it distributes, so what the head follows is copied first. */
function copiedRows(columns: readonly HeadColumn[], table: string) {
  const followed = [...new Set(columns.flatMap(({ from }) => (from ? [quote(from)] : [])))].join(', ')
  return {
    declare: '\ndeclare\n  copied jsonb;',
    copy: `copied := (select jsonb_agg(c) from (select ${followed} from new_rows) as c);\n    `,
    rows: `jsonb_populate_recordset(null::${table}, copied)`,
  }
}

/** New heads come with their next due date; of those that are there, only the ones that differ are touched. */
function fillOf(columns: readonly HeadColumn[], head: string, table: string, schema: string): string {
  const codes = columns.map(({ code }) => quote(code)).join(', ')
  const values = columns.map(({ value }) => value('r')).join(', ')
  const isOld = columns.flatMap(({ code, value }) => (WHEN_WRITTEN.has(code) ? [] : [`h.${quote(code)} is distinct from ${value('r')}`]))
  const excluded = columns.map(({ code }) => `excluded.${quote(code)}`).join(', ')
  const changed = `select ${values}, o.due from ${table} as r left join ${head} as h on h.sid = r.sid left join (${openDues(schema)}) as o on o.sid = r.sid where h.sid is null or ${isOld.join(' or ')}`
  return `insert into ${head} (${codes}, next_due) ${changed} on conflict (sid) do update set (${codes}) = row(${excluded})`
}

/** A column of the head: the record's column that it follows, and its value for the row under an alias. */
export type HeadColumn = { code: string; from?: string; value: (alias: string) => string }

export function headColumns(model: Model): HeadColumn[] {
  const fields: Readonly<Record<string, Field>> = model.fields
  const plain = (code: string, from = code): HeadColumn => ({ code, from, value: (alias) => `${alias}.${quote(from)}` })
  const columns = [...headFields(model)].map(([code, from]): HeadColumn =>
    code.endsWith('_sids') ? { code, from, value: sidsIn(from, fields[from]) } : plain(code, from),
  )
  return [
    ...columns,
    ...['deleted_at', 'deleted_by', ...(hasNumbers(model) ? ['number_keys'] : [])].map((code) => plain(code)),
    { code: 'kind', value: () => literal(model.name) },
    ...phaseOf(model),
  ]
}

function phaseOf({ states }: Model): HeadColumn[] {
  if (!states?.facts) return []
  const phases = JSON.stringify(Object.fromEntries(Object.entries(states.facts).map(([code, { phase }]) => [code, phase])))
  return [{ code: 'phase', from: states.field, value: (alias) => `${literal(phases)}::jsonb ->> ${alias}.${quote(states.field)}` }]
}

/** The sids of a role's parties, whether the field holds rows, a list or one of them; nothing is null, as everywhere. */
function sidsIn(from: string, field: Field | undefined): (alias: string) => string {
  const part = partyPart(field)
  if (part)
    return (alias) =>
      `nullif(array(select (p.value ->> ${literal(part)})::uuid from jsonb_array_elements(${alias}.${quote(from)}) as p(value)), '{}'::uuid[])`
  const isOne = field !== undefined && COLUMN[field.type] === 'uuid'
  return (alias) => {
    const column = `${alias}.${quote(from)}`
    return isOne ? `case when ${column} is not null then array[${column}] end` : column
  }
}

/** The next date that an office waits for, kept as the deadlines of the case are written. */
function dueKeeper(schema: string): Keeper {
  const name = 'innoe_next_due'
  const [head, table] = [nameIn(schema, HEAD), nameIn(schema, NEXT_DUE.model)]
  const [of, due, status] = [NEXT_DUE.case, NEXT_DUE.due, NEXT_DUE.status].map(quote)
  const run = `execute function ${nameIn(schema, name)}()`
  const isMoved = [due, status, of, '"deleted_at"'].map((code) => `o.${code} is distinct from n.${code}`).join(' or ')
  const triggers = [
    `create or replace trigger ${quote(`${name}_insert`)} after insert on ${table} referencing new table as new_rows for each statement ${run}`,
    `create or replace trigger ${quote(`${name}_update`)} after update on ${table} referencing old table as old_rows new table as new_rows for each statement ${run}`,
    `create or replace trigger ${quote(`${name}_delete`)} after delete on ${table} referencing old table as old_rows for each statement ${run}`,
  ]
  // A transaction that waited for the head reads the committed state of the other.
  const renew = `perform from ${head} as h where h.sid = touched for no key update;
      select min(d.${due}) as due into one from ${table} as d where d.${of} = touched and ${isOpen('d')};
      update ${head} as h set next_due = one.due where h.sid = touched and h.next_due is distinct from one.due;`
  const body = `
declare
  one record;
  touched uuid;
begin
  if tg_op = 'INSERT' then
    for one in select r.${of} as sid, min(r.${due}) as due from new_rows as r where ${isOpen('r')} group by 1 loop
      update ${head} as h set next_due = one.due where h.sid = one.sid and (h.next_due is null or h.next_due > one.due);
    end loop;
  elsif tg_op = 'UPDATE' then
    for touched in select distinct m.sid from old_rows as o join new_rows as n using (sid) cross join lateral (values (o.${of}), (n.${of})) as m(sid)
      where ${isMoved} order by 1
    loop
      ${renew}
    end loop;
  else
    for touched in select distinct o.${of} from old_rows as o order by 1 loop
      ${renew}
    end loop;
  end if;
  return null;
end`
  const fill = `update ${head} as h set next_due = o.due from ${head} as c left join (${openDues(schema)}) as o on o.sid = c.sid where h.sid = c.sid and h.next_due is distinct from o.due`
  return { table: NEXT_DUE.model, name, body, triggers, fill }
}

const isOpen = (alias: string) =>
  `${alias}.${quote(NEXT_DUE.status)} = ${literal(NEXT_DUE.open)} and ${alias}.deleted_at is null and ${alias}.${quote(NEXT_DUE.due)} is not null`

const openDues = (schema: string) =>
  `select d.${quote(NEXT_DUE.case)} as sid, min(d.${quote(NEXT_DUE.due)}) as due from ${nameIn(schema, NEXT_DUE.model)} as d where ${isOpen('d')} group by 1`

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`

/** `sizes`: of the tables that are there, how many rows they have. */
type Keepers = { functions: Map<string, string>; triggers: Set<string>; sizes: Map<string, number> }

async function readKeepers(db: Db, schema: string): Promise<Keepers> {
  const functions = await sql<{ name: string; body: string }>`
    select p.proname as name, p.prosrc as body from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = ${schema}`.execute(db)
  const triggers = await sql<{ name: string }>`
    select t.tgname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = ${schema} and not t.tgisinternal`.execute(db)
  const tables = await sql<{ name: string; n: number }>`
    select c.relname as name, greatest(c.reltuples, 0)::bigint as n from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = ${schema} and c.relkind = 'r'`.execute(db)
  return {
    functions: new Map(functions.rows.map(({ name, body }) => [name, body])),
    triggers: new Set(triggers.rows.map(({ name }) => name)),
    sizes: new Map(tables.rows.map(({ name, n }) => [name, n])),
  }
}
