import { sql } from 'kysely'
import type { MigrationDb } from '../migrate.ts'

/** A menu that still has its seeded name gets the present one: the code, the names as they were, and as they are. */
const MENUS = [
  ['deadlines', '期限台', 'Deadline desk', '期限监控', 'Deadlines'],
  ['annuities', '年费台', 'Annual fees', '年费管理', 'Annuities'],
  ['look', '系统外观', 'Look and name', '系统外观', 'Branding'],
] as const

/** What the product's roles are for, where nobody has rewritten it. */
const ROLES = [
  ['维护公司与系统数据', 'Keeps company and system data'],
  ['决定、审批、统计', 'Decides, approves, reports'],
  ['办理案件、期限与费用', 'Handles cases, deadlines and fees'],
  ['费用与付款', 'Fees and payments'],
  ['查看本部门案件', "Sees the department's cases"],
  ['查看本人的专利', 'Sees own patents'],
  ['本机构的全部委案与人员账号', 'All cases and accounts of the agency'],
  ['本机构的委案', "The agency's cases"],
] as const

/** Tags and technical navigation describe cases; they are no parties. */
const MOVED = ['tech_nodes', 'tags']

/** Words replace codes in what is stored: menus, a view, the English names of events, the numbers of fees. A deadline that only a later fact proves is presumed done. */
export async function up(db: MigrationDb) {
  for (const [code, zh, en, new_zh, new_en] of MENUS) {
    await sql`update rbac_menu set name = ${new_zh} where code = ${code} and name = ${zh}`.execute(db)
    await sql`update rbac_menu set name_en = ${new_en} where code = ${code} and name_en = ${en}`.execute(db)
  }
  await sql`update rbac_menu m set parent_sid = cases.sid from rbac_menu cases, rbac_menu parties
    where m.code = any(${MOVED}) and m.parent_sid = parties.sid and parties.code = 'parties' and cases.code = 'cases'`.execute(db)
  await sql`update saved_view set name_en = 'In force' where share = 'SYSTEM' and entity = 'patent' and name = '有效权利' and name_en = 'Live rights'`.execute(
    db,
  )
  await sql`alter table role add column if not exists description_en text`.execute(db)
  for (const [zh, en] of ROLES) await sql`update role set description_en = ${en} where description = ${zh} and description_en is null`.execute(db)
  await nameEvents(db)
  await numberFees(db)
  await sql`update deadline set status = 'PRESUMED' where status = 'DONE' and done_by = 'OUTCOME' and handled is not true
    and explanation->'settled'->>'what' is distinct from 'entered_countries'`.execute(db)
}

/** An event that has the catalogue's name has its English name too. */
async function nameEvents(db: MigrationDb) {
  await sql`alter table official_event add column if not exists name_en text`.execute(db)
  await sql`update official_event e set name_en = t.name_en from document_type t
    where t.code = e.code and t.deleted_at is null and e.name = t.name and e.name_en is null`.execute(db)
}

/** A number made of the case and the code of the fee, such as P1/CN.ANN/5 or P1/CN.SEARCH-2, becomes the next number of the case; any other stays. */
async function numberFees(db: MigrationDb) {
  await sql`with coded as (
      select sid, company_sid, left(fee_no, strpos(fee_no, '/' || fee_type) - 1) as head, due_date, created_at
      from fee where strpos(fee_no, '/' || fee_type) > 1 and substr(fee_no, strpos(fee_no, '/' || fee_type) + length(fee_type) + 1) ~ '^(/[0-9]+)?(-[0-9]+)?$'
    ), last as (
      select company_sid, substring(fee_no from '^(.*)/[0-9]{1,9}$') as head, max(substring(fee_no from '/([0-9]{1,9})$')::integer) as number
      from fee where fee_no ~ '^.+/[0-9]{1,9}$' and sid not in (select sid from coded) group by 1, 2
    ), numbered as (
      select coded.sid, coded.head || '/' || (coalesce(last.number, 0)
        + row_number() over (partition by coded.company_sid, coded.head order by coded.due_date, coded.created_at, coded.sid)) as fee_no
      from coded left join last on last.head = coded.head and last.company_sid is not distinct from coded.company_sid
    )
    update fee set fee_no = numbered.fee_no from numbered where numbered.sid = fee.sid`.execute(db)
}
