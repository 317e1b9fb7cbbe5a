import { type Element, textIn } from '../import/workbook/xml-tree.ts'

/** The first date in the element, where there is such a day. */
export function dayIn(element: Element | undefined): string | null {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(textIn(element, 'date') ?? '') ?? []
  try {
    return year ? Temporal.PlainDate.from(`${year}-${month}-${day}`, { overflow: 'reject' }).toString() : null
  } catch {
    return null
  }
}

/** In one line that can be stored. */
export const plainText = (text: string) =>
  // Half a character at the cut cannot be stored.
  text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 255)
    .toWellFormed()
