// The expected meaning of each patent state for docketing. A change of the phases must not change it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { patentFacts } from '../../../../tests/harness/cases/patent-facts.ts'
import { isGranted, isInGrace, isLostForFee, isOverInLaw, isPreparing, standingOf } from '../../../docketing/calculation/state.ts'
import { ENDED } from '../../../kit/model.ts'
import { LEGAL_STATUS, STATE_FACTS, STATUS } from './states.ts'
import { TRANSITIONS } from './transitions.ts'

const facts = (known: object) => patentFacts({ sid: 'c', country: 'CN', patent_type: 'INVENTION', ...known })
const statesThat = (is: (known: ReturnType<typeof facts>) => boolean) => Object.keys(STATUS).filter((status) => is(facts({ status })))
const list = (text: string) => text.trim().split(/\s+/)

for (const [name, is, states] of [
  [
    'over',
    (known) => standingOf(known) === 'OVER',
    `NOT_ACCEPTED REFUSED_FINAL WITHDRAWN LAPSED_FINAL INVALID ABANDONED EXPIRED TRANSFERRED_OUT INTL_CLOSED INTL_WITHDRAWN HAGD_REFUSED_FINAL EP_REFUSED_FINAL EP_REVOKED
     US_PROV_EXPIRED US_EXPIRED_FEE JP_REFUSED_FINAL LAPSED`,
  ],
  [
    'lost, and perhaps to be restored',
    (known) => standingOf(known) === 'LOST',
    `REFUSED REEXAM_UPHELD DEEMED_WITHDRAWN DEEMED_ABANDONED TERMINATED ENTRY_LOST EP_REFUSED EP_LOST US_ABANDONED JP_REFUSED
     JP_DEEMED_WITHDRAWN JP_FEE_LOST`,
  ],
  ['preparing', isPreparing, 'DRAFTING REVIEWING READY PREPARING ENTRY_PREPARING'],
  ['in grace', isInGrace, 'GRACE HAG_GRACE US_GRACE JP_GRACE'],
  ['lost for a fee', isLostForFee, 'TERMINATED'],
  [
    'granted',
    isGranted,
    'GRANTED GRACE INVALIDATED HAG_REGISTERED HAG_GRACE HAGD_PROTECTED EP_GRANTED EP_OPPOSED US_GRANTED US_GRACE JP_GRANTED JP_GRACE',
  ],
  [
    'awaiting an answer of ours',
    ({ state }) => state?.awaits === 'us',
    `PRELIM_OA OA GRANT_NOTICE REFUSED INVALIDATED INTL_DEFECT HAGD_REFUSED EP_OA EP_INTENT EP_REFUSED US_MISSING US_RESTRICTION US_NONFINAL US_FINAL US_ALLOWED
     JP_OA JP_REFUSED JP_ALLOWED`,
  ],
] satisfies [string, (known: ReturnType<typeof facts>) => boolean, string][]) {
  test(`the states that are ${name}`, () => assert.deepEqual(statesThat(is), list(states)))
}

test('the office’s status decides only where no status is recorded', () => {
  const by = (is: (known: ReturnType<typeof facts>) => boolean) => Object.keys(LEGAL_STATUS).filter((legal_status) => is(facts({ legal_status })))
  assert.deepEqual(by((known) => standingOf(known) === 'OVER'), list('LAPSED WITHDRAWN INVALID EXPIRED')) // oxfmt-ignore
  assert.deepEqual(
    by((known) => standingOf(known) === 'LOST'),
    ['REFUSED'],
  )
  assert.deepEqual(by(isOverInLaw), list('LAPSED WITHDRAWN INVALID EXPIRED'))
  assert.deepEqual(by(isGranted), ['GRANTED'])
  assert.equal(standingOf(facts({ status: 'GRANTED', legal_status: 'LAPSED' })), 'LIVE')
})

test('transitions out of an ended phase restore a right', () => {
  const isEnded = (state: string) => Object.entries(STATE_FACTS).some(([code, { phase }]) => code === state && ENDED.has(phase))
  assert.deepEqual(
    Object.entries(TRANSITIONS).flatMap(([code, { from, to }]) => (from !== '*' && from.some(isEnded) && !isEnded(to) ? [code] : [])),
    list('restore_application restore_grant restore_right ep_restore us_revive us_reinstate jp_fee_restored'),
  )
})
