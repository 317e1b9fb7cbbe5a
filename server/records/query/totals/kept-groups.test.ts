import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fee } from '../../../../model/fees/fee.ts'
import { parseIql } from '../../../../model/kit/iql/parse.ts'
import { patent } from '../../../../model/rights/patents/patent.ts'
import { keptGroups } from './kept-groups.ts'

const where = (iql: string) => parseIql(iql).where

for (const [iql, isKept] of [
  ["due_date >= '2027-01-01'", true],
  ["due_date >= '2027-01-02'", false],
  ["due_date < '2027-02-01'", true],
  ["due_date < '2027-01-31'", false],
  ["due_date <= '2027-01-31'", true],
  ["due_date <= '2027-02-01'", false],
  ["due_date <= '2027-02-28'", true],
  ["due_date <= '2028-02-28'", false],
  ["due_date <= '2028-02-29'", true],
  ["due_date <= '2027-02-29'", false],
  ["due_date > '2027-01-31'", true],
  ["due_date > '2027-01-01'", false],
  ["due_date = '2027-01-01'", false],
  ["due_date != '2027-01-01'", false],
  ["due_date IN ('2027-01-01')", false],
  ["due_date BETWEEN '2027-01-01' AND '2027-03-31'", true],
  ["due_date BETWEEN '2027-01-01' AND '2027-03-30'", false],
  ["due_date BETWEEN '2027-01-02' AND '2027-03-31'", false],
  ["due_date NOT BETWEEN '2027-01-01' AND '2027-03-31'", true],
  ['due_date IS EMPTY', true],
  ['due_date > today()', false],
  ["NOT due_date >= '2027-01-01'", true],
  ["NOT due_date >= '2027-01-02'", false],
  ["due_date >= '2027-01-01' AND status = 'PAID'", true],
  ["due_date >= '2027-01-01' OR due_date <= '2026-01-30'", false],
  ["due_date >= '2027-01-01' AND name = 'x'", false],
  ["due_date >= '2027-01-01' AND company_sid = my_company()", true],
  ['case_sid.company_sid = my_company()', false],
  ["status IN ('PAID', 'DUE')", true],
] as const)
  test(`the fees with ${iql} are ${isKept ? 'read from the counts of months' : 'counted one by one'}`, () =>
    assert.equal(keptGroups(fee, { where: where(iql) }) !== undefined, isKept))

for (const [iql, isKept] of [
  ["department_sid IS EMPTY AND grant_date >= '2027-01-01'", true],
  ["department_sid IS EMPTY AND grant_date >= '2027-02-01'", false],
  ["department_sid IS EMPTY AND grant_date <= '2027-12-31'", true],
  ["department_sid IS EMPTY AND grant_date <= '2027-11-30'", false],
] as const)
  test(`the patents with ${iql} are ${isKept ? 'read from the counts of years' : 'counted one by one'}`, () =>
    assert.equal(keptGroups(patent, { where: where(iql) }) !== undefined, isKept))

for (const [by, isKept] of [
  [['due_date:month'], true],
  [['due_date:quarter'], true],
  [['due_date:year'], true],
  [['due_date'], false],
  [['status', 'currency'], true],
  [['company_sid', 'status'], true],
  [['owner_sid'], false],
] as const)
  test(`groups of fees by ${by.join(', ')} are ${isKept ? 'kept' : 'not kept'}`, () => assert.equal(keptGroups(fee, { by }) !== undefined, isKept))

for (const [by, isKept] of [
  [['department_sid', 'grant_date:year'], true],
  [['department_sid', 'grant_date:month'], false],
  [['department_sid', 'grant_date:quarter'], false],
  [['grant_date:month'], true],
  [['applicants.applicant_sid'], true],
] as const)
  test(`groups of patents by ${by.join(', ')} are ${isKept ? 'kept' : 'not kept'}`, () =>
    assert.equal(keptGroups(patent, { by }) !== undefined, isKept))

for (const [what, asked, isKept] of [
  ['the sum of an amount', { sums: ['amount'] }, true],
  ['the sum of another amount', { sums: ['service_amount'] }, false],
  ['sums of two counts together', { sums: ['amount', 'paid_amount'] }, false],
  ['a sum only of paid fees', { sums: ['paid_amount'], where: "status = 'PAID'" }, true],
  ['that of fees of any state', { sums: ['paid_amount'] }, false],
  ['that of paid fees among others', { sums: ['paid_amount'], where: "status IN ('PAID', 'DUE')" }, false],
  ['that of fees that are not paid', { sums: ['paid_amount'], where: "status != 'PAID'" }, false],
  ['that of all but paid fees', { sums: ['paid_amount'], where: "status NOT IN ('PAID')" }, false],
  ['that of paid fees or dear ones', { sums: ['paid_amount'], where: "status = 'PAID' OR currency = 'EUR'" }, false],
  ['that of paid fees in euro', { sums: ['paid_amount'], where: "status = 'PAID' AND currency = 'EUR'" }, true],
] as const)
  test(`${what} is ${isKept ? 'kept' : 'not kept'}`, () => {
    const { sums, ...more } = asked
    assert.equal(keptGroups(fee, { sums, ...('where' in more && { where: where(more.where) }) }) !== undefined, isKept)
  })
