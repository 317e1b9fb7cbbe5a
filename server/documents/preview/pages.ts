import sharp from 'sharp'
import { type Preview, SHOWN } from '../../../model/documents/preview.ts'
import { refuse } from '../../errors.ts'
import { DAMAGED } from './limits.ts'
import { MAX_PIXELS } from '../picture.ts'

const WIDEST = 2400
const MAX_SECONDS = 20

/** A picture that browsers show themselves is sent as it is; of a TIF, each page as a PNG. */
export async function previewPicture(path: string, content_type: string): Promise<Preview> {
  try {
    const { pages = 1, width, height } = await sharp(path, { failOn: 'truncated', limitInputPixels: false }).metadata()
    if (width * height > MAX_PIXELS) return { kind: 'none', why: 'large' }
    return content_type === 'image/tiff' ? { kind: 'pages', pages: Math.min(pages, SHOWN.pages) } : { kind: 'picture' }
  } catch {
    return { kind: 'none', why: 'damaged' }
  }
}

export async function pagePicture(path: string, page: number): Promise<Buffer> {
  try {
    return await sharp(path, { page: page - 1, limitInputPixels: MAX_PIXELS, failOn: 'truncated' })
      .autoOrient()
      .resize({ width: WIDEST, height: WIDEST, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .png({ compressionLevel: 6 })
      .timeout({ seconds: MAX_SECONDS })
      .toBuffer()
  } catch {
    return refuse('rule', DAMAGED)
  }
}
