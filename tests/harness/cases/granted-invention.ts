import assert from 'node:assert/strict'
import type { Person, TestServer } from '../server.ts'
import { day } from '../day.ts'

/** Creates a record as this person and tells its sid; a refusal fails the test with its words. */
export const makerOf =
  (call: TestServer['call'], as: Person) =>
  async (model: string, values: Record<string, unknown>, by = as) => {
    const { data, text } = await call<{ sid: string }>(`${model}/do/create`, values, { as: by })
    assert.ok(data?.sid, `${model}: ${text}`)
    return data.sid
  }

/** A granted invention whose next annuity, of year 6, is due in a month. */
export const GRANTED_INVENTION = { country: 'CN', patent_type: 'INVENTION', status: 'GRANTED', filing_date: day('-P4Y11M'), grant_date: day('-P2Y'), claims_count: 8 } // oxfmt-ignore

/** The number of such an invention, with its check digit: a payment file names the case by it. */
export const GRANTED_NUMBER = chineseNumber(GRANTED_INVENTION.filing_date.slice(0, 4))

function chineseNumber(year: string) {
  const digits = `${year}10123456`
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * ((at % 8) + 2), 0) % 11
  return `${digits}.${sum === 10 ? 'X' : sum}`
}
