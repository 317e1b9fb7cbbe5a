import sharp, { type Metadata } from 'sharp'
import { pictureTypeOf } from '../../model/kit/pictures.ts'

export type ReadPicture = { width: number; height: number; dpi: number | null; thumbnail: Buffer }

/** About ten times an A4 page at 300 dpi. A small file may declare far more. */
export const MAX_PIXELS = 100_000_000
const MAX_SECONDS = 20
const THUMBNAIL_PX = 240

// Recognised by content only: an SVG is never read, under any name.
const FORMATS: ReadonlySet<string> = new Set(['png', 'jpeg', 'tiff', 'gif'])

/** The facts of a picture and a small copy of it; undefined where the file is none, is damaged or is too large. */
export async function readPicture(path: string, contentType: string): Promise<ReadPicture | undefined> {
  if (!pictureTypeOf(contentType)) return undefined
  try {
    const picture = sharp(path, { limitInputPixels: MAX_PIXELS, failOn: 'truncated', sequentialRead: true })
    const found = await picture.metadata()
    if (!FORMATS.has(found.format)) return undefined
    const thumbnail = await picture
      .autoOrient()
      .resize({ width: THUMBNAIL_PX, height: THUMBNAIL_PX, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .webp()
      .timeout({ seconds: MAX_SECONDS })
      .toBuffer()
    return { ...found.autoOrient, dpi: dpiOf(found), thumbnail }
  } catch {
    return undefined // the file is kept as a document all the same
  }
}

/** A JPEG that states no unit states no resolution, though the library then says 72. */
const dpiOf = ({ density, resolutionUnit }: Metadata) => (density && resolutionUnit ? density : null)
