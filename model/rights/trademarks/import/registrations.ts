import { listOf } from '../../../import/values/cell.ts'
import { readDay } from '../../../import/values/days.ts'
import { readingOf, type RowRead, type RowSetting } from '../../../import/row.ts'
import { endRenewedOn } from '../term.ts'

/** Registers list a later registration in part beside the first: the first number and the first day count. */
export function readSeveral(text: (code: string) => string, read: RowRead, setting: RowSetting) {
  for (const [code, zh, en] of [
    ['reg_no', '注册号', 'registration numbers'],
    ['reg_date', '注册日', 'registration dates'],
  ] as const) {
    const [first, ...others] = listOf(text(code))
    if (first === undefined || first === text(code)) continue
    const day = code === 'reg_date' ? readDay(first, readingOf(setting, code)) : undefined
    if (day && 'fault' in day) continue
    read.faults = read.faults.filter(({ field }) => field !== code)
    read.values[code] = day?.day ?? first
    if (others.length > 0)
      read.notes.push([`有多个${zh}，采用第一个；另有 ${others.join('；')}`, `Several ${en}: the first was taken; also ${others.join('; ')}`])
  }
}

/** Korean application numbers of a renewal (50 to 56) or of an addition of goods (70, 71). */
const RENEWAL = /^5[0-6]\D?(?:19|20)\d\d/
const OF_A_REGISTRATION = /^(?:5[0-6]|7[01])\D?(?:19|20)\d\d/

/**
 * Until 2010 a Korean renewal was an application with its own number and day, which the register shows beside the first
 * registration. Its day is no filing date of the mark; it proves the next term where the mark is in force.
 */
export function readRenewal({ values, notes }: RowRead, isInForce: boolean) {
  const { country, application_no: number, filing_date: filed, reg_date: registered } = values
  if (country !== 'KR' || typeof number !== 'string' || !OF_A_REGISTRATION.test(number)) return
  if (typeof filed !== 'string' || typeof registered !== 'string' || filed <= registered) return
  delete values.filing_date
  const isRenewal = RENEWAL.test(number)
  const end = isRenewal && isInForce && values.valid_to === undefined ? endRenewedOn(filed, registered, values) : undefined
  if (end) values.valid_to = end
  notes.push([
    `${filed} 是${isRenewal ? '续展' : '指定商品追加'}申请的日期，晚于注册日 ${registered}，未作为申请日导入${end ? `；专用期止为 ${end}` : ''}`,
    `${filed} is the day of ${isRenewal ? 'a renewal' : 'an addition of goods'}, after the registration of ${registered}, and was not taken as the filing date${end ? `; the term ends on ${end}` : ''}`,
  ])
}
