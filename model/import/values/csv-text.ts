/** A text in a file of comma-separated values. One that a spreadsheet would take for a formula is marked as a text. */
export function csvText(text: string): string {
  const marked = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(marked) ? `"${marked.replaceAll('"', '""')}"` : marked
}

/** Without the mark of a text that looks like a formula. */
export const withoutMark = (text: string) => text.replace(/^'(?=[=+\-@])/, '')
