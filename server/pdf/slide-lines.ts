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

type Room = { width: number; size: number; most: number }

/** A text in pieces that take so many lines at most; a piece with wider letters or more breaks than the others is cut again. */
export function cutIntoLines(text: string, room: Room): string[] {
  const { width, size, most } = room
  const letters = [...text]
  const lines = linesOf(text, width, size)
  if (lines <= most || letters.length < 2) return [text]
  const each = Math.max(1, Math.floor((letters.length * most) / lines))
  const pieces = Array.from({ length: Math.ceil(letters.length / each) }, (_, at) => letters.slice(at * each, (at + 1) * each).join(''))
  return pieces.flatMap((piece) => cutIntoLines(piece, room))
}
