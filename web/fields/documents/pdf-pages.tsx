import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { getDocument, GlobalWorkerOptions, type PDFDocumentProxy, type PDFPageProxy, TextLayer } from 'pdfjs-dist'
// oxlint-disable-next-line import/default -- the build gives the address of the file
import workerAddress from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { useEffect, useId, useRef, useState } from 'react'
import { SHOWN } from '../../../model/documents/preview.ts'
import { useWords } from '../../words/language.ts'
import { piecesOf, wordsOf } from './marked-text.tsx'
import { useNear } from './use-near.ts'

GlobalWorkerOptions.workerSrc = workerAddress

// Written by the build beside the client: see vite.config.ts.
const PARTS = new URL(`${import.meta.env.BASE_URL}assets/pdfjs/`, location.href).href

async function openPdf(blob: Blob): Promise<PDFDocumentProxy> {
  const data = new Uint8Array(await blob.arrayBuffer())
  return getDocument({
    data,
    cMapUrl: `${PARTS}cmaps/`,
    cMapPacked: true,
    standardFontDataUrl: `${PARTS}standard_fonts/`,
    wasmUrl: `${PARTS}wasm/`,
    useWasm: false, // the security policy compiles none
    enableXfa: false,
  }).promise
}

type PdfProps = { blob: Blob; zoom: number; marked: string; onPages: (count: number) => void }

/** The pages below each other, each drawn when it is near the visible area. */
export function PdfPages({ blob, zoom, marked, onPages }: PdfProps) {
  const { t } = useWords()
  const id = useId()
  const { data: pdf, error } = useQuery({
    queryKey: ['document', 'pdf', id],
    queryFn: () => openPdf(blob),
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
    structuralSharing: false,
  })
  const [width, setWidth] = useState(0)
  const count = Math.min(pdf?.numPages ?? 0, SHOWN.pages * 5)
  useEffect(() => onPages(count), [count, onPages])
  useEffect(() => () => void pdf?.loadingTask.destroy(), [pdf])
  if (error) return <p className="viewer-none">{t(error.name === 'PasswordException' ? 'viewer.none.locked' : 'viewer.none.damaged')}</p>
  return (
    <div ref={(element) => void (element && setWidth(element.clientWidth))}>
      {!pdf && <Skeleton active paragraph={{ rows: 8 }} />}
      {pdf &&
        width > 0 &&
        Array.from({ length: count }, (_, at) => <PdfPage key={at} pdf={pdf} at={at + 1} width={width} zoom={zoom} marked={marked} />)}
    </div>
  )
}

const A4 = 297 / 210
/** A page is as wide as the viewer, up to this many pixels for each point of it. */
const LARGEST = 1.6

type PageProps = { pdf: PDFDocumentProxy; at: number; width: number; zoom: number; marked: string }

function PdfPage({ pdf, at, width, zoom, marked }: PageProps) {
  const { t } = useWords()
  const [place, isNear] = useNear()
  const [page, setPage] = useState<PDFPageProxy>()
  const [isBroken, setBroken] = useState(false)
  const canvas = useRef<HTMLCanvasElement>(null)
  const text = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isNear) pdf.getPage(at).then(setPage, () => setBroken(true))
  }, [isNear, pdf, at])
  const plain = page?.getViewport({ scale: 1 })
  const scale = plain ? Math.min(width / plain.width, LARGEST) * zoom : 1
  const size = plain ? { width: plain.width * scale, height: plain.height * scale } : { width: width * zoom, height: width * zoom * A4 }
  useEffect(() => {
    if (!page || !canvas.current || !text.current) return
    const drawing = draw(page, { canvas: canvas.current, text: text.current, scale, marked })
    drawing.done.catch((fault: unknown) => (fault instanceof Error && fault.name === 'RenderingCancelledException' ? undefined : setBroken(true)))
    return drawing.stop
  }, [page, scale, marked])
  return (
    <div ref={place} data-page={at} className="viewer-page" style={size}>
      {isBroken && <p className="viewer-none">{t('viewer.none.damaged')}</p>}
      <canvas ref={canvas} role="img" aria-label={t('viewer.page', { at, count: pdf.numPages })} />
      <div ref={text} className="textLayer" />
    </div>
  )
}

type Drawn = { canvas: HTMLCanvasElement; text: HTMLDivElement; scale: number; marked: string }

/** The picture of the page, and its text above it, invisible, to be selected and read aloud. */
function draw(page: PDFPageProxy, { canvas, text, scale, marked }: Drawn) {
  const viewport = page.getViewport({ scale })
  const dense = Math.min(devicePixelRatio, Math.sqrt(MAX_PIXELS / (viewport.width * viewport.height)))
  Object.assign(canvas, { width: Math.floor(viewport.width * dense), height: Math.floor(viewport.height * dense) })
  const task = page.render({ canvas, viewport, transform: [dense, 0, 0, dense, 0, 0] })
  const layer = new TextLayer({ textContentSource: page.streamTextContent(), container: text, viewport })
  text.replaceChildren()
  text.style.setProperty('--total-scale-factor', String(scale))
  const written = layer.render().then(() => mark(text, wordsOf(marked)))
  const stop = () => {
    task.cancel()
    layer.cancel()
  }
  return { done: Promise.all([task.promise, written.catch(() => undefined)]), stop } // the page is shown even without its text
}

/** More a canvas of some browsers does not hold. */
const MAX_PIXELS = 16_000_000

function mark(text: HTMLElement, words: readonly string[]) {
  if (words.length === 0) return
  for (const span of text.querySelectorAll('span')) {
    const parts = piecesOf(span.textContent, words)
    if (parts.length < 2) continue
    span.replaceChildren(...parts.map((part, at) => (at % 2 === 1 ? Object.assign(document.createElement('mark'), { textContent: part }) : part)))
  }
}
