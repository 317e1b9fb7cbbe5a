import { fileURLToPath } from 'node:url'
import pdfmake from 'pdfmake'
import type { PdfDocument } from './document.ts'
import { layoutOf } from './layout.ts'

const folder = fileURLToPath(new URL('./fonts/', import.meta.url))
const fontFile = (name: string) => `${folder}${name}.ttf`
// No font has slanted letters.
const inWeights = (normal: string, bold: string) => ({ normal, bold, italics: normal, bolditalics: bold })

// A text of a document is never an address: nothing but the fonts is opened.
pdfmake.setUrlAccessPolicy(() => false)
pdfmake.setLocalAccessPolicy((path) => path.startsWith(folder))
pdfmake.setFonts({
  NotoSansSC: inWeights(fontFile('NotoSansSC-Regular'), fontFile('NotoSansSC-Bold')),
  NotoSans: inWeights(fontFile('NotoSans-Regular'), fontFile('NotoSans-Bold')),
  NotoSansKR: inWeights(fontFile('NotoSansKR-Regular'), fontFile('NotoSansKR-Regular')), // one weight of Korean: a second is 6 MB
})

/** Only in a thread of its own: the layout is one piece of work. */
export async function makePdf(document: PdfDocument): Promise<Uint8Array> {
  const hasCharts = document.blocks.some((block) => typeof block === 'object' && 'chart' in block)
  const drawChart = hasCharts ? (await import('./chart.ts')).drawChart : () => ''
  return pdfmake.createPdf(layoutOf(document, drawChart)).getBuffer()
}
