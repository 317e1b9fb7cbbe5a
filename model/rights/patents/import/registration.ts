import { readDay } from '../../../import/values/days.ts'
import type { Cell } from '../../../import/values/cell.ts'
import { readingOf, type RowRead, type RowSetting } from '../../../import/row.ts'
import { isByRegistration } from '../by-registration.ts'

/** A day of registration is that of the register in Japan and Korea, from which annuities run, and of the register at WIPO; other offices grant on it. */
export function readRegistration(cell: Cell, office: string, read: RowRead, setting: RowSetting) {
  const { values, notes, faults } = read
  const got = readDay(cell, readingOf(setting, 'registered_on'))
  if (got === undefined) return
  if ('fault' in got) return void faults.push({ field: 'registered_on', words: got.fault })
  const field = isByRegistration(office) || office === 'WO' ? 'register_date' : 'grant_date'
  values[field] ??= got.day
  if (values[field] !== got.day)
    notes.push([`注册（登录）日 ${got.day} 未录入：文件另写 ${values[field]}`, `the date of registration, ${got.day}, was not imported: the file also says ${values[field]}`]) // oxfmt-ignore
}

/**
 * The right is granted on the day of its registration (JP Patent Act Art. 66, KR Patent Act Art. 87). The reverse does not
 * hold: what lists call the grant is mostly the gazette, which follows the registration by weeks.
 */
export function tellRegistration(office: string, { values, notes }: RowRead) {
  if (!isByRegistration(office)) return
  const { register_date: registered, grant_date: stated } = values
  if (registered === undefined && stated === undefined) return
  if (registered === undefined)
    notes.push([
      `文件写明授权日 ${stated}，未写明登记日：登记日留空，补登前不计算年费（公报日晚于登记日，不能代替）`,
      `the file states the grant date ${stated} but no registration date, which is left empty; no annuities are calculated until it is entered (the day of the gazette is later and does not replace it)`,
    ])
  else {
    values.grant_date = registered
    if (stated !== undefined && stated !== registered)
      notes.push([
        `文件写明的授权日 ${stated} 未录入：该国专利自登记日 ${registered} 起授权`,
        `the grant date ${stated} of the file was not imported: in this country the patent is granted on the day of its registration, ${registered}`,
      ])
  }
}
