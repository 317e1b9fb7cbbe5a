import { sql } from 'kysely'
import type { MigrationDb } from '../migrate.ts'

/** Mobile numbers were stored as they were entered, such as '+86 138 0000 0000', so that no sign-in code found them. What is no Chinese mobile number stays. */
export async function up(db: MigrationDb) {
  const tables = await sql<{ name: string }>`select table_name as name from information_schema.columns
    where table_schema = current_schema() and column_name = 'mobile' and table_name in ('user_info', 'inventor', 'agency', 'agent')`.execute(db)
  for (const { name } of tables.rows) {
    const plain = sql`regexp_replace(regexp_replace(normalize(mobile, nfkc), '[-[:space:]().·]', '', 'g'), '^(\\+|00)?86(?=1[0-9]{10}$)', '')`
    await sql`update ${sql.table(name)} set mobile = ${plain} where mobile !~ '^1[0-9]{10}$' and ${plain} ~ '^1[0-9]{10}$'`.execute(db)
  }
}
