// How much room texts take on a slide: a presentation carries no font, so this is reckoned, and on the safe side.

const POINTS = 72
/** Of the lines that the faces need which replace the Chinese one. */
const SPACING = 1.45

/** A Chinese letter is as wide as high, another a little more than half so wide; lines are not filled to their end. */
const emsOf = (text: string) => text.length * 0.56 + (text.match(/[^\u0000-\u02ff]/g)?.length ?? 0) * 0.44
const FILLED = 0.88

export function linesOf(text: string, width: number, size: number): number {
  const ofLine = (line: string) => {
    const lines = (emsOf(line) * size) / POINTS / width
    return lines <= 1 ? 1 : Math.ceil(lines / FILLED)
  }
  return text.split('\n').reduce((sum, line) => sum + ofLine(line), 0)
}

/** In inches. */
export const heightOfLines = (lines: number, size: number) => (lines * size * SPACING) / POINTS

/** A text in pieces that take so many lines at most. */
export function cutIntoLines(text: string, { width, size, most }: { width: number; size: number; most: number }): string[] {
  const lines = linesOf(text, width, size)
  if (lines <= most) return [text]
  const letters = Math.max(1, Math.floor((text.length * most) / lines))
  return Array.from({ length: Math.ceil(text.length / letters) }, (_, at) => text.slice(at * letters, (at + 1) * letters).toWellFormed())
}
