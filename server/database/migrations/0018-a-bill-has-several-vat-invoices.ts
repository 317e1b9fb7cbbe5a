import { sql } from 'kysely'
import type { MigrationDb } from '../migrate.ts'

const WITHDRAWN = ['REFUSED', 'VOID']

/**
 * The one VAT number of a bill became a list; a bill that was withdrawn earlier holds none, so that its number may be recorded again.
 * What the invoice covers, and what it leaves of the services, is worked out for the bills that there are.
 */
export async function up(db: MigrationDb) {
  // The first versions had no bills.
  const { rows } = await sql<{ is_there: boolean }>`select to_regclass('invoice') is not null as is_there`.execute(db)
  if (!rows[0]?.is_there) return
  await sql`alter table invoice add column if not exists vat_keys text[], add column if not exists vat_key text,
    add column if not exists vat_invoice_no text, add column if not exists vat_invoice_code text, add column if not exists status text`.execute(db)
  await sql`update invoice set vat_keys = array[case when length(vat_invoice_no) < 20 then trim(concat(vat_invoice_code, ' ', vat_invoice_no)) else vat_invoice_no end]
    where vat_invoice_no is not null and status <> all(${WITHDRAWN}::text[])`.execute(db)
  await sql`alter table invoice drop column vat_key`.execute(db)
  await sql`alter table invoice add column if not exists vat_covered numeric, add column if not exists vat_missing numeric,
    add column if not exists vat_total numeric, add column if not exists lines jsonb, add column if not exists currency text`.execute(db)
  await sql`update invoice set vat_covered = known.covered, vat_missing = greatest(known.services - known.covered, 0)
    from (
      select sid, case when vat_invoice_no is null then 0 else vat_total end as covered, (
        select coalesce(sum(coalesce((line->>'amount')::numeric, 0) + coalesce((line->>'tax')::numeric, 0)), 0)
        from jsonb_array_elements(case jsonb_typeof(lines) when 'array' then lines else '[]' end) line where coalesce(line->>'fee_sid', '') = ''
      ) as services
      from invoice where currency = 'CNY'
    ) known
    where known.sid = invoice.sid and known.covered is not null and vat_covered is null`.execute(db)
}
