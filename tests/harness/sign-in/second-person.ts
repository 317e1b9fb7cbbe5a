import assert from 'node:assert/strict'
import type { Person, testServer } from '../server.ts'

type Call = Awaited<ReturnType<typeof testServer>>['call']

/** A second person confirms every later date that waits, as a colleague would. */
export async function confirmLaterDates(call: Call, as: Person) {
  const open = await call<{ record: { sid: string }[] }>('date_confirmation/do/search', { iql: "status = 'PROPOSED'", fl: 'sid', rows: 100 }, { as })
  for (const { sid } of open.data.record) {
    const answer = await call('date_confirmation/do/transition', { sid, transition: 'confirm' }, { as })
    assert.equal(answer.code, 0, answer.text)
  }
  return open.data.record.length
}

/** Deletes a record; where that makes a date later, one person proposes it and another confirms. */
export async function removeByTwo(call: Call, { entity, sid }: { entity: string; sid: unknown }, [as, second]: readonly [Person, Person]) {
  const { data, code, text } = await call<{ proposed: boolean }>('date_confirmation/do/propose_removal', { entity, record_sid: sid }, { as })
  assert.equal(code, 0, text)
  if (data.proposed) await confirmLaterDates(call, second)
}
