import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FINDING_KINDS } from '../../../model/docketing/findings/finding-kinds.ts'
import { mendingPlace } from './mend-finding.ts'

for (const [code, sid, expected] of [
  ['NO_NUMBER', 's1', '/m/case/s1/edit'],
  ['NO_OWNER', 's1', '/m/case/s1?tab=deadlines'],
  ['NOTHING_DOCKETED', 's1', '/m/case/s1?tab=timeline'],
  ['NOTICE_WAITS', undefined, '/m/notice_intake'],
  ['NOTICE_WAITS', 's1', '/m/notice_intake'],
  ['NO_NUMBER', undefined, undefined],
  ['RULES_MISSING', undefined, undefined],
] as const)
  test(`${code} of ${sid ?? 'no case'} is mended at ${expected ?? 'no place of its own'}`, () => assert.equal(mendingPlace(code, sid), expected))

test('most kinds of finding say where they are mended', () => {
  const without = Object.keys(FINDING_KINDS).filter((code) => mendingPlace(code, 's1') === undefined)
  assert.deepEqual(without, [
    'HAGUE_CLOSED', 'INTERNATIONAL_PHASE_OVER', 'LATER_DATE_REFUSED', 'LATER_DATE_WAITS', 'MADRID_BASE_CEASED', 'NOTICE_IN_PREPARATION', 'OFFICE_SILENT',
    'PRIORITY_PERIOD_EXCEEDED', 'REGISTRATION_EXPECTED', 'REPLY_AFTER_FINAL', 'REVIEW_OVERDUE', 'STATUS_CONFLICT', 'STATUS_IN_FILE', 'TERM_OVER',
  ]) // oxfmt-ignore
})
