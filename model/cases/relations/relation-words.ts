import type { RelationType } from '../related_case.ts'

const WORDS: readonly (readonly [RegExp, RelationType | 'PROVISIONAL'])[] = [
  [/continuation[- ]in[- ]part|\bCIP\b|部分(?:继续|连续|接续)(?:申请)?/i, 'CIP'],
  [/\bdivision(?:al)?\b|\bDIV\b|分案(?:申请)?/i, 'DIV'],
  [/\bcontinuation\b|\bCON\b|(?:继续|连续|接续)申请/i, 'CA'],
  [/\bprovisional\b|临时(?:申请)?/i, 'PROVISIONAL'],
]

/** Whether a text names a division or a continuation of an earlier application. */
export function doesContinue(text: string | undefined): boolean {
  const type = relationIn(text ?? '')?.type
  return type !== undefined && type !== 'PROVISIONAL'
}

/** The relation to an earlier application that a text names, and the text without these words. */
export function relationIn(text: string): { type: RelationType | 'PROVISIONAL'; words: string; rest: string } | undefined {
  for (const [pattern, type] of WORDS) {
    const words = pattern.exec(text)?.[0]
    if (words) return { type, words, rest: text.replace(words, ' ').replace(/\b(?:of|application|appl)\b|[()（）:：]|自|的/gi, ' ').replace(/\s+/g, ' ').trim() } // oxfmt-ignore
  }
  return undefined
}
