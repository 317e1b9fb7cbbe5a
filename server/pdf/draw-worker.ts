import { parentPort, workerData } from 'node:worker_threads'
import type { PdfDocument } from './document.ts'
import type { DrawAnswer, Drawn } from './draw.ts'

const { document, as } = workerData as Drawn // given by draw.ts

/** Loads only the code of the requested format. */
const DRAW: Record<Drawn['as'], (document: PdfDocument) => Promise<Uint8Array | undefined>> = {
  pdf: async (drawn) => (await import('./make-pdf.ts')).makePdf(drawn),
  pptx: async (drawn) => (await import('./slides.ts')).drawSlides(drawn),
}

try {
  const made = await DRAW[as](document)
  if (!made) parentPort?.postMessage({ isTooMuch: true } satisfies DrawAnswer)
  else {
    const bytes = new Uint8Array(made) // a copy that may be handed over
    parentPort?.postMessage({ bytes } satisfies DrawAnswer, [bytes.buffer])
  }
} catch (error) {
  parentPort?.postMessage({ fault: error instanceof Error ? error.message : String(error) } satisfies DrawAnswer)
}
