import { sql } from 'kysely'
import type { MigrationDb } from '../migrate.ts'

/** The code of a menu, the names that earlier versions gave it in Chinese and in English, and the present ones. */
const MENUS = [
  ['notice_intake', ['通知书识别（OCR）'], ['Patent OCR'], '通知书收件', 'Notices received'],
  ['dealings', ['交易与纠纷', '合同', '合同与纠纷'], ['Contracts and disputes', 'Contracts'], '运营与纠纷', 'Operations and disputes'],
  ['mail_settings', ['邮件'], ['Mail'], '邮件与推送', 'Mail and messages'],
  ['cms', [], ['Announcements'], '公告', 'News'],
] as const

/** A menu that still has a name that the product gave it earlier gets the present one, in each language by itself. */
export async function up(db: MigrationDb) {
  await sql`alter table rbac_menu add column if not exists code text, add column if not exists name text, add column if not exists name_en text`.execute(
    db,
  )
  for (const [code, zh, en, name, name_en] of MENUS) {
    await sql`update rbac_menu set name = ${name} where code = ${code} and name = any(${zh}::text[])`.execute(db)
    await sql`update rbac_menu set name_en = ${name_en} where code = ${code} and name_en = any(${en}::text[])`.execute(db)
  }
}
