import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { getDocument, OPS, type PDFDocumentProxy, type PDFPageProxy, PasswordException, Util } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { Span, TextLine, TextPage } from '../../../model/documents/text.ts'
import { DAMAGED, FileFault, MAX_PIXELS, PROTECTED } from './limits.ts'

const FOLDER = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
// A page with fewer characters is a picture with a stamp of the archive.
const FEW_CHARS = 24
const DPI = 250
const MAX_SIDE = 3500

export async function openPdf(path: string): Promise<PDFDocumentProxy> {
  try {
    return await getDocument({
      data: new Uint8Array(await readFile(path)),
      cMapUrl: `${FOLDER}/cmaps/`,
      standardFontDataUrl: `${FOLDER}/standard_fonts/`,
      wasmUrl: `${FOLDER}/wasm/`,
      iccUrl: `${FOLDER}/iccs/`,
      useSystemFonts: false,
      disableFontFace: true,
      enableXfa: false,
      maxImageSize: MAX_PIXELS,
      verbosity: 0,
    }).promise
  } catch (error) {
    throw new FileFault(error instanceof PasswordException || (error as Error).name === 'PasswordException' ? PROTECTED : DAMAGED)
  }
}

/** The embedded text of a page, line by line. */
export async function textOfPage(page: PDFPageProxy): Promise<TextPage> {
  const viewport = page.getViewport({ scale: 1 })
  const { items } = await page.getTextContent()
  const pieces = items.flatMap((item) => ('str' in item && item.str.trim() ? pieceOf(item, viewport.transform) : []))
  const lines = rowsOf(pieces).map((row) => lineOf(row, viewport))
  return { text: lines.map(({ text }) => text).join('\n'), lines }
}

type Piece = { text: string; x: number; y: number; width: number; height: number }

function pieceOf({ str, transform, width }: { str: string; transform: number[]; width: number }, view: number[]): Piece {
  const [, , c = 0, d = 0, x = 0, y = 0] = Util.transform(view, transform) as number[]
  return { text: str, x, y, width, height: Math.hypot(c, d) || 10 }
}

function rowsOf(pieces: readonly Piece[]): Piece[][] {
  const rows: Piece[][] = []
  for (const piece of pieces.toSorted((a, b) => a.y - b.y)) {
    const row = rows.at(-1)
    const base = row?.[0]
    if (row && base && piece.y - base.y < Math.max(2, Math.min(base.height, piece.height) * 0.5)) row.push(piece)
    else rows.push([piece])
  }
  return rows.map((row) => row.toSorted((a, b) => a.x - b.x))
}

const IS_CJK = /[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u

function lineOf(row: readonly Piece[], { width, height }: { width: number; height: number }): TextLine {
  let [text, end] = ['', 0]
  const spans: Span[] = []
  for (const piece of row) {
    if (text) text += gapBetween(text, piece.text, (piece.x - end) / piece.height)
    spans.push([text.length, piece.x / width, (piece.x + piece.width) / width])
    text += piece.text
    end = piece.x + piece.width
  }
  const [left, right] = [Math.min(...row.map(({ x }) => x)), Math.max(...row.map((piece) => piece.x + piece.width))]
  const [top, bottom] = [Math.min(...row.map((piece) => piece.y - piece.height)), Math.max(...row.map((piece) => piece.y + piece.height * 0.2))]
  return { text: text.trimEnd(), box: [left / width, top / height, (right - left) / width, (bottom - top) / height], spans }
}

/** Columns stay apart by two spaces. */
function gapBetween(before: string, after: string, gap: number): string {
  if (gap > 1.4) return '  '
  const isCjk = IS_CJK.test(before.at(-1) ?? '') && IS_CJK.test(after[0] ?? '')
  return gap > 0.15 && !isCjk && !/\s$/.test(before) ? ' ' : ''
}

/** A page without text of its own that shows a picture. */
export async function isPicture(page: PDFPageProxy, { text }: TextPage): Promise<boolean> {
  const signs = text.replace(/\s/g, '')
  const unreadable = signs.match(/[\ufffd\p{Co}\p{Cc}]/gu)?.length ?? 0
  if (signs.length >= FEW_CHARS && unreadable < signs.length * 0.3) return false
  const { fnArray } = await page.getOperatorList()
  const drawn: number[] = [OPS.paintImageXObject, OPS.paintInlineImageXObject, OPS.paintImageMaskXObject, OPS.constructPath]
  return fnArray.some((operation: number) => drawn.includes(operation))
}

type Canvas = { canvas: { toBuffer(type: 'image/png'): Buffer }; context: CanvasRenderingContext2D }
type Canvases = { create(width: number, height: number): Canvas; destroy(canvas: Canvas): void }

/** The page as a picture, at most `side` pixels long. */
export async function drawPage(pdf: PDFDocumentProxy, page: PDFPageProxy, side = MAX_SIDE): Promise<Buffer> {
  const { width, height } = page.getViewport({ scale: 1 })
  const viewport = page.getViewport({ scale: Math.min(DPI / 72, side / Math.max(width, height, 1)) })
  const canvases = pdf.canvasFactory as Canvases // the library's own, on the canvas that it installs
  const drawn = canvases.create(Math.max(1, Math.ceil(viewport.width)), Math.max(1, Math.ceil(viewport.height)))
  try {
    const canvas = drawn.canvas as unknown as HTMLCanvasElement // outside a browser it is the library's own
    await page.render({ canvas, canvasContext: drawn.context, viewport, background: '#fff' }).promise
    return drawn.canvas.toBuffer('image/png')
  } finally {
    canvases.destroy(drawn)
  }
}
