/** Left, top, width and height as parts of the page: 0 to 1. */
export type Box = readonly [number, number, number, number]

/** A part of a line that begins at this character, and its left and right edge. */
export type Span = readonly [number, number, number]

/** One line of a page. `confidence`: of the recognition of a picture, 0 to 1; a line of an embedded text has none. */
export type TextLine = { text: string; box?: Box; spans?: readonly Span[]; confidence?: number }

/** `text` is all lines together. A text file and a message have one page, a workbook or a presentation one for each sheet or slide. */
export type TextPage = { text: string; lines: readonly TextLine[] }

/** Text of a file: stated in it, recognised from its pictures, or both. `truncated`: a limit ended the reading. */
export type DocumentText = { pages: readonly TextPage[]; how: 'embedded' | 'ocr' | 'mixed'; truncated: boolean }

const CJK = '\\p{Script=Han}\\u3000-\\u303f\\uff00-\\uffef'
const BETWEEN_CJK = new RegExp(`(?<=[${CJK}]) +(?=[${CJK}])`, 'gu')

/** Chinese is written without spaces; recognition and typesetting put some between its characters. */
export const withoutSpaces = (text: string) => text.replace(BETWEEN_CJK, '')

/** The place of a part of a line. */
export function boxWithin({ text, box, spans = [] }: TextLine, from: number, to: number): Box | undefined {
  if (!box) return undefined
  const [left, top, width, height] = box
  const edge = (at: number, side: 'left' | 'right') => {
    const index = spans.findLastIndex(([start]) => start < at || (side === 'left' && start === at))
    const span = spans[Math.max(index, 0)]
    const [start, x0, x1] = span ?? [0, left, left + width]
    const end = (span && spans[Math.max(index, 0) + 1]?.[0]) ?? text.length
    return x0 + (x1 - x0) * Math.min(1, Math.max(0, (at - start) / Math.max(1, end - start)))
  }
  const [x0, x1] = [edge(from, 'left'), edge(to, 'right')]
  return [x0, top, Math.max(0, x1 - x0), height]
}
