import type { VoteMode } from './graph.ts'

export type Vote = 'AGREE' | 'REFUSE' | undefined
export type Verdict = 'PASS' | 'FAIL' | undefined

/** The decision that the votes of a node give; undefined while more votes are needed, and without votes. */
export function verdictOf(mode: VoteMode, votes: readonly Vote[]): Verdict {
  if (votes.length === 0) return undefined
  const agreed = votes.filter((vote) => vote === 'AGREE').length
  const refused = votes.filter((vote) => vote === 'REFUSE').length
  return VERDICTS[mode]({ asked: votes.length, agreed, refused })
}

type Count = { asked: number; agreed: number; refused: number }

const VERDICTS: Record<VoteMode, (count: Count) => Verdict> = {
  ALL_SUBMIT: ({ asked, agreed, refused }) => (agreed + refused === asked ? 'PASS' : undefined),
  HALF_PASS: ({ asked, agreed, refused }) => {
    const half = Math.ceil(asked / 2)
    if (agreed >= half) return 'PASS'
    return refused > asked - half ? 'FAIL' : undefined
  },
  ONE_PASS: ({ asked, agreed, refused }) => (agreed > 0 ? 'PASS' : refused === asked ? 'FAIL' : undefined),
  ALL_PASS: ({ asked, agreed, refused }) => (refused > 0 ? 'FAIL' : agreed === asked ? 'PASS' : undefined),
  ONE_SUBMIT: ({ agreed, refused }) => (agreed > 0 ? 'PASS' : refused > 0 ? 'FAIL' : undefined),
}
