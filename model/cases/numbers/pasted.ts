import { recognise } from './recognise.ts'

/** Splits a pasted text into numbers: one per line, or separated by commas, semicolons or blanks outside a number. */
export function pastedNumbers(text: string): string[] {
  const parts = text
    .normalize('NFKC')
    .split(/[\n\r\t;；、，]|,(?!\d{3}(?!\d))/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  return [...new Set(parts.flatMap(apart))]
}

/** `US 11,987,654 B2` is one number, `ZL202310123456.6 CN117123456A` are two. */
function apart(part: string): string[] {
  const words = part.split(/\s+/)
  if (words.length === 1 || recognise(part)[0]?.kind !== 'unknown') return [part]
  return words.every((word) => /\d/.test(word) && word.length >= 4) ? words : [part]
}
