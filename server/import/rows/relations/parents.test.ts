import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readLine } from './parents.ts'

for (const [line, country, read] of [
  ['US 12/612,880 2009-11-05 CIP', 'US', { relation: 'CIP', isDivided: false }],
  ['US 12/612,880 2009-11-05', 'US', { relation: undefined, isDivided: false }],
  ['US 12/612,880 2009-11-05 parent', 'US', { relation: undefined, isDivided: false }],
  ['CN 202010123456.2 2020-02-22 母案', 'CN', { relation: undefined, isDivided: true }],
  ['CN 202010123456.2 母案', 'CN', { relation: undefined, isDivided: true }],
  ['CN 202010123456.2 2020-02-22 母案', 'JP', undefined],
  ['CN 202010123456.2 2020-02-22 continuation', 'US', undefined],
  ['US 12/612,880 2009-11-05 CIP', 'CN', undefined],
  ['WO PCT/CN2025/099001 2025-08-29 continuation', 'US', { relation: 'CA', isDivided: false }],
  ['WO PCT/CN2025/099001 2025-08-29 continuation', 'JP', undefined],
  ['WO PCT/CN2025/099001 2025-08-29', 'US', undefined],
  ['CN 202010123456.2', 'CN', undefined],
] as const)
  test(`“${line}” of a case in ${country} is ${read ? (read.relation ?? (read.isDivided ? 'a division' : 'an earlier application')) : 'no earlier application there'}`, () => {
    const found = readLine(line, country)
    assert.deepEqual(found && { relation: found.relation, isDivided: found.isDivided }, read)
  })
