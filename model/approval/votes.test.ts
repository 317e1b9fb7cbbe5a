import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { VOTE_MODES, type VoteMode } from './graph.ts'
import { verdictOf, type Verdict, type Vote } from './votes.ts'

const VOTES: Record<string, Vote> = { a: 'AGREE', r: 'REFUSE', '-': undefined }
const votes = (text: string) => [...text].map((one) => VOTES[one])

/** Votes of those asked: agreed, refused, not yet given. */
const ROWS: Record<VoteMode, Record<string, Verdict>> = {
  ALL_SUBMIT: { '---': undefined, 'rr-': undefined, 'aa-': undefined, rrr: 'PASS', arr: 'PASS', aaa: 'PASS' },
  HALF_PASS: {
    a: 'PASS', r: 'FAIL', '--': undefined, 'a-': 'PASS', 'r-': undefined, rr: 'FAIL', 'a--': undefined, 'aa-': 'PASS',
    'ar-': undefined, 'rr-': 'FAIL', 'rr--': undefined, 'rrr-': 'FAIL', 'aarr': 'PASS', 'rrr--': 'FAIL', 'aarr-': undefined,
  },
  ONE_PASS: { '--': undefined, 'r-': undefined, 'a-': 'PASS', ra: 'PASS', rr: 'FAIL' },
  ALL_PASS: { '--': undefined, 'a-': undefined, aa: 'PASS', 'r-': 'FAIL', ar: 'FAIL' },
  ONE_SUBMIT: { '--': undefined, 'a-': 'PASS', 'r-': 'FAIL' },
} // oxfmt-ignore

for (const [mode, rows] of Object.entries(ROWS) as [VoteMode, Record<string, Verdict>][])
  for (const [given, verdict] of Object.entries(rows))
    test(`[4.07] ${mode} of ${given}: ${verdict ?? 'more votes are needed'}`, () => assert.equal(verdictOf(mode, votes(given)), verdict))

const modes = fc.constantFrom(...(Object.keys(VOTE_MODES) as VoteMode[]))
const cast = fc.array(fc.constantFrom<Vote>('AGREE', 'REFUSE'), { minLength: 1, maxLength: 12 })

test('nobody asked decides nothing, in whichever mode', () => {
  for (const mode of Object.keys(VOTE_MODES) as VoteMode[]) assert.equal(verdictOf(mode, []), undefined)
})

test('[4.07] everybody’s votes decide, and a verdict stays when further votes come', () => {
  fc.assert(
    fc.property(modes, cast, (mode, all) => {
      const verdicts = Array.from({ length: all.length + 1 }, (_, given) =>
        verdictOf(
          mode,
          all.map((vote, at) => (at < given ? vote : undefined)),
        ),
      )
      assert.notEqual(verdicts.at(-1), undefined)
      if (mode === 'ONE_SUBMIT') return
      const first = verdicts.findIndex((verdict) => verdict !== undefined)
      assert.deepEqual(new Set(verdicts.slice(first)).size, 1)
    }),
  )
})

test('[4.07] the order of the votes does not matter, except that the first decides where it is to', () => {
  fc.assert(fc.property(modes, cast, (mode, all) => assert.equal(verdictOf(mode, all), verdictOf(mode, all.toReversed()))))
})
