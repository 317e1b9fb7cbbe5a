// Cases run under the loaded law: deadlines are computed, done, missed, cancelled and restored.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeDeadlines } from '../../../../tests/harness/cases/patent-facts.ts'
import { readLaw } from '../../../../seed/law/deadlines/read.ts'
import { explain } from '../../wording/explain.ts'
import type { CaseEvent, CaseFacts } from '../facts.ts'

const law = readLaw()
const today = '2026-03-02'
const event = (code: string, date: string, more: Partial<CaseEvent> = {}): CaseEvent => ({
  sid: `${code}-${date}`,
  code,
  date,
  delivery_way: 'ELECTRONIC',
  receive_date: date,
  ...more,
})
const pending: CaseFacts = {
  sid: 'c',
  country: 'CN',
  route: 'DIRECT',
  patent_type: 'INVENTION',
  status: 'SE',
  legal_status: 'PUBLISHED',
  filing_date: '2024-03-05',
  publication_date: '2025-09-05',
  sub_exam_date: '2024-03-05',
}
const granted: CaseFacts = {
  ...pending,
  status: 'GRANTED',
  legal_status: 'GRANTED',
  filing_date: '2018-05-10',
  publication_date: '2019-11-10',
  grant_date: '2021-06-11',
}

const owed = (facts: CaseFacts, on = today) => computeDeadlines(facts, law, on)
const find = (key: string, facts: CaseFacts, on = today) => {
  const all = owed(facts, on)
  const found = all.find((one) => one.key === key)
  assert.ok(found, `${key} is not among ${all.map((one) => one.key).join(' ')}`)
  return found
}

test('filing opens the deadlines on filing', () => {
  const filed: CaseFacts = {
    sid: 'c',
    country: 'CN',
    route: 'PARIS',
    patent_type: 'INVENTION',
    status: 'FILED',
    filing_date: '2026-02-10',
    priorities: [{ priority_date: '2025-02-20', priority_country: 'US' }],
  }
  const open = owed(filed).filter(({ status }) => status === 'OPEN')
  assert.deepEqual(
    open.map(({ key, official_due }) => [key, official_due]),
    [
      ['CNP01', '2026-04-10'],
      ['CNP02', '2026-04-10'],
      ['CNP08', '2026-06-22'],
      ['CNP10', '2026-06-22'],
      ['CNP15', '2028-02-21'],
      ['CNP16', '2026-08-20'],
    ],
  )
})

test('a first filing may serve as priority for a year; one that claims priority may not', () => {
  const first: CaseFacts = { sid: 'c', country: 'CN', route: 'DIRECT', patent_type: 'INVENTION', status: 'FILED', filing_date: '2026-02-10' }
  assert.equal(find('PAR01', first).official_due, '2027-02-10')
  const later = { ...first, priorities: [{ priority_date: '2025-02-20', priority_country: 'US' }] }
  assert.ok(!owed(later).some(({ key }) => key === 'PAR01'))
  assert.deepEqual([find('CNP03', later).status, find('CNP03', later).done_by], ['DONE', 'FIELD'])
})

test('a late acceptance notice postpones the filing fee', () => {
  const filed: CaseFacts = {
    sid: 'c',
    country: 'CN',
    route: 'DIRECT',
    patent_type: 'UTILITY',
    status: 'FILED',
    filing_date: '2026-01-05',
    events: [event('CN01', '2026-03-02')],
  }
  assert.equal(find('CNP01', filed).official_due, '2026-03-17')
})

test('an office action opens a reply, the answer closes it', () => {
  const asked = { ...pending, events: [event('CN14', '2026-01-12')] }
  assert.deepEqual([find('CNP19:CN14-2026-01-12', asked).status, find('CNP19:CN14-2026-01-12', asked).official_due], ['OPEN', '2026-05-12'])
  const answered = find('CNP19:CN14-2026-01-12', { ...asked, events: [...asked.events, event('CO05', '2026-02-20')] })
  assert.deepEqual([answered.status, answered.done_date, answered.done_by], ['DONE', '2026-02-20', 'EVENT'])
})

test('each office action has its own reply', () => {
  const events = [event('CN14', '2025-06-02'), event('CO05', '2025-09-30'), event('CN15', '2026-01-12')]
  const replies = owed({ ...pending, events }).filter(({ rule_id }) => rule_id === 'CNP19' || rule_id === 'CNP20')
  assert.deepEqual(
    replies.map(({ key, status }) => [key, status]),
    [
      ['CNP19:CN14-2025-06-02', 'DONE'],
      ['CNP20:CN15-2026-01-12', 'OPEN'],
    ],
  )
})

test('an unanswered office action is missed and opens its restoration at once', () => {
  const facts = { ...pending, events: [event('CN14', '2025-10-13')] }
  const missed = find('CNP19:CN14-2025-10-13', facts)
  assert.deepEqual([missed.status, missed.official_due, missed.restoration_end], ['MISSED', '2026-02-13', '2026-04-13'])
  const remedy = find('CNP40:after:CNP19:CN14-2025-10-13', facts)
  assert.deepEqual(
    [remedy.status, remedy.official_due, remedy.provisional, remedy.explanation.restoration?.estimated],
    ['OPEN', '2026-04-13', true, true],
  )
  const words = explain(remedy.explanation, 'en').join(' ')
  assert.match(words, /notice of loss of rights is not recorded yet/)
  assert.doesNotMatch(words, /calendar of CN is not fully loaded/)
})

test('a deadline is open on its last day and missed on the day after', () => {
  const facts = { ...pending, events: [event('CN14', '2025-10-31')] }
  assert.equal(find('CNP19:CN14-2025-10-31', facts, '2026-02-28').status, 'OPEN')
  assert.equal(find('CNP19:CN14-2025-10-31', facts, '2026-03-01').status, 'MISSED')
})

test('the notice of loss sets the actual end of the restoration period', () => {
  const facts = { ...pending, status: 'DEEMED_WITHDRAWN', events: [event('CN14', '2025-08-15'), event('CN22', '2026-02-05')] }
  const all = owed(facts)
  assert.equal(find('CNP19:CN14-2025-08-15', facts).restoration_end, '2026-04-07')
  assert.equal(find('CNP40:CN22-2026-02-05', facts).official_due, '2026-04-07')
  assert.equal(all.filter(({ rule_id, status }) => rule_id === 'CNP40' && status === 'OPEN').length, 1)
})

test('a missed re-examination can be restored until two months after its end', () => {
  const facts = { ...pending, status: 'REFUSED', legal_status: 'REFUSED', events: [event('CN21', '2025-11-03')] }
  const missed = find('CNP29:CN21-2025-11-03', facts)
  assert.deepEqual([missed.status, missed.restoration_end], ['MISSED', '2026-04-03'])
})

test('a refused case keeps its re-examination open', () => {
  const facts = { ...pending, status: 'REFUSED', legal_status: 'REFUSED', events: [event('CN21', '2026-01-05')] }
  assert.deepEqual([find('CNP29:CN21-2026-01-05', facts).status, find('CNP16', facts).status], ['OPEN', 'DONE'])
})

test('grant opens the annuities and the term, and closes the earlier deadlines', () => {
  const all = owed(granted)
  assert.deepEqual(
    all.filter(({ kind }) => kind === 'ANNUITY').map(({ key, status, official_due, grace_end }) => [key, status, official_due, grace_end]),
    [
      ['CNP38:6', 'PRESUMED', '2023-05-10', '2023-11-10'],
      ['CNP38:7', 'PRESUMED', '2024-05-10', '2024-11-11'],
      ['CNP38:8', 'PRESUMED', '2025-05-12', '2025-11-10'],
      ['CNP38:9', 'OPEN', '2026-05-11', '2026-11-10'],
      ['CNP38:10', 'OPEN', '2027-05-10', '2027-11-10'],
    ],
  )
  assert.deepEqual(find('CNP38:6', granted).explanation.presumed, { from: 5, to: 5 })
  assert.equal(find('CNP71', granted).official_due, '2038-05-10')
  assert.ok(!all.some(({ status }) => status === 'MISSED'))
})

test('an annuity in its grace period is open and overdue', () => {
  const late = find('CNP38:9', granted, '2026-06-01')
  assert.deepEqual([late.status, late.overdue, late.cure_until], ['OPEN', true, '2026-11-10'])
})

test('a payment closes the annuity of its year', () => {
  const paid = find('CNP38:9', { ...granted, paid_annuities: [{ year: 9, date: '2026-02-01' }] })
  assert.deepEqual([paid.status, paid.done_date], ['DONE', '2026-02-01'])
})

test('a terminated right: the last fee was missed, the earlier fees were paid, the future fees are cancelled', () => {
  const facts = { ...granted, status: 'TERMINATED', legal_status: 'LAPSED', events: [event('CN29', '2026-01-20')] }
  assert.deepEqual(
    owed(facts)
      .filter(({ kind }) => kind === 'ANNUITY')
      .map(({ key, status }) => [key, status]),
    [
      ['CNP38:6', 'PRESUMED'],
      ['CNP38:7', 'PRESUMED'],
      ['CNP38:8', 'MISSED'],
      ['CNP38:9', 'CANCELLED'],
      ['CNP38:10', 'CANCELLED'],
    ],
  )
  assert.equal(find('CNP38:8', facts).restoration_end, '2026-03-20')
  assert.equal(find('CNP40:CN29-2026-01-20', facts).status, 'OPEN')
})

test('a closing state cancels open deadlines, restoration opens them again', () => {
  const events = [event('CN14', '2026-01-12')]
  const statusIn = (status: string) => find('CNP19:CN14-2026-01-12', { ...pending, status, events }).status
  assert.deepEqual(['OA', 'WITHDRAWN', 'DEEMED_WITHDRAWN', 'OA'].map(statusIn), ['OPEN', 'CANCELLED', 'CANCELLED', 'OPEN'])
})

test('a corrected date changes the due dates and keeps the keys', () => {
  const before = owed({ ...pending, sub_exam_date: '' })
  const after = owed({ ...pending, sub_exam_date: '', filing_date: '2024-03-15' })
  assert.deepEqual(
    before.map(({ key }) => key),
    after.map(({ key }) => key),
  )
  assert.deepEqual(
    [before, after].map((all) => all.find(({ key }) => key === 'CNP15')?.raw_due),
    ['2027-03-05', '2027-03-15'],
  )
})

test('a manual decision is preserved', () => {
  const events = [event('CN14', '2026-01-12')]
  const handled = [{ key: 'CNP19:CN14-2026-01-12', status: 'WAIVED' as const, date: '2026-02-02', reason: 'not worth it' }]
  const waived = find('CNP19:CN14-2026-01-12', { ...pending, events, handled })
  assert.deepEqual([waived.status, waived.done_by, waived.explanation.settled?.reason], ['WAIVED', 'PERSON', 'not worth it'])
})

test('a handled annuity is kept outside the window', () => {
  const handled = [{ key: 'CNP38:5', status: 'DONE' as const, date: '2022-04-01' }]
  assert.equal(find('CNP38:5', { ...granted, handled }).status, 'DONE')
})

test('a utility model ends after ten years and has annuities until then', () => {
  const model: CaseFacts = { ...granted, patent_type: 'UTILITY', filing_date: '2017-05-10', grant_date: '2018-01-02' }
  assert.equal(find('CNP72', model).official_due, '2027-05-10')
  assert.deepEqual(
    owed(model)
      .filter(({ kind, status }) => kind === 'ANNUITY' && status === 'OPEN')
      .map(({ key }) => key),
    ['CNP38:10'],
  )
})

test('a design has annuities for ten or fifteen years, depending on its filing date', () => {
  const design = (filing_date: string) => ({
    ...granted,
    patent_type: 'DESIGN',
    filing_date,
    grant_date: filing_date.replace(/-06-01|-05-31/, '-12-01'),
  })
  assert.equal(find('CNP73', design('2021-05-31')).official_due, '2031-05-31')
  assert.equal(find('CNP73', design('2021-06-01')).official_due, '2036-06-01')
})

test('two grant notices give one deadline, counted from the later notice', () => {
  const facts = { ...pending, status: 'GRANT_NOTICE', events: [event('CN17', '2026-02-02'), event('CN18', '2026-02-04')] }
  assert.deepEqual(
    owed(facts)
      .filter(({ rule_id }) => rule_id === 'CNP25')
      .map(({ key, raw_due }) => [key, raw_due]),
    [['CNP25', '2026-04-04']],
  )
})

test('European renewal fees end with the grant, and the surcharge-free months of Germany lie in its grace period', () => {
  const ep: CaseFacts = {
    sid: 'c',
    country: 'EP',
    route: 'EP_DIRECT',
    patent_type: 'INVENTION',
    status: 'EP_GRANTED',
    filing_date: '2022-01-10',
    grant_date: '2025-06-04',
  }
  assert.deepEqual(
    owed(ep)
      .filter(({ kind }) => kind === 'ANNUITY')
      .map(({ key }) => key),
    ['EP18:3', 'EP18:4'],
  )
  const de: CaseFacts = {
    sid: 'c',
    country: 'DE',
    route: 'DIRECT',
    patent_type: 'INVENTION',
    status: 'GRANTED',
    filing_date: '2022-01-10',
    grant_date: '2025-06-04',
  }
  const fee = find('DE02:5', de)
  assert.deepEqual([fee.official_due, fee.grace_end, fee.explanation.grace?.steps[0]?.until], ['2026-02-02', '2026-07-31', '2026-03-31'])
})

test('British renewals that fell due before grant are due three months after it', () => {
  const gb: CaseFacts = {
    sid: 'c',
    country: 'GB',
    route: 'DIRECT',
    patent_type: 'INVENTION',
    status: 'GRANTED',
    filing_date: '2020-03-10',
    grant_date: '2026-01-14',
  }
  assert.deepEqual([find('GB03:5', gb).raw_due, find('GB03:6', gb).raw_due, find('GB03:7', gb).raw_due], ['2026-04-30', '2026-04-30', '2026-04-30'])
})

test('a state that is reached only after a deadline proves that the deadline was settled', () => {
  const proved = find('CNP15', { ...pending, sub_exam_date: '', filing_date: '2020-03-05', publication_date: '2021-09-05', status: 'OA' })
  assert.deepEqual([proved.status, proved.done_by, proved.explanation.settled?.what], ['DONE', 'OUTCOME', 'OA'])
  assert.equal(find('CNP15', { ...pending, sub_exam_date: '', filing_date: '2020-03-05', status: 'PUBLISHED' }).status, 'MISSED')
})
