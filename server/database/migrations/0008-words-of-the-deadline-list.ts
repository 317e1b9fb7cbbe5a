import { sql } from 'kysely'
import type { MigrationDb } from '../migrate.ts'

/** A tenant's own texts move to the present keys of the words on screen: `desk.title` becomes `deadlineList.title`. A text that already has the present key stays. */
export async function up(db: MigrationDb) {
  await sql`update setting set value = renamed.texts from (
      select key, jsonb_object_agg(present, text order by present = former) as texts from (
        select s.key, word.key as former, word.value as text,
          case word.key when 'annuity.toDesk' then 'annuity.open'
            else regexp_replace(regexp_replace(word.key, '^desk[.]', 'deadlineList.'), '^letter[.]', 'officialDocument.') end as present
        from setting s cross join jsonb_each(s.value) word where s.key in ('i18n.zh', 'i18n.en') and jsonb_typeof(s.value) = 'object'
      ) words group by key
    ) renamed where setting.key = renamed.key and setting.value is distinct from renamed.texts`.execute(db)
}
