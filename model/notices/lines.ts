import { boxWithin, type TextLine, type TextPage } from '../documents/text.ts'
import type { Place } from './reading.ts'

/** A line with its page, in half-width characters. */
export type ReadLine = TextLine & { page: number }

/** Only the first pages of a notice contain its facts. */
const MAX_PAGES = 4

export function linesOf(pages: readonly TextPage[]): ReadLine[] {
  return pages.slice(0, MAX_PAGES).flatMap(({ lines }, at) => lines.map((line) => ({ ...line, text: halfWidth(line.text), page: at + 1 })))
}

/** Character by character, so that places stay true. */
const halfWidth = (text: string) =>
  text.replace(/[\uff01-\uff5e\u3000]/g, (sign) => (sign === '\u3000' ? ' ' : String.fromCharCode(sign.charCodeAt(0) - 0xfee0)))

export function placeOf(line: ReadLine, from: number, to: number): Place {
  const box = boxWithin(line, from, to)
  return { page: line.page, ...(box && { box }), quote: line.text.trim().slice(0, 200) }
}

/** A label as printed: with spaces between its characters, and in any case. */
export function labelPattern(label: string): RegExp {
  const isSpaced = /[^\x20-\x7e]/.test(label)
  const signs = [...label].map((sign) => (sign === ' ' ? '\\s+' : sign.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')))
  const before = isSpaced ? '' : '(?<![A-Za-z])'
  const after = isSpaced ? '' : '(?![A-Za-z])'
  return new RegExp(`${before}${signs.join(isSpaced ? '\\s*' : '')}${after}`, 'i')
}

/** A part of a line that may hold the value of a label: the text after it, or below it. */
export type Beside = { line: ReadLine; from: number; /** The left edge of a label above. */ under?: number; below: number }

const LINES_BELOW = 3

/** The parts of lines that may hold the values of a label; the rest of its own line comes first. */
export function besideLabel(lines: readonly ReadLine[], label: RegExp): Beside[][] {
  return lines.flatMap((line, at) => {
    const match = label.exec(line.text)
    if (!match) return []
    const left = boxWithin(line, match.index, match.index + match[0].length)?.[0]
    const below = lines.slice(at + 1, at + 1 + LINES_BELOW).filter(({ page }) => page === line.page)
    return [
      [
        { line, from: match.index + match[0].length, below: 0 },
        ...below.map((next, index) => ({ line: next, from: 0, below: index + 1, ...(left !== undefined && { under: left }) })),
      ],
    ]
  })
}
