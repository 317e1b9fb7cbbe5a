import assert from 'node:assert/strict'
import { test } from 'node:test'
import { modelOf } from '../../tests/harness/engine.ts'
import { testServer } from '../../tests/harness/server.ts'
import type { DEADLINE_STATUS } from '../../model/docketing/deadline.ts'
import { systemContext } from '../records/context.ts'
import { createRow } from '../records/write/create.ts'

const { tenant, call, enrol } = await testServer()
const make = (model: string, values: Record<string, unknown>) => createRow(systemContext(tenant), modelOf(tenant, model), values)
const admin = await enrol('system_admin')

test('with a case that is handed over go its deadlines that are open, were missed, or are not proven; what is done keeps its owner', async () => {
  const [leaver, heir, colleague] = [await enrol('ip_engineer'), await enrol('ip_engineer'), await enrol('ip_engineer')]
  const owned = await make('patent', { title: '交接案', country: 'CN', patent_type: 'INVENTION', owner_sid: leaver.sid, company_sid: leaver.company })
  const deadline = async (status: keyof typeof DEADLINE_STATUS, owner_sid = leaver.sid) => {
    const due = { kind: 'ACTION', official_due: '2031-03-04', internal_due: '2031-02-04' }
    const sid = await make('deadline', { name: status, case_sid: owned, owner_sid, ...due })
    await tenant.db.updateTable('deadline').set({ status }).where('sid', '=', sid).execute()
    return sid
  }
  const sids = {
    open: await deadline('OPEN'),
    missed: await deadline('MISSED'),
    presumed: await deadline('PRESUMED'),
    unknown: await deadline('NO_RECORD'),
    done: await deadline('DONE'),
    given: await deadline('NO_RECORD', colleague.sid),
  }
  const body = { from_user: leaver.sid, to_user: heir.sid }
  const answer = await call('user_handover/do/handover', body, { as: admin })
  assert.equal(answer.code, 0, answer.text)
  const rows = await tenant.db.selectFrom('deadline').select(['sid', 'owner_sid']).where('case_sid', '=', owned).execute()
  const ownerOf = (sid: string) => rows.find((row) => row.sid === sid)?.owner_sid
  for (const moved of [sids.missed, sids.presumed, sids.unknown, sids.open]) assert.equal(ownerOf(moved), heir.sid)
  assert.deepEqual([ownerOf(sids.done), ownerOf(sids.given)], [leaver.sid, colleague.sid])
})
