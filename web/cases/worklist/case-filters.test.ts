import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseIql } from '../../../model/kit/iql/parse.ts'
import { caseIql } from './case-filters.ts'

const SID = '01a2035c-0a7c-777f-b8d6-acf3d95c2295'
const iqlOf = (address: Readonly<Record<string, string>>) => caseIql((key) => address[key] ?? '')

for (const [address, iql] of [
  [{}, ''],
  [{ country: 'CN,US' }, "case_sid.country IN ('CN', 'US')"],
  [{ country: 'EP', owner_sid: 'me()' }, "case_sid.country IN ('EP') AND case_sid.owner_sid IN (me())"],
  [{ applicant_sids: SID }, `case_sid.applicant_sids IN ('${SID}')`],
  [{ owner_sid: 'empty' }, 'case_sid.owner_sid IS EMPTY'],
  [{ country: 'CN,empty' }, "(case_sid.country IN ('CN') OR case_sid.country IS EMPTY)"],
  [{ country: "X' OR 1=1", owner_sid: 'nonsense' }, ''],
] as const)
  test(`${JSON.stringify(address)} limits the rows by ${iql || 'nothing'}`, () => {
    assert.equal(iqlOf(address), iql)
    if (iql) assert.ok(parseIql(iql).where)
  })
