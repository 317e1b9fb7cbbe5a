import type { Options } from '../../kit/fields.ts'

export const ASSIGN_RULES = {
  EQUAL: ['平均分派', 'Equal parts'],
  MANUAL: ['按指定数量', 'By numbers'],
  CLAIM: ['自行领取', 'People take their own'],
} as const satisfies Options

export type AssignRule = keyof typeof ASSIGN_RULES
export type Quota = { user_sid: string; quota?: number | null }

/** The number of people who index each publication, independently of each other. */
export const readersOf = (isBlind: boolean) => (isBlind ? 2 : 1)

/** The people of each publication, never the same person twice; empty lists if people take their own. */
export function distribute(count: number, people: readonly Quota[], { rule, isBlind }: { rule: AssignRule; isBlind: boolean }): string[][] {
  const each = readersOf(isBlind)
  if (rule === 'CLAIM') return Array.from({ length: count }, () => [])
  if (rule === 'EQUAL')
    return Array.from({ length: count }, (_, at) =>
      Array.from({ length: each }, (_of, nth) => people[(at * each + nth) % people.length]?.user_sid ?? ''),
    )
  const left = new Map(people.map(({ user_sid, quota }) => [user_sid, quota ?? 0]))
  return Array.from({ length: count }, () => {
    // The people with the most open work come first, so the last publications never get the same person twice.
    const named = [...left].toSorted(([, one], [, other]) => other - one).slice(0, each).map(([user]) => user) // oxfmt-ignore
    for (const user of named) left.set(user, (left.get(user) ?? 0) - 1)
    return named
  })
}

/** Whether these numbers can be distributed: their sum is exact, and no person has more than there are publications. */
export const canDistribute = (count: number, people: readonly Quota[], isBlind: boolean) =>
  people.reduce((sum, { quota }) => sum + (quota ?? 0), 0) === count * readersOf(isBlind) && people.every(({ quota }) => (quota ?? 0) <= count)
