/** A fault of a number, in words that follow the label of its field: they do not name it again. An error blocks saving, a warning is only shown; `expected` is the valid spelling. */
export type NumberFault = { level: 'error' | 'warning'; code: string; zh: string; en: string; expected?: string }

export function error(code: string, zh: string, en: string, expected?: string): NumberFault {
  return expected === undefined ? { level: 'error', code, zh, en } : { level: 'error', code, zh, en, expected }
}

export function warning(code: string, zh: string, en: string, expected?: string): NumberFault {
  return { ...error(code, zh, en, expected), level: 'warning' }
}

/** Full-width to half-width, upper case, no spaces: the form for comparing numbers. */
export function plain(text: string): string {
  return text.normalize('NFKC').toUpperCase().replace(/\s+/gu, '')
}

/** Σ digit × weight, where `valueOf` gives the value of a character. */
export function weighted(text: string, weights: readonly number[], valueOf: (character: string) => number = Number): number {
  return weights.reduce((sum, weight, index) => sum + weight * valueOf(text[index] ?? '0'), 0)
}
