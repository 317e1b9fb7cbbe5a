/** A paragraph of two texts: in both, only in the new one, only in the old one, or changed, with its parts. */
export type Change =
  | { is: 'same' | 'added' | 'removed'; text: string }
  | { is: 'changed'; parts: { is: 'same' | 'added' | 'removed'; text: string }[] }

type Step<T> = { is: 'same' | 'added' | 'removed'; one: T }

/** No more differences than these are searched for: the text between them counts as replaced. */
const MAX_STEPS = { paragraphs: 1000, words: 200 } as const
const MAX_PAIR = 4000
/** Limit for each text, so that a comparison takes at most a second. */
export const COMPARED = 300_000

/** The differences of two texts by paragraphs; a paragraph that was rewritten, by its words and characters. */
export function compareTexts(before: string, after: string): Change[] {
  const steps = differences(paragraphsOf(before), paragraphsOf(after), MAX_STEPS.paragraphs)
  const changes: Change[] = []
  for (let at = 0; at < steps.length;) {
    const removed = runOf(steps, at, 'removed')
    const added = runOf(steps, at + removed.length, 'added')
    if (removed.length > 0 && removed.length === added.length) changes.push(...removed.map((one, line) => rewritten(one, added[line] ?? '')))
    else changes.push(...removed.map((text) => ({ is: 'removed' as const, text })), ...added.map((text) => ({ is: 'added' as const, text })))
    at += removed.length + added.length
    const same = steps[at]
    if (same?.is === 'same') {
      changes.push({ is: 'same', text: same.one })
      at++
    }
  }
  return changes
}

const paragraphsOf = (text: string) =>
  text
    .split(/\n+/)
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')

function runOf(steps: readonly Step<string>[], from: number, is: Step<string>['is']) {
  const end = steps.findIndex((step, at) => at >= from && step.is !== is)
  return steps.slice(from, end < 0 ? undefined : end).map(({ one }) => one)
}

function rewritten(before: string, after: string): Change {
  if (before.length + after.length > MAX_PAIR) return { is: 'changed', parts: [{ is: 'removed', text: before }, { is: 'added', text: after }] } // oxfmt-ignore
  const parts: { is: 'same' | 'added' | 'removed'; text: string }[] = []
  for (const { is, one } of differences(wordsOf(before), wordsOf(after), MAX_STEPS.words)) {
    const last = parts.at(-1)
    if (last?.is === is) last.text += one
    else parts.push({ is, text: one })
  }
  return { is: 'changed', parts }
}

/** Latin words and numbers whole, all other characters alone. */
const wordsOf = (text: string) => text.match(/[A-Za-z0-9]+|\s+|[^A-Za-z0-9\s]/gu) ?? []

/** The shortest way from one list to the other, after Myers. */
function differences<T>(before: readonly T[], after: readonly T[], most: number): Step<T>[] {
  let [start, end] = [0, 0]
  while (start < Math.min(before.length, after.length) && before[start] === after[start]) start++
  while (end < Math.min(before.length, after.length) - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++
  const same = (one: T): Step<T> => ({ is: 'same', one })
  const middle = shortest(before.slice(start, before.length - end), after.slice(start, after.length - end), most)
  return [...before.slice(0, start).map(same), ...middle, ...before.slice(before.length - end).map(same)]
}

function shortest<T>(before: readonly T[], after: readonly T[], most: number): Step<T>[] {
  const reach = new Map([[1, 0]])
  const trail: Map<number, number>[] = []
  for (let steps = 0; steps <= most; steps++) {
    trail.push(new Map(reach))
    for (let line = -steps; line <= steps; line += 2) {
      const [down, right] = [reach.get(line + 1) ?? -1, reach.get(line - 1) ?? -1]
      let x = line === -steps || (line !== steps && right < down) ? down : right + 1
      while (x < before.length && x - line < after.length && before[x] === after[x - line]) x++
      reach.set(line, x)
      if (x >= before.length && x - line >= after.length) return wayBack(before, after, trail)
    }
  }
  return [...before.map((one): Step<T> => ({ is: 'removed', one })), ...after.map((one): Step<T> => ({ is: 'added', one }))]
}

function wayBack<T>(before: readonly T[], after: readonly T[], trail: readonly ReadonlyMap<number, number>[]): Step<T>[] {
  const steps: Step<T>[] = []
  let [x, y] = [before.length, after.length]
  for (let count = trail.length - 1; count >= 0; count--) {
    const reach = trail[count] ?? new Map<number, number>()
    const line = x - y
    const isDown = line === -count || (line !== count && (reach.get(line - 1) ?? -1) < (reach.get(line + 1) ?? -1))
    const from = isDown ? line + 1 : line - 1
    const startX = reach.get(from) ?? 0
    const startY = startX - from
    for (; x > startX && y > startY && x > 0 && y > 0; y--) steps.push({ is: 'same', one: before[--x] as T }) // within the list
    if (count === 0) break
    if (isDown) steps.push({ is: 'added', one: after[--y] as T }) // within the list
    else steps.push({ is: 'removed', one: before[--x] as T }) // within the list
  }
  return steps.reverse()
}
