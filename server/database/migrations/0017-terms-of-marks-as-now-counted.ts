import { sql } from 'kysely'
import type { MigrationDb } from '../migrate.ts'

/** The offices whose term was counted from the filing so far, and those whose term is counted from the registration now. */
const FROM_FILING_SO_FAR = ['EM', 'GB', 'DE', 'FR', 'HK', 'SG', 'AU', 'NZ', 'IN', 'BX', 'IT', 'ES']
const FROM_REGISTRATION = 'CN TW MO JP KR PH US CA BR AR CL CO PE EC BO UY PY VE WO'.split(' ')
const DAY_BEFORE = ['CN', 'HK', 'MO', 'TW']
const MOST_TERMS = 30

/**
 * Marks of Macao had terms of ten years instead of seven, and those of offices of unknown law had terms from the registration instead of
 * the filing. A mark in its nth term as it was counted then is in its nth term as it is counted now. A day that was not computed so stays.
 */
export async function up(db: MigrationDb) {
  const { rows } = await sql`select from information_schema.columns
    where table_schema = current_schema() and table_name = 'trademark' and column_name = 'valid_to'`.execute(db)
  if (rows.length === 0) return
  await sql`alter table trademark add column if not exists renewal_window_from date`.execute(db)
  // The columns as they were: an older table may lack some.
  await sql`with mark as (
      select sid, m->>'country' as country, coalesce(m->>'route', '') = 'MADRID_DESIGNATION' as is_designation,
        (m->>'filing_date')::date as filed, (m->>'reg_date')::date as registered, (m->>'intl_reg_date')::date as international,
        (m->>'valid_from')::date as valid_from, (m->>'valid_to')::date as valid_to
      from (select sid, to_jsonb(t) as m from trademark as t) as stored
    ), begun as (
      select *, case when country = 'MO' then 7 else 10 end as years, country = any(${DAY_BEFORE}::text[]) and not is_designation as ends_before,
        case when registered is null then null when is_designation then international
          when country = any(${FROM_FILING_SO_FAR}::text[]) then filed else registered end as old_begin,
        case when registered is null then null when is_designation then international
          when country = any(${FROM_REGISTRATION}::text[]) then registered else coalesce(filed, registered) end as new_begin
      from mark where valid_from is not null and valid_to is not null
    ), counted as (
      select *, case when valid_from = old_begin then coalesce(new_begin, valid_from) else valid_from end as new_from from begun
    ), ended as (
      select counted.*, (valid_from + make_interval(years => 10 * n))::date as old_end, (new_from + make_interval(years => years * n))::date as new_end
      from counted, generate_series(1, ${MOST_TERMS}::int) as n
    ), term as (
      select *, old_end - (ends_before and extract(day from old_end) = extract(day from valid_from))::int as old_to,
        new_end - (ends_before and extract(day from new_end) = extract(day from new_from))::int as new_to
      from ended
    )
    update trademark as t set valid_from = term.new_from, valid_to = term.new_to,
      renewal_window_from = (term.new_to - make_interval(months => case when term.country in ('WO', 'EM', 'JP') then 6 else 12 end))::date
    from term where term.sid = t.sid and term.valid_to = term.old_to
      and (term.new_from, term.new_to) is distinct from (term.valid_from, term.valid_to)`.execute(db)
}
