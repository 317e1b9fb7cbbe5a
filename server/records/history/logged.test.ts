import assert from 'node:assert/strict'
import { test } from 'node:test'
import { modelOf, testEngine, workAs } from '../../../tests/harness/engine.ts'
import type { Actor, Grant } from '../context.ts'
import { shownInLog } from './logged.ts'

const { tenant } = await testEngine()
const person: Partial<Actor> = {
  sid: 'p', platform: 1, company_sid: 'c1', companies: ['c1', 'c2'], department_sid: 'd1', departments: ['d1'], virtual: { organisations: [], people: [], departments: [] }, stands_in_for: [], selected: null, roles: [],
} // oxfmt-ignore

const CHANGE = { field: 'title', old: 'a pump', new: 'a valve' }

for (const [grant, company_sid, isShown] of [
  [{ scope: 'ALL' }, 'c9', true],
  [{ scope: 'COMPANY_SUB' }, 'c1', true],
  [{ scope: 'COMPANY_SUB' }, 'c2', true],
  [{ scope: 'COMPANY_SUB' }, 'c9', false],
  [{ scope: 'SELF' }, 'c1', false],
  [{ scope: 'ALL', verbs: ['update'] }, 'c1', false],
  [{ scope: 'ALL', hidden: ['title'] }, 'c1', false],
] as const)
  test(`a line on a case of company ${company_sid} ${isShown ? 'shows' : 'does not show'} its values to a role with ${JSON.stringify(grant)}`, () => {
    const ctx = workAs(tenant, person, [grant as Partial<Grant>])
    const shown = shownInLog(ctx, modelOf(tenant, 'change_log'), 'changes', { entity: 'patent', company_sid }, [CHANGE])
    assert.deepEqual(shown, isShown ? [CHANGE] : [])
  })
