import { readDay } from '../../../import/values/days.ts'
import type { Cell } from '../../../import/values/cell.ts'
import { readingOf, type RowRead, type RowSetting } from '../../../import/row.ts'

/** The document types of refusals by office; the United States has a final action instead. */
const REFUSALS: Readonly<Record<string, string>> = { CN: 'CN21', JP: 'JP3', KR: 'KR3', US: 'US5' }

const REFUSED: ReadonlySet<unknown> = new Set(['REFUSED', 'JP_REFUSED', 'US_FINAL'])

/** The day of a refusal that is open to a remedy becomes an official event, from which the period of the remedy runs. */
export function readRefusal(cell: Cell, read: RowRead, setting: RowSetting) {
  const { values, notes, faults } = read
  const got = readDay(cell, readingOf(setting, 'refusal_date'))
  if (got === undefined) return
  if ('fault' in got) return void faults.push({ field: 'refusal_date', words: got.fault })
  const code = REFUSALS[String(values.country)]
  if (code && REFUSED.has(values.status) && got.day <= setting.today) read.notice = { code, date: got.day }
  else notes.push([`驳回决定日 ${got.day} 未录入：案件不在驳回状态，或该局没有驳回决定的文件类型`, `the date of the refusal, ${got.day}, was not imported: the case is not refused, or its office has no document type of a refusal`]) // oxfmt-ignore
}
