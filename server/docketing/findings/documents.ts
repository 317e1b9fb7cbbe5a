import { sql } from 'kysely'
import type { BesideGap } from '../../../model/docketing/beside-facts.ts'
import type { Catalogue, EventType } from '../../../model/docketing/events/undocketed.ts'
import type { Context } from '../../records/context.ts'
import type { Case } from '../read-cases.ts'

/** The catalogue's entries of the codes on these cases. */
export async function catalogueOf({ db }: Context, cases: readonly Case[]): Promise<Catalogue> {
  const codes = [...new Set(cases.flatMap(({ facts }) => (facts.events ?? []).map(({ code }) => code)))]
  if (codes.length === 0) return new Map()
  const rows = await db
    .selectFrom('document_type')
    .select(['code', 'name', 'name_en', 'office', 'direction', 'transition'])
    .where('code', 'in', codes)
    .where('deleted_at', 'is', null)
    .execute()
  return new Map(rows.map(({ code, ...type }) => [String(code), type as EventType])) // the columns just selected
}

type Paper = { file_name: string; is_described: boolean }

/**
 * Official documents on file without an event; keyed by case. Excluded are a mail that contained one, and a copy of a document with an
 * event that is not described as another one.
 */
export async function documentsWithoutEvent({ db }: Context, cases: readonly string[]): Promise<ReadonlyMap<string, readonly Paper[]>> {
  if (cases.length === 0) return new Map()
  const { rows } = await sql<Paper & { case_sid: string }>`
    select d.case_sid, d.file_name, d.doc_type is not null and d.issue_date is not null as is_described from document d left join document_type t on t.sid = d.doc_type
    where d.case_sid = any(${[...cases]}::uuid[]) and d.deleted_at is null and d.is_main
      and (d.direction = 'IN' or t.direction = 'IN') and d.direction is distinct from 'OUT'
      and not exists (select from official_event e where e.case_sid = d.case_sid and e.deleted_at is null
        and (e.document_sid = d.sid or (e.code = t.code and e.event_date = d.issue_date)))
      and (d.source is distinct from 'MAIL_ARCHIVE' or d.ext is distinct from 'eml' or d.doc_type is not null)
      and not exists (select from document o join official_event e on e.document_sid = o.sid and e.deleted_at is null
        where o.case_sid = d.case_sid and o.hash = d.hash and o.deleted_at is null
          and coalesce(d.doc_type, o.doc_type) = o.doc_type and coalesce(d.issue_date, o.issue_date) = o.issue_date)
    order by d.created_at`.execute(db)
  const byCase = Map.groupBy(rows, (row) => row.case_sid)
  return byCase
}

export const withoutEvent = (papers: readonly Paper[]): BesideGap[] =>
  papers.map(({ file_name: name, is_described }) => ({
    code: 'DOCUMENT_NOT_DOCKETED',
    zh: is_described
      ? `官方来文“${name}”没有对应的官方事件，没有产生任何期限：请核对文件类型、发文日和方向，或登记官方事件`
      : `官方来文“${name}”缺少文件类型或发文日，没有产生任何期限：请补填`,
    en: is_described
      ? `The official document “${name}” has no official event, so it created no deadline: check its type, issue date and direction, or record the event`
      : `The official document “${name}” has no type or no issue date, so it created no deadline: complete it`,
  }))
