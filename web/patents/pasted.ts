/** The numbers in a pasted text: one to a line, or parted by tabs, semicolons and Chinese commas; each once. */
export function valuesIn(text: string): string[] {
  const parts = text.split(/[\n\r\t;；、，|]+|,(?!\d{3}(?:\D|$))/).map((part) => part.trim().replace(/^["'“”]+|["'“”]+$/g, ''))
  return [...new Set(parts.filter(Boolean))]
}
