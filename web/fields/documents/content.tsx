import { useQuery } from '@tanstack/react-query'
import { Alert, Segmented, Select, Skeleton } from 'antd'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { type Preview, SHOWN } from '../../../model/documents/preview.ts'
import { viewDocument, viewPage } from '../../../model/documents/document-routes.ts'
import { fetchFile } from '../../api/call.ts'
import { ApiFault } from '../../api/fault.ts'
import { useWords } from '../../words/language.ts'
import { MailText } from './mail-text.tsx'
import { Marked } from './marked-text.tsx'
import { PackedFiles } from './packed-files.tsx'
import { useNear } from './use-near.ts'
import type { ContentProps, Kind, Shown } from './shown.ts'
import { partOnRequest } from '../../ui/on-request.tsx'

const PdfPages = partOnRequest(async () => (await import('./pdf-pages.tsx')).PdfPages)
const WordPages = partOnRequest(async () => (await import('./word-pages.tsx')).WordPages)

export function Content(props: ContentProps): ReactNode {
  const { preview, shown, zoom, marked, onPages } = props
  switch (preview.kind) {
    case 'pdf':
      return (
        <Fetched shown={shown} isConverted={preview.converted === true}>
          {(blob) => <PdfPages blob={blob} zoom={zoom} marked={marked} onPages={onPages} />}
        </Fetched>
      )
    case 'word':
      return <Fetched shown={shown}>{(blob) => <WordPages blob={blob} zoom={zoom} name={shown.packed?.name ?? shown.name} />}</Fetched>
    case 'picture':
    case 'sound':
    case 'video': {
      const { kind } = preview
      return <Fetched shown={shown}>{(blob) => <Played blob={blob} kind={kind} zoom={zoom} name={shown.packed?.name ?? shown.name} />}</Fetched>
    }
    case 'pages':
      return <PicturePages {...props} preview={preview} />
    case 'text':
      return <PlainText {...props} preview={preview} />
    case 'table':
      return <Sheet {...props} preview={preview} />
    case 'archive':
      return <PackedFiles files={preview.files} cut={preview.cut} canOpen={!shown.packed} onOpen={props.onOpen} />
    case 'mail':
      return <MailText {...props} preview={preview} />
    case 'none':
      return <NotShown why={preview.why} />
  }
}

function NotShown({ why }: { why: Extract<Preview, { kind: 'none' }>['why'] | 'unplayed' }) {
  const { t } = useWords()
  return <p className="viewer-none">{t(`viewer.none.${why}`)}</p>
}

const bytesOf = ({ sid, packed }: Shown, isConverted: boolean) =>
  fetchFile(viewDocument, { sid }, { ...(packed && { packed: String(packed.at) }), ...(isConverted && { as_pdf: 'true' }) })

/** The bytes of the file, fetched once while the viewer is open. */
function Fetched({ shown, isConverted = false, children }: { shown: Shown; isConverted?: boolean; children: (blob: Blob) => ReactNode }) {
  const { data, error } = useQuery({
    queryKey: ['document', 'view', shown.sid, shown.packed?.at],
    queryFn: () => bytesOf(shown, isConverted),
    retry: false,
    staleTime: Infinity,
    gcTime: 60_000,
  })
  if (error) return <p className="viewer-none">{error instanceof ApiFault ? error.message : String(error)}</p>
  const waiting = <Skeleton active paragraph={{ rows: 8 }} />
  return data ? <Suspense fallback={waiting}>{children(data)}</Suspense> : waiting
}

function useAddress(blob: Blob | undefined) {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!blob) return
    const made = URL.createObjectURL(blob)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [blob])
  return address
}

function Played({ blob, kind, zoom, name }: { blob: Blob; kind: Kind; zoom: number; name: string }) {
  const address = useAddress(blob)
  const [isUnknown, setUnknown] = useState(false)
  if (!address) return null
  const onError = () => setUnknown(true) // this browser cannot play it, or it is damaged
  if (isUnknown) return <NotShown why={kind === 'picture' ? 'damaged' : 'unplayed'} />
  if (kind === 'sound') return <audio className="viewer-sound" controls src={address} aria-label={name} onError={onError} />
  const style = zoom === 1 ? undefined : { width: `${zoom * 100}%`, maxWidth: 'none', maxHeight: 'none' }
  // A film of ours has no captions.
  if (kind === 'video') return <video className="viewer-picture" controls src={address} style={style} aria-label={name} onError={onError} />
  return <img className="viewer-picture" src={address} alt={name} style={style} onError={onError} />
}

function PicturePages({ shown, preview, zoom, onPages }: ContentProps<'pages'>) {
  useEffect(() => onPages(preview.pages), [preview.pages, onPages])
  return Array.from({ length: preview.pages }, (_, at) => <PicturePage key={at} shown={shown} page={at + 1} zoom={zoom} />)
}

function PicturePage({ shown: { sid, packed }, page, zoom }: { shown: Shown; page: number; zoom: number }) {
  const { t } = useWords()
  const [place, isNear] = useNear()
  const { data, isError } = useQuery({
    queryKey: ['document', 'page', sid, packed?.at, page],
    queryFn: () => fetchFile(viewPage, { sid }, { page: String(page), ...(packed && { packed: String(packed.at) }) }),
    enabled: isNear,
    retry: false,
    staleTime: Infinity,
  })
  const address = useAddress(data)
  return (
    <div ref={place} data-page={page} className="viewer-page viewer-scan" style={{ width: `${zoom * 100}%` }}>
      {isError && <p className="viewer-none">{t('viewer.none.damaged')}</p>}
      {address && <img src={address} alt={t('viewer.pageOf', { at: page, name: packed?.name ?? '' })} />}
    </div>
  )
}

function PlainText({ preview, zoom, marked }: ContentProps<'text'>) {
  const { t } = useWords()
  return (
    <>
      {preview.cut && <Alert type="info" showIcon title={t('viewer.cutText', { count: SHOWN.characters })} className="spaced" />}
      <pre className="viewer-text" style={{ fontSize: `${zoom * 13}px` }}>
        <Marked text={preview.text} marked={marked} />
      </pre>
      <small className="quiet">{preview.encoding.toUpperCase()}</small>
    </>
  )
}

function Sheet({ preview, zoom, onSheet }: ContentProps<'table'>) {
  const { t } = useWords()
  const width = Math.max(0, ...preview.rows.map((row) => row.length))
  const sheets = preview.sheets.map((label, value) => ({ label, value }))
  return (
    <>
      {sheets.length > 1 && sheets.length < 6 && <Segmented className="spaced" options={sheets} value={preview.sheet} onChange={onSheet} />}
      {sheets.length > 5 && (
        <Select className="viewer-sheets" options={sheets} value={preview.sheet} onChange={onSheet} aria-label={t('viewer.sheet')} />
      )}
      {preview.cut && <Alert type="info" showIcon title={t('viewer.cutTable', { rows: SHOWN.rows, columns: SHOWN.columns })} className="spaced" />}
      {preview.rows.length === 0 && <p className="viewer-none">{t('viewer.emptySheet')}</p>}
      <table className="viewer-table" style={{ fontSize: `${zoom * 13}px` }}>
        <tbody>
          {preview.rows.map((row, at) => (
            <tr key={at}>
              <th scope="row">{at + 1}</th>
              {Array.from({ length: width }, (_, column) => (
                <td key={column}>{row[column] ?? ''}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
