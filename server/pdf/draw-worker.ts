import { fileURLToPath } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import pdfmake from 'pdfmake'
import type { PdfDocument } from './document.ts'
import type { DrawAnswer } from './draw.ts'
import { layoutOf } from './layout.ts'

const document = workerData as PdfDocument // given by draw.ts
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

try {
  const hasCharts = document.blocks.some((block) => typeof block === 'object' && 'chart' in block)
  const drawChart = hasCharts ? (await import('./chart.ts')).drawChart : () => ''
  const made = await pdfmake.createPdf(layoutOf(document, drawChart)).getBuffer()
  const bytes = new Uint8Array(made) // a copy that may be handed over
  parentPort?.postMessage({ bytes } satisfies DrawAnswer, [bytes.buffer])
} catch (error) {
  parentPort?.postMessage({ fault: error instanceof Error ? error.message : String(error) } satisfies DrawAnswer)
}
