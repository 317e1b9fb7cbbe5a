import type { Lang } from '../../kit/fields.ts'

// The limit of a spreadsheet cell in characters.
const MAX_CELL_CHARS = 32_767

/** Ends a text longer than a cell with a mark, so that the part cannot pass for the whole. */
export function cutText(text: string, lang: Lang): string {
  if (text.length <= MAX_CELL_CHARS) return text
  const sign = lang === 'zh' ? `……【未完，全文共 ${text.length} 字】` : `…… [cut; ${text.length} characters in all]`
  return text.slice(0, MAX_CELL_CHARS - sign.length).toWellFormed() + sign
}

export const isCut = (text: string) => /……(【未完，全文共 \d+ 字】| \[cut; \d+ characters in all\])$/.test(text.slice(-80))
