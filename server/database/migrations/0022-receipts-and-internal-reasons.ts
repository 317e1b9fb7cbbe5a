import { sql } from 'kysely'
import type { MigrationDb } from '../migrate.ts'

/**
 * Why a payment was withdrawn or its request rejected is for ourselves, and agencies read it no more. A bill that is not approved holds
 * back no fee that we pay ourselves. What a payment of royalties had received became a receipt; a payment may have several.
 */
export async function up(db: MigrationDb) {
  if (await has(db, 'invoice')) {
    await sql`alter table invoice add column if not exists internal_reason text, add column if not exists reason text,
      add column if not exists status text`.execute(db)
    await sql`update invoice set internal_reason = reason, reason = null
      where reason is not null and status in ('UNPROCESSED', 'AUDITED', 'PAY_REQUESTED', 'PARTLY_PAID', 'PAID', 'WRITE_OFF')`.execute(db)
    if (await has(db, 'change_log')) await hideInHistory(db)
    await sql`update role_grant as g set hidden_fields = array_append(coalesce(g.hidden_fields, '{}'), 'internal_reason') from role as r
      where r.sid = g.role_sid and to_jsonb(r)->>'platform' = '2' and g.entity = 'invoice' and to_jsonb(g)->>'denies' is distinct from 'true'
      and not 'internal_reason' = any(coalesce(g.hidden_fields, '{}'))`.execute(db)
    await sql`alter table fee add column if not exists invoice_sid uuid, add column if not exists pay_by text`.execute(db)
    await sql`update fee set invoice_sid = null from invoice
      where invoice.sid = fee.invoice_sid and invoice.status in ('UNPROCESSED', 'RETURNED') and fee.pay_by = 'SELF'`.execute(db)
  }
  if (await has(db, 'licence')) await receipts(db)
}

async function has(db: MigrationDb, table: string) {
  const { rows } = await sql<{ is_there: boolean }>`select to_regclass(${table}) is not null as is_there`.execute(db)
  return rows[0]?.is_there === true
}

/** The history of a bill tells the reason with a step back from an approved, listed or paid state under the name of the field that agencies do not read. */
const hideInHistory = (db: MigrationDb) =>
  sql`update change_log set changes = (
      select jsonb_agg(case when one->>'field' = 'reason' then jsonb_set(one, '{field}', '"internal_reason"') else one end order by nth)
      from jsonb_array_elements(changes) with ordinality as part(one, nth))
    where entity = 'invoice' and changes @> '[{"field": "reason"}]' and exists (
      select from jsonb_array_elements(changes) as said
      where said->>'field' = 'status' and said->>'old' in ('PAY_REQUESTED', 'PARTLY_PAID', 'PAID', 'WRITE_OFF'))`.execute(db)

/** A role that did not show the payments of royalties does not show what became of them. */
async function keepHidden(db: MigrationDb) {
  await sql`update role_grant set hidden_fields = hidden_fields || '{receipts,royalty_balance}'::text[]
    where entity = 'licence' and 'royalties' = any(hidden_fields) and not 'receipts' = any(hidden_fields)`.execute(db)
  await sql`update role_grant set read_only_fields = read_only_fields || '{receipts}'::text[]
    where entity = 'licence' and 'royalties' = any(read_only_fields) and not 'receipts' = any(read_only_fields)`.execute(db)
}

/** A payment with a day but no amount had received the whole. */
async function receipts(db: MigrationDb) {
  await keepHidden(db)
  await sql`alter table licence add column if not exists royalties jsonb, add column if not exists receipts jsonb,
    add column if not exists royalty_balance jsonb`.execute(db)
  await sql`update licence set receipts = known.receipts, royalty_balance = known.balance, royalties = known.royalties
    from (
      select sid,
        jsonb_agg(jsonb_build_object('received_date', coalesce(nullif(one->'received_date', 'null'), one->'due_date'), 'amount', coalesce(nullif(one->'received_amount', 'null'), one->'amount'),
          'currency', one->'currency', 'due_date', one->'due_date', 'note', null) order by nth)
          filter (where coalesce(one->>'received_date', one->>'received_amount') is not null) as receipts,
        jsonb_agg(jsonb_build_object('due_date', one->'due_date', 'currency', one->'currency', 'amount', one->'amount', 'received', got,
          'outstanding', case when one->>'amount' is null then null when got is null then one->'amount' else
            to_jsonb(((one->>'amount')::numeric - (got #>> '{}')::numeric)::text) end,
          'settled_on', case when one->>'amount' is null or (got #>> '{}')::numeric >= (one->>'amount')::numeric then one->'received_date' end,
          'note', one->'note') order by nth) as balance,
        jsonb_agg(one - 'received_date' - 'received_amount' order by nth) as royalties
      from licence, jsonb_array_elements(case jsonb_typeof(royalties) when 'array' then royalties else '[]' end) with ordinality as part(one, nth),
        lateral (select case when one->>'received_date' is null and one->>'received_amount' is null then null
          else coalesce(nullif(one->'received_amount', 'null'), one->'amount') end as got) of_row
      group by sid
    ) known
    where known.sid = licence.sid and licence.receipts is null`.execute(db)
  await sql`alter table deadline add column if not exists due_row text`.execute(db)
  await sql`update deadline set due_row = replace(due_row, 'royalties:', 'royalty_balance:') where due_row like 'royalties:%'`.execute(db)
}
