import { sizeOfPng } from '../../model/settings/layouts/appearance.ts'
import type { Letterhead, PdfChart, PdfDocument, PdfTable } from './document.ts'
import { clean } from './layout.ts'
import { addChart } from './slide-chart.ts'
import { cutIntoLines, linesOf } from './slide-lines.ts'
import { BOTTOM, GREY, hex, INK, MARGIN, Presentation, type Pptx, type Style, TOP, WIDTH, WITHIN } from './slide-page.ts'
import { addTable, pagesOfTable } from './slide-table.ts'

/** A larger presentation is not read, and takes minutes to open. */
const MAX_SLIDES = 300
const LINES_OF_TEXT = 13
const TEXT_SIZE = 16
const NOTE_SIZE = 10
const LINES_OF_NOTE = 2
const TITLE_WIDTH = WITHIN - 2
const TITLE_SIZE = 24
/** Of a title that needs two lines. */
const LONG_TITLE_SIZE = 14
const USUAL_COLOUR = '#1d4f91'

/** The document as slides with charts and tables that can be edited; undefined where it would have too many. */
export async function drawSlides(document: PdfDocument): Promise<Uint8Array | undefined> {
  const shown = shownOf(document)
  if (shown.length > MAX_SLIDES) return undefined
  const { title, lang, letterhead, cover } = document
  const deck = new Presentation()
  // Names of Chinese cases are read in English slides, too.
  const face = lang === 'zh' ? 'Microsoft YaHei' : 'Arial'
  deck.layout = 'LAYOUT_WIDE'
  deck.title = clean(title)
  deck.author = clean(letterhead?.company ?? '')
  // Of all texts, the package writes this one alone as it is.
  deck.company = deck.author.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)
  deck.theme = { headFontFace: face, bodyFontFace: face }
  const colour = hex(cover?.colour ?? USUAL_COLOUR)
  const style: Style = { face, colour, language: lang === 'zh' ? 'zh-CN' : 'en-US' }
  deck.defineSlideMaster(pageOf(document, style))
  drawCover(deck, document, style)
  for (const one of shown) drawSlide(deck, one, style)
  // A buffer, as the package gives it in Node.
  return (await deck.stream({ compression: true })) as Uint8Array
}

type Shown = { title: string; note: string } & ({ chart: PdfChart } | { table: PdfTable } | { lines: readonly string[] })

/** Content of each slide: a chart, the rows of a table that fit, or texts; each below the last heading */
function shownOf({ title, blocks }: PdfDocument): Shown[] {
  const shown: Shown[] = []
  let heading = title
  let texts: string[] = []
  const tell = () => {
    shown.push(...pagesOfTexts(texts).map((lines) => ({ title: heading, note: '', lines })))
    texts = []
  }
  for (const block of blocks) {
    if (typeof block === 'string') texts.push(block)
    else if ('table' in block) {
      // A remark above a table is read with it.
      const isNote = texts.length === 1 && linesOf(texts[0] ?? '', WITHIN, NOTE_SIZE) <= LINES_OF_NOTE
      const [note = ''] = isNote ? texts.splice(0) : []
      tell()
      const pages = pagesOfTable(block.table)
      shown.push(...pages.map((table, at) => ({ title: pages.length > 1 ? `${heading} (${at + 1}/${pages.length})` : heading, note: at === 0 ? note : '', table }))) // oxfmt-ignore
    } else if ('figures' in block) texts.push(...block.figures.map(({ label, value, note }) => `${label}: ${value}${note ? ` (${note})` : ''}`))
    else {
      tell()
      if ('heading' in block && block.heading !== undefined) heading = block.heading
      if ('chart' in block) shown.push({ title: heading, note: block.note ?? '', chart: block.chart })
    }
  }
  tell()
  return shown
}

/** Paragraphs in parts that have room on a slide each; one that has none is cut. */
function pagesOfTexts(texts: readonly string[]): string[][] {
  const pages: string[][] = []
  let left = 0
  for (const piece of texts.flatMap((text) => cutIntoLines(text, { width: WITHIN, size: TEXT_SIZE, most: LINES_OF_TEXT }))) {
    const lines = linesOf(piece, WITHIN, TEXT_SIZE)
    if (lines > left) {
      pages.push([])
      left = LINES_OF_TEXT
    }
    pages.at(-1)?.push(piece)
    left -= lines
  }
  return pages
}

function drawSlide(deck: Pptx, shown: Shown, style: Style) {
  const slide = deck.addSlide({ masterName: PAGE })
  const { face: fontFace, language: lang } = style
  const fontSize = linesOf(shown.title, TITLE_WIDTH, TITLE_SIZE) > 1 ? LONG_TITLE_SIZE : TITLE_SIZE
  // A size beside the placeholder gives way to that of the placeholder; the size of a run does not.
  slide.addText([{ text: clean(shown.title), options: { fontSize } }], { placeholder: TITLE, lang, fontFace })
  if (shown.note)
    slide.addText(clean(shown.note), {
      x: MARGIN,
      y: 0.95,
      w: WITHIN,
      h: TOP - 0.95,
      fontSize: NOTE_SIZE,
      color: GREY,
      valign: 'top',
      margin: 0,
      lang,
      fontFace,
    })
  if ('chart' in shown) addChart(slide, shown, style)
  else if ('table' in shown) addTable(slide, shown.table, style)
  else {
    const paragraphs = shown.lines.map((line) => ({ text: clean(line), options: { breakLine: true, paraSpaceAfter: 6 } }))
    slide.addText(paragraphs, { x: MARGIN, y: TOP, w: WITHIN, h: BOTTOM - TOP, fontSize: TEXT_SIZE, color: INK, valign: 'top', margin: 0, lang, fontFace }) // oxfmt-ignore
  }
}

const PAGE = 'PAGE'
const TITLE = 'title'

/** Elements of every slide: colour and logo of the company, a place for its title, the author of the file, and the number */
function pageOf({ letterhead, watermark }: PdfDocument, { face: fontFace, colour }: Style): Parameters<Pptx['defineSlideMaster']>[0] {
  const small = { fontSize: 10, color: GREY, margin: 0, fontFace }
  const across = { x: 1.5, y: 3, w: WIDTH - 3, h: 1.5, rotate: 330, align: 'center', fontSize: 44, color: 'ECEDEF', fontFace } as const
  const logo = logoOf(letterhead, { w: 1.8, h: 0.5 })
  return {
    title: PAGE,
    objects: [
      ...(watermark ? [{ text: { text: clean(watermark), options: across } }] : []),
      { rect: { x: 0, y: 0, w: WIDTH, h: 0.12, fill: { color: colour } } },
      ...(logo ? [{ image: { ...logo, x: WIDTH - MARGIN - logo.w, y: 0.35 } }] : []),
      { placeholder: { options: { name: TITLE, type: 'title', x: MARGIN, y: 0.35, w: TITLE_WIDTH, h: 0.6, fontSize: TITLE_SIZE, bold: true, color: INK, align: 'left', valign: 'middle', margin: 0, fontFace }, text: '' } }, // oxfmt-ignore
      { text: { text: clean([letterhead?.company, letterhead?.printed].filter(Boolean).join(' · ')), options: { x: MARGIN, y: 7, w: WITHIN - 1, h: 0.3, ...small } } }, // oxfmt-ignore
    ],
    slideNumber: { x: WIDTH - MARGIN - 0.6, y: 7, w: 0.6, h: 0.3, fontSize: 10, color: GREY, fontFace, align: 'right', margin: 0 },
  }
}

function drawCover(deck: Pptx, { title, letterhead, cover }: PdfDocument, { face: fontFace, colour, language }: Style) {
  const slide = deck.addSlide()
  const logo = logoOf(letterhead, { w: 3, h: 0.9 })
  const text = { x: MARGIN + 0.2, w: WITHIN, margin: 0, fontFace, lang: language }
  if (logo) slide.addImage({ ...logo, x: text.x, y: 0.7 })
  if (letterhead?.company) slide.addText(clean(letterhead.company), { ...text, y: logo ? 1.75 : 0.9, h: 0.4, fontSize: 18, color: GREY })
  slide.addShape('rect', { x: 0, y: 2.6, w: WIDTH, h: 0.14, fill: { color: colour } })
  const fontSize = linesOf(title, WITHIN, 40) > 2 ? 26 : 40
  slide.addText(clean(title), { ...text, y: 2.95, h: 1.4, fontSize, bold: true, color: INK, valign: 'top', fit: 'shrink' })
  const lines = [...(cover?.lines ?? []), ...(letterhead ? [letterhead.printed] : [])]
  slide.addText(lines.map((line) => ({ text: clean(line), options: { breakLine: true } })), { ...text, y: 4.5, h: 1.6, fontSize: 16, color: GREY, valign: 'top' }) // oxfmt-ignore
}

/** The logo, as large as it fits. */
function logoOf(letterhead: Letterhead | undefined, { w, h }: { w: number; h: number }) {
  const size = letterhead?.logo ? sizeOfPng(Buffer.from(letterhead.logo, 'base64')) : undefined
  if (!size || !letterhead?.logo) return undefined
  const scale = Math.min(w / size.width, h / size.height)
  return { data: `image/png;base64,${letterhead.logo}`, w: size.width * scale, h: size.height * scale }
}
