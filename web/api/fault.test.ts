import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiFault, NO_NETWORK, NO_TIME, faultLines, reactionTo } from './fault.ts'

for (const [name, facts, expected] of [
  ['[8.02] 400 shows the server message', { status: 400, code: 400 }, { show: 'message' }],
  ['[8.02] 403 shows the server message', { status: 403, code: 403 }, { show: 'message' }],
  ['[8.02] 401 shows nothing and goes to login', { status: 401, code: 401 }, { show: 'login' }],
  ['[8.02] 404 shows nothing', { status: 404, code: 404 }, { show: 'nothing' }],
  ['[8.03] 499 asks to refresh', { status: 499, code: 499 }, { show: 'words', word: 'fault.refresh' }],
  ['[8.03] any other server error', { status: 500, code: 500 }, { show: 'words', word: 'fault.server' }],
  ['[8.04] 500001 names the fields', { status: 400, code: 500001 }, { show: 'fields' }],
  ['[8.04] 500005 names the fields', { status: 400, code: 500005 }, { show: 'fields' }],
  ['[8.05] 30409 asks to stay or log in', { status: 401, code: 30409 }, { show: 'timeout' }],
  ['[8.06] 502014 then login', { status: 503, code: 502014 }, { show: 'words', word: 'fault.away', then: 'login' }],
  ['[8.07] 412 is a page', { status: 412, code: 412 }, { show: 'page', page: '/412' }],
  ['[8.01] an error of the database in its own words', { status: 500, code: 500010 }, { show: 'message' }],
  ['[8.01] no answer is a network error', { status: 0, code: NO_NETWORK }, { show: 'words', word: 'fault.network' }],
  ['[8.01] no answer in time is busy', { status: 0, code: NO_TIME }, { show: 'words', word: 'fault.busy' }],
  ['[8.09] login refusals show the server message', { status: 400, code: 30116 }, { show: 'message' }],
  ['a step that waits for its approval is said in a dialog', { status: 409, code: 500014 }, { show: 'approval' }],
  ['too many requests show the server message', { status: 429, code: 429 }, { show: 'message' }],
] as const) {
  test(name, () => assert.deepEqual(reactionTo(facts), expected))
}

test('[8.04] a validation failure shows label and reason', () => {
  assert.deepEqual(faultLines([{ field: 'title', label: 'Title', reason: 'is required' }], ': '), ['Title: is required'])
})

test('a rejected call carries the ajax flag and its raw text', () => {
  const fault = new ApiFault({ status: 400, code: 500001, message: 'bad', errors: [], request_id: 'r1' })
  assert.equal(fault.ajax, true)
  assert.equal(fault.raw, '{"code":500001,"message":"bad","errors":[],"request_id":"r1"}')
})
