import type { RowOf } from '../../database/tables.ts'
import { modelNamed } from '../../records/registry.ts'
import { faultAt } from '../../records/write/checks/validate.ts'
import type { Context, DraftOf, RowValues } from '../../records/context.ts'

type Notice = Pick<RowOf<'official_event'>, 'case_sid' | 'code' | 'event_date' | 'serial_no'>

/** The recorded notice of the same serial number, or of the same kind and day; two of one day differ by their serial numbers. */
export async function duplicateEventOf(
  { db }: Context,
  { case_sid, code, event_date, serial_no }: Notice,
  otherThan?: string,
): Promise<RowValues | undefined> {
  const same = await db
    .selectFrom('official_event')
    .select(['sid', 'name', 'name_en', 'code', 'event_date', 'serial_no', 'document_sid'])
    .where('case_sid', '=', case_sid)
    .where((of) => {
      const sameDay = of.and({ code, event_date })
      return serialOf(serial_no) ? of.or([sameDay, of.and([of('serial_no', 'is not', null), of('direction', '=', 'IN')])]) : sameDay
    })
    .where('deleted_at', 'is', null)
    .$if(otherThan !== undefined, (query) => query.where('sid', '!=', otherThan ?? ''))
    .execute()
  return same.find((one) => isSame(one, { code, event_date, serial_no }))
}

const isSame = (one: RowValues, other: RowValues) => {
  const [own, theirs] = [serialOf(one.serial_no), serialOf(other.serial_no)]
  return one.code === other.code && one.event_date === other.event_date ? !own || !theirs || own === theirs : theirs !== '' && own === theirs
}

/** A serial number is the same in full-width characters, and with or without hyphens and blanks. */
const serialOf = (text: unknown) => String(text ?? '').normalize('NFKC').toUpperCase().replace(/[^\p{L}\p{N}]/gu, '') // oxfmt-ignore

const IDENTITY = ['code', 'event_date', 'serial_no', 'direction']

/** A notice entered twice would open every deadline twice. */
export async function refuseDuplicateEvents(ctx: Context, drafts: readonly DraftOf<'official_event'>[]) {
  const model = modelNamed(ctx.tenant.models, 'official_event')
  for (const [at, draft] of drafts.entries()) {
    const { row, before, changed } = draft
    if (row.direction !== 'IN' || !row.case_sid || !row.code || !row.event_date) continue
    if (before && !IDENTITY.some((code) => changed.has(code))) continue
    const duplicate = drafts.slice(0, at).find(({ row: other }) => isDuplicate(row, other))?.row ?? (await duplicateEventOf(ctx, row, draft.sid))
    if (!duplicate) continue
    const name = duplicate.name ?? row.name ?? row.code
    const name_en = duplicate.name_en ?? row.name_en ?? name
    if (row.serial_no && serialOf(duplicate.serial_no) === serialOf(row.serial_no)) {
      faultAt(ctx, model, draft, 'serial_no', [
        `该案 ${duplicate.event_date} 的“${name}”已使用该发文序列号：同一序列号即同一份来文`,
        `is already used by “${name_en}” of ${duplicate.event_date} of this case: a serial number identifies one notice`,
      ])
      continue
    }
    faultAt(ctx, model, draft, 'event_date', [
      `该案已有 ${row.event_date} 的“${name}”；若是同日的另一份来文，请填写各自的发文序列号`,
      `already has a “${name_en}” of ${row.event_date} in this case; if this is another notice of the same day, enter the serial number of each`,
    ])
  }
}

const isDuplicate = (one: RowValues, other: RowValues) => one.case_sid === other.case_sid && isSame(one, other)
