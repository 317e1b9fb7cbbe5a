import { WAITS_FOR_SECOND } from '../../../../model/docketing/later-dates/date_confirmation.ts'
import type { RowFault } from '../../../../model/import/row.ts'
import type { Model } from '../../../../model/kit/model.ts'
import type { Context, Draft } from '../../../records/context.ts'
import type { ExistingRecord } from '../existing-records.ts'
import type { Did, Item, Rejected } from '../item.ts'
import { problemOf } from './problems.ts'

export type Known = { item: Item; record: ExistingRecord }

export const faulty = (items: readonly Item[], drafts: readonly Draft[]): Rejected[] =>
  items.flatMap(({ row }, at) => {
    const faults = drafts[at]?.faults ?? []
    return faults.length ? [{ row, reasons: faults }] : []
  })

export function rejectedFor(ctx: Context, model: Model, { row }: Item, faults: readonly RowFault[]): Rejected {
  return { row, reasons: faults.map((fault) => problemOf(ctx, model, row.at, fault)).map(({ field, label, reason }) => ({ field, label, reason })) }
}

export const didOf = ({ name: entity }: Model, { row }: Item, did: Did['did'], record_sid: string, name: string): Did => ({
  row_no: row.at,
  did,
  entity,
  record_sid,
  name: name.slice(0, 255),
})

/** A value that would make a date later was kept for a second person. */
export const waitsForSecond = ({ warnings }: Draft) => warnings.some(({ code }) => code === WAITS_FOR_SECOND)
