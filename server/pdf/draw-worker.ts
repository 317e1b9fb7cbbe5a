import { fileURLToPath } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import pdfmake from 'pdfmake'
import type { PdfDocument } from './document.ts'
import type { DrawAnswer } from './draw.ts'
import { layoutOf } from './layout.ts'

const document = workerData as PdfDocument // given by draw.ts
const folder = fileURLToPath(new URL('./fonts/', import.meta.url))
const fontFile = (weight: string) => `${folder}NotoSansSC-${weight}.ttf`

// A text of a document is never an address: nothing but the fonts is opened.
pdfmake.setUrlAccessPolicy(() => false)
pdfmake.setLocalAccessPolicy((path) => path.startsWith(folder))
pdfmake.setFonts({
  // The font has no slanted letters.
  NotoSansSC: { normal: fontFile('Regular'), bold: fontFile('Bold'), italics: fontFile('Regular'), bolditalics: fontFile('Bold') },
})

try {
  const made = await pdfmake.createPdf(layoutOf(document)).getBuffer()
  const bytes = new Uint8Array(made) // a copy that may be handed over
  parentPort?.postMessage({ bytes } satisfies DrawAnswer, [bytes.buffer])
} catch (error) {
  parentPort?.postMessage({ fault: error instanceof Error ? error.message : String(error) } satisfies DrawAnswer)
}
