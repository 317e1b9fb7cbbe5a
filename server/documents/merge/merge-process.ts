import { readFile, writeFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { EncryptedPDFError, PDFDocument } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { MERGED } from '../../../model/documents/merge.ts'
import { MAX_PIXELS } from '../picture.ts'
import type { MergeAnswer, MergeWish } from './merge-files.ts'

/** In points. */
const A4 = { short: 595.28, long: 841.89 }
/** The longer side of a drawn page: 300 dots an inch. */
const MAX_SIDE = 3508

class TooManyPages extends Error {}

// Started by merge-files.ts for one PDF. It answers once, and ends.
setPriority(10)
process.once('disconnect', () => process.exit(0))
process.once('message', (wish: MergeWish) => void merged(wish).then((answer) => process.send?.(answer, () => process.exit(0))))

async function merged({ parts, output }: MergeWish): Promise<MergeAnswer> {
  let at = 0
  try {
    const made = await PDFDocument.create()
    for (; at < parts.length; at++) await add(made, parts[at]?.path ?? '', parts[at]?.as ?? 'pdf')
    await writeFile(output, await made.save(), { mode: 0o600 })
    return { pages: made.getPageCount() }
  } catch (error) {
    return { at, why: error instanceof EncryptedPDFError ? 'locked' : error instanceof TooManyPages ? 'many' : 'damaged' }
  }
}

async function add(made: PDFDocument, path: string, as: 'pdf' | 'picture') {
  if (as === 'picture') return addPicture(made, path)
  const part = await opened(await readFile(path))
  refuseTooMany(made, part.getPageCount())
  for (const page of await made.copyPages(part, part.getPageIndices())) made.addPage(page)
}

/** One with only a password of its owner opens without any. */
async function opened(bytes: Buffer): Promise<PDFDocument> {
  try {
    return await PDFDocument.load(bytes, { updateMetadata: false })
  } catch (error) {
    if (!(error instanceof EncryptedPDFError)) throw error
    return await PDFDocument.load(bytes, { updateMetadata: false, password: '' }).catch(() => Promise.reject(error))
  }
}

function refuseTooMany(made: PDFDocument, more: number) {
  if (more === 0) throw new Error('no pages')
  if (made.getPageCount() + more > MERGED.pages) throw new TooManyPages()
}

/** Each page of a picture fills a sheet of A4, upright or across. */
async function addPicture(made: PDFDocument, path: string) {
  const { format, pages = 1 } = await sharp(path, { limitInputPixels: MAX_PIXELS }).metadata()
  const count = format === 'tiff' ? pages : 1
  refuseTooMany(made, count)
  for (let page = 0; page < count; page++) {
    const drawn = sharp(path, { page, limitInputPixels: MAX_PIXELS, failOn: 'truncated' })
      .autoOrient()
      .flatten({ background: '#fff' })
      .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .timeout({ seconds: 20 })
    const image =
      format === 'jpeg' ? await made.embedJpg(await drawn.jpeg({ quality: 88 }).toBuffer()) : await made.embedPng(await drawn.png().toBuffer())
    const [width, height] = image.width > image.height ? [A4.long, A4.short] : [A4.short, A4.long]
    const scale = Math.min(width / image.width, height / image.height)
    const [w, h] = [image.width * scale, image.height * scale]
    made.addPage([width, height]).drawImage(image, { x: (width - w) / 2, y: (height - h) / 2, width: w, height: h })
  }
}
