// Ten years of a made-up company with 200 omissions: `npm run simulate`, or with other numbers of years and omissions.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { simulate, tableOf } from './simulate.ts'

const [years = 10, silences = 200] = process.argv.slice(2).map(Number)

test(`${years} years, ${silences} omissions`, async () => {
  const result = await simulate({ months: Math.round(years * 12), silences, told: (line) => console.log(line) })
  console.log(`\n${result.cases} cases\n\n${tableOf(result.silences)}\n`)
  for (const line of result.false) console.log(`false: ${line}`)
  assert.equal(result.silences.filter(({ found }) => found).length, silences)
  assert.deepEqual(result.false, [])
})
