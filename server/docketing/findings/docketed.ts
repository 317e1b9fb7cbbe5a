import { sql } from 'kysely'
import { docketedOn } from '../../../model/docketing/events/official-event-actions.ts'
import { type Call, perform } from '../../records/actions.ts'
import { visible } from '../../records/permission/permission.ts'
import { readPage } from '../../records/query/page.ts'
import { readIql } from '../../records/query/search.ts'
import type { Part } from '../../records/modules.ts'
import type { Context } from '../../records/context.ts'

export const docketedOfDay: Part = { actions: perform(docketedOn, docketed) }

const MAX_EVENTS = 1000

async function docketed({ ctx, model, body: { day = ctx.today } }: Call<typeof docketedOn>) {
  const next = `${Temporal.PlainDate.from(day).add({ days: 1 })}`
  const query = readIql(`direction = 'IN' AND created_at >= '${day}' AND created_at < '${next}' ORDER BY created_at DESC`)
  const fields = ['sid', 'case_sid', 'case_sid.case_no', 'code', 'name', 'event_date']
  const found = await readPage(ctx, model, fields, { ...query, where: visible(ctx, model, query.where) }, { start: 0, rows: MAX_EVENTS + 1 })
  const events = found.slice(0, MAX_EVENTS)
  const counts = await countsOf(
    ctx,
    events.map(({ sid }) => String(sid)),
  )
  const english =
    ctx.lang === 'en'
      ? await englishNames(
          ctx,
          events.map(({ code }) => String(code ?? '')),
        )
      : new Map<string, string>()
  const record = events.map((event) => ({
    sid: String(event.sid),
    case_sid: (event.case_sid as { sid: string }).sid, // a reference, as search gives it
    case_no: String(event['case_sid.case_no'] ?? ''),
    name: english.get(String(event.code ?? '')) || String(event.name ?? ''),
    event_date: String(event.event_date),
    opened: counts.get(String(event.sid))?.opened ?? 0,
    closed: counts.get(String(event.sid))?.closed ?? 0,
  }))
  return {
    day,
    truncated: found.length > MAX_EVENTS,
    record: record.toSorted((one, other) => Math.sign(one.opened + one.closed) - Math.sign(other.opened + other.closed)),
  }
}

/** Official documents are named in the language of the caller, as their catalogue has them. */
async function englishNames({ db }: Context, codes: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(codes)]
  if (wanted.length === 0) return new Map()
  const types = await db.selectFrom('document_type').select(['code', 'name_en']).where('code', 'in', wanted).where('deleted_at', 'is', null).execute()
  return new Map(types.map(({ code, name_en }) => [String(code), name_en ?? '']))
}

type Counted = { sid: string; opened: number; closed: number }

async function countsOf({ db }: Context, sids: readonly string[]): Promise<ReadonlyMap<string, Counted>> {
  if (sids.length === 0) return new Map()
  const { rows } = await sql<Counted>`
    select e.sid, count(*) filter (where d.trigger_event_sid = e.sid)::int as opened,
      count(*) filter (where d.done_by = 'EVENT' and d.done_date = e.event_date and d.explanation->'settled'->>'what' = e.code)::int as closed
    from official_event e left join deadline d on d.case_sid = e.case_sid and d.deleted_at is null
    where e.sid = any(${[...sids]}::uuid[]) group by e.sid`.execute(db)
  return new Map(rows.map((row) => [row.sid, row]))
}
