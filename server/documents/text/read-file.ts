import { readFile, stat } from 'node:fs/promises'
import { fileTypeFromFile } from 'file-type'
import sharp from 'sharp'
import type { DocumentText, TextPage } from '../../../model/documents/text.ts'
import { decodeText } from '../../import/workbook/encoding.ts'
import { collected, DAMAGED, FileFault, MAX_FILE_BYTES, MAX_PAGES, NO_TEXT, PROTECTED, READING_MS, TOO_LARGE } from './limits.ts'
import { type OfficeKind, textOfOffice } from './office.ts'
import { drawPage, isPicture, openPdf, textOfPage } from './pdf.ts'
import { pageOf, textOfHtml, textOfMail, textOfXml } from './plain.ts'
import { picturesOf, recognisePage } from './recognition.ts'

/** Runs in a separate process, which contains the effects of a malicious file. */
export async function readText(path: string, mediaType: string, embeddedOnly = false): Promise<DocumentText> {
  const end = Date.now() + READING_MS
  const kind = await kindOf(path, mediaType)
  if (kind === 'picture' && embeddedOnly) return noText()
  if (kind === 'pdf') return textOfPdf(path, end, embeddedOnly)
  if (kind === 'picture') return textOfPicture(path, end)
  if (kind === 'docx' || kind === 'xlsx' || kind === 'pptx') return embedded(await textOfOffice(path, kind))
  const bytes = await readFile(path)
  const found = collected()
  if (kind === 'mail') found.add(pageOf(await textOfMail(bytes)))
  else found.add(pageOf(WRITTEN[kind](await decodeText(bytes))))
  return embedded(found)
}

const WRITTEN = { text: (text: string) => text, html: textOfHtml, xml: textOfXml }

type Kind = 'pdf' | 'picture' | OfficeKind | 'text' | 'html' | 'xml' | 'mail'

const BY_CONTENT: Readonly<Record<string, Kind>> = {
  pdf: 'pdf',
  png: 'picture',
  jpg: 'picture',
  tif: 'picture',
  gif: 'picture',
  webp: 'picture',
  bmp: 'picture',
  docx: 'docx',
  docm: 'docx',
  xlsx: 'xlsx',
  xlsm: 'xlsx',
  pptx: 'pptx',
  xml: 'xml',
  eml: 'mail',
}

/** By the content; a text, which has no mark, by the media type that is known of it. */
async function kindOf(path: string, mediaType: string): Promise<Kind> {
  const { size } = await stat(path)
  if (size === 0) throw new FileFault(DAMAGED)
  if (size > MAX_FILE_BYTES) throw new FileFault(TOO_LARGE)
  const found = await fileTypeFromFile(path)
  if (found?.ext === 'cfb') throw new FileFault(/openxml/.test(mediaType) ? PROTECTED : NO_TEXT)
  if (/html/.test(mediaType) && (!found || found.ext === 'xml')) return 'html'
  if (found) return BY_CONTENT[found.ext] ?? (mediaType.startsWith('text/') ? 'text' : noText())
  if (/rfc822/.test(mediaType)) return 'mail'
  if (/xml/.test(mediaType)) return 'xml'
  if (mediaType.startsWith('text/') || mediaType === '') return 'text'
  return noText()
}

function noText(): never {
  throw new FileFault(NO_TEXT)
}

const embedded = ({ pages, isFull }: ReturnType<typeof collected>): DocumentText => ({ pages, how: 'embedded', truncated: isFull })

async function textOfPdf(path: string, end: number, embeddedOnly: boolean): Promise<DocumentText> {
  const pdf = await openPdf(path)
  const found = collected()
  let [recognised, isLate] = [0, false]
  for (let at = 1; at <= pdf.numPages; at++) {
    if (Date.now() > end) isLate = true
    if (isLate) break
    const page = await pdf.getPage(at)
    let text: TextPage = await textOfPage(page)
    if (!embeddedOnly && (await isPicture(page, text))) {
      text = longer(text, await recognisePage(await drawPage(pdf, page)))
      recognised++
    }
    page.cleanup()
    if (!found.add(text)) break
  }
  const how = recognised === 0 ? 'embedded' : recognised === found.pages.length ? 'ocr' : 'mixed'
  return { pages: found.pages, how, truncated: isLate || found.isFull }
}

const longer = (one: TextPage, other: TextPage) => (other.text.length > one.text.length ? other : one)

async function textOfPicture(path: string, end: number): Promise<DocumentText> {
  const found = collected()
  let isLate = false
  for await (const picture of picturesOf(path, MAX_PAGES)) {
    if (Date.now() > end) isLate = true
    if (isLate) break
    const text = await recognisePage(picture)
    if (!found.add(text)) break
  }
  return { pages: found.pages, how: 'ocr', truncated: isLate || found.isFull }
}

/** One page of a PDF or of a picture as WebP, for a screen. */
export async function drawFilePage(path: string, mediaType: string, page: number, side: number): Promise<Buffer> {
  const kind = await kindOf(path, mediaType)
  const drawn = kind === 'pdf' ? await drawnPdf(path, page, side) : kind === 'picture' ? await nth(picturesOf(path, page), page) : noText()
  return sharp(drawn).resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true }).webp({ quality: 82 }).toBuffer()
}

async function drawnPdf(path: string, page: number, side: number): Promise<Buffer> {
  const pdf = await openPdf(path)
  if (page > pdf.numPages) throw new FileFault(DAMAGED)
  return drawPage(pdf, await pdf.getPage(page), side)
}

async function nth(pictures: AsyncGenerator<Buffer>, page: number): Promise<Buffer> {
  let [at, last]: [number, Buffer | undefined] = [0, undefined]
  for await (const picture of pictures) if (++at === page) last = picture
  if (!last) throw new FileFault(DAMAGED)
  return last
}
