import { symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import Tesseract from 'tesseract.js'
import { type Span, type TextLine, type TextPage, withoutSpaces } from '../../../model/documents/text.ts'
import { FileFault, MAX_PIXELS, TOO_LARGE } from './limits.ts'

const MAX_SIDE = 3500
const MIN_SIDE = 1400
// A line below is noise of a drawing.
const LEAST_CONFIDENCE = 0.3

const { resolve } = createRequire(import.meta.url)

let started: Promise<Tesseract.Worker> | undefined
const reader = () => (started ??= start())

/** The languages come with the product, each in a package of its own; the reader wants them in one folder. */
async function start(): Promise<Tesseract.Worker> {
  const folder = process.env.INNOE_READING ?? tmpdir()
  for (const code of LANGUAGES) {
    const name = `${code}.traineddata.gz`
    await symlink(resolve(`@tesseract.js-data/${code}/4.0.0_best_int/${name}`), join(folder, name))
  }
  return Tesseract.createWorker(LANGUAGES.join('+'), 1, { langPath: folder, cacheMethod: 'none' })
}

const LANGUAGES = ['eng', 'chi_sim']

/** Reads the text of a picture of a page: English and simplified Chinese. */
export async function recognisePage(picture: Buffer): Promise<TextPage> {
  const { data, info } = await sharp(picture, { limitInputPixels: MAX_PIXELS })
    .flatten({ background: '#fff' })
    .greyscale()
    .png()
    .toBuffer({ resolveWithObject: true })
  const read = await (await reader()).recognize(data, {}, { text: false, blocks: true })
  const found = (read.data.blocks ?? []).flatMap(({ paragraphs }) => paragraphs.flatMap(({ lines }) => lines))
  const lines = found.map((line) => lineOf(line, info)).filter(({ text, confidence = 0 }) => text !== '' && confidence >= LEAST_CONFIDENCE)
  return { text: lines.map(({ text }) => text).join('\n'), lines }
}

function lineOf({ words, bbox, confidence }: Tesseract.Line, { width, height }: { width: number; height: number }): TextLine {
  let text = ''
  const spans: Span[] = []
  for (const word of words) {
    const joined = withoutSpaces(`${text.slice(-1)} ${word.text}`)
    if (text && joined.startsWith(`${text.slice(-1)} `)) text += ' '
    spans.push([text.length, word.bbox.x0 / width, word.bbox.x1 / width])
    text += word.text
  }
  const box = [bbox.x0 / width, bbox.y0 / height, (bbox.x1 - bbox.x0) / width, (bbox.y1 - bbox.y0) / height] as const
  return { text: text.trim(), box, spans, confidence: confidence / 100 }
}

/** The pages of a picture file, in a size that suits recognition. */
export async function* picturesOf(path: string, most: number): AsyncGenerator<Buffer> {
  const { width, height, pages = 1, format } = await sharp(path, { limitInputPixels: false, failOn: 'none' }).metadata()
  if (width * height > MAX_PIXELS) throw new FileFault(TOO_LARGE)
  for (let page = 0; page < Math.min(format === 'tiff' ? pages : 1, most); page++) {
    const side = Math.max(width, height)
    const wanted = Math.min(MAX_SIDE, Math.max(side, MIN_SIDE))
    yield await sharp(path, { limitInputPixels: MAX_PIXELS, page, failOn: 'truncated' })
      .autoOrient()
      .flatten({ background: '#fff' })
      .resize({ width: wanted, height: wanted, fit: 'inside' })
      .png({ compressionLevel: 1 })
      .timeout({ seconds: 20 })
      .toBuffer()
  }
}
