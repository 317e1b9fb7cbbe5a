import { sql } from 'kysely'
import type { MigrationDb } from '../migrate.ts'

/** Codes of authenticator apps were taken 30 seconds early and late: where people have such an app, this stays so unless the rules say otherwise. */
export async function up(db: MigrationDb) {
  await sql`insert into setting (key, value, updated_at)
    select 'sign_in.rules', '{"code_clock": true}'::jsonb, now()
    where exists (select from "user" as u where to_jsonb(u)->>'totp_since' is not null)
    on conflict (key) do update set value = setting.value || excluded.value, updated_at = excluded.updated_at
    where setting.value->>'code_clock' is null`.execute(db)
}
