import {
  ArrowLeftOutlined,
  DownloadOutlined,
  DownOutlined,
  LeftOutlined,
  RightOutlined,
  UpOutlined,
  ZoomInOutlined,
  ZoomOutOutlined,
} from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Drawer, Skeleton, Space } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import { previewDocument } from '../../../model/documents/document-actions.ts'
import { downloadDocument, viewDocument } from '../../../model/documents/document-routes.ts'
import { act } from '../../api/api.ts'
import { fetchFile } from '../../api/call.ts'
import { ApiFault } from '../../api/fault.ts'
import { useKeys } from '../../ui/keys.ts'
import { useWords } from '../../words/language.ts'
import { FileIcon } from '../file-icon.tsx'
import { Content } from './content.tsx'
import { useSaveFile } from './save-file.ts'
import type { Shown, ViewedFile } from './shown.ts'
import './viewer.css'

type ViewerProps = { files: readonly ViewedFile[]; at: number; marked?: string; onClose: () => void }

const ZOOMS = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4]

/** Shows documents as they read, one at a time, with the others before and after it. */
export function Viewer({ files, at, marked = '', onClose }: ViewerProps) {
  const { now, go, packed, leave, sheet, setSheet, zoom, nearer, body, pages } = useViewed(files, at)
  const file = files[now]
  const { data, error, isPending } = useQuery({
    queryKey: ['document', 'preview', file?.sid, packed?.at, sheet],
    queryFn: () => act(previewDocument, { sid: file?.sid ?? '', ...(packed && { packed: packed.at }), ...(sheet > 0 && { sheet }) }),
    enabled: file !== undefined,
    retry: false,
    staleTime: Infinity,
  })
  if (!file) return null
  const shown: Shown = { ...file, ...(packed && { packed }) }
  const name = packed?.name ?? file.name
  return (
    <Drawer
      open
      onClose={onClose}
      size="min(1240px, 100vw)"
      className="viewer"
      title={<Name name={name} within={packed && file.name} onBack={() => leave()} />}
      extra={<Save shown={shown} />}
    >
      <Bar file={{ at: now + 1, count: files.length, step: (by) => go(now + by) }} page={pages} zoom={zoom} nearer={nearer} />
      <section className="viewer-body" ref={body} onScroll={pages.look} aria-label={name} tabIndex={0}>
        {isPending && <Skeleton active paragraph={{ rows: 8 }} />}
        {error && <p className="viewer-none">{error instanceof ApiFault ? error.message : String(error)}</p>}
        {data && (
          <Content
            key={`${shown.sid} ${packed?.at ?? ''} ${sheet}`}
            shown={shown}
            preview={data.preview}
            zoom={zoom}
            marked={marked}
            onPages={pages.setCount}
            onSheet={setSheet}
            onOpen={leave}
          />
        )}
      </section>
    </Drawer>
  )
}

/** The file, the file within it, the sheet and the zoom. */
function useViewed(files: readonly ViewedFile[], at: number) {
  const [now, setNow] = useState(at)
  const [packed, setPacked] = useState<Shown['packed']>()
  const [sheet, setSheet] = useState(0)
  const [zoom, setZoom] = useState(1)
  const { body, start, ...pages } = usePages()
  const leave = (next?: Shown['packed']) => {
    setPacked(next)
    setSheet(0)
    start()
  }
  const go = (to: number) => {
    if (!files[to]) return
    setNow(to)
    leave()
  }
  const nearer = (step: 1 | -1) => setZoom((from) => ZOOMS[Math.max(0, Math.min(ZOOMS.length - 1, ZOOMS.indexOf(from) + step))] ?? 1)
  const keys = {
    '[': () => go(now - 1),
    ']': () => go(now + 1),
    PageUp: () => pages.step(-1),
    PageDown: () => pages.step(1),
    '+': () => nearer(1),
    '=': () => nearer(1),
    '-': () => nearer(-1),
    '0': () => setZoom(1),
  }
  useKeys(keys, { ofDrawer: true })
  return { now, go, packed, leave, sheet, setSheet, zoom, nearer, body, pages }
}

function Name({ name, within, onBack }: { name: string; within: string | undefined; onBack: () => void }) {
  const { t } = useWords()
  return (
    <span className="viewer-name">
      {within && <Button size="small" type="text" icon={<ArrowLeftOutlined />} aria-label={t('viewer.back', { name: within })} onClick={onBack} />}
      <FileIcon name={name} /> <span>{name}</span>
    </span>
  )
}

type Steps = { at: number; count: number; step: (by: 1 | -1) => void }
type BarProps = { file: Steps; page: Steps; zoom: number; nearer: (step: 1 | -1) => void }

function Bar({ file, page, zoom, nearer }: BarProps) {
  const { t } = useWords()
  return (
    <nav className="viewer-bar" aria-label={t('viewer.bar')}>
      {file.count > 1 && (
        <Space.Compact>
          <Act icon={<LeftOutlined />} isOff={file.at === 1} label={t('viewer.previous')} by="[" onClick={() => file.step(-1)} />
          <span className="viewer-count number">{t('viewer.of', file)}</span>
          <Act icon={<RightOutlined />} isOff={file.at === file.count} label={t('viewer.next')} by="]" onClick={() => file.step(1)} />
        </Space.Compact>
      )}
      {page.count > 1 && (
        <Space.Compact>
          <Act icon={<UpOutlined />} isOff={page.at === 1} label={t('viewer.pageUp')} by="PageUp" onClick={() => page.step(-1)} />
          <span className="viewer-count number" aria-live="polite">
            {t('viewer.page', page)}
          </span>
          <Act icon={<DownOutlined />} isOff={page.at === page.count} label={t('viewer.pageDown')} by="PageDown" onClick={() => page.step(1)} />
        </Space.Compact>
      )}
      <Space.Compact>
        <Act icon={<ZoomOutOutlined />} isOff={zoom === ZOOMS[0]} label={t('viewer.smaller')} by="-" onClick={() => nearer(-1)} />
        <span className="viewer-count number">{Math.round(zoom * 100)}%</span>
        <Act icon={<ZoomInOutlined />} isOff={zoom === ZOOMS.at(-1)} label={t('viewer.larger')} by="+" onClick={() => nearer(1)} />
      </Space.Compact>
    </nav>
  )
}

/** `by`: the key that does the same. */
function Act({ icon, isOff, label, by, onClick }: { icon: ReactNode; isOff: boolean; label: string; by: string; onClick: () => void }) {
  return <Button size="small" icon={icon} disabled={isOff} title={`${label} ${by}`} aria-label={label} onClick={onClick} />
}

function Save({ shown: { sid, name, packed } }: { shown: Shown }) {
  const { t } = useWords()
  const saveFile = useSaveFile()
  const fetch = () => (packed ? fetchFile(viewDocument, { sid }, { packed: String(packed.at) }) : fetchFile(downloadDocument, { sid }))
  return (
    <Button
      size="small"
      icon={<DownloadOutlined />}
      aria-label={t('file.download', { name: packed?.name ?? name })}
      onClick={() => void saveFile(fetch, packed?.name ?? name)}
    >
      <span className="viewer-wide">{t('viewer.download')}</span>
    </Button>
  )
}

/** The pages within the scrolled body, marked by `data-page`: how many, which is read, and the way to another. */
function usePages() {
  const body = useRef<HTMLElement>(null)
  const [count, setCount] = useState(0)
  const [page, setPage] = useState(1)
  const pages = () => [...(body.current?.querySelectorAll<HTMLElement>('[data-page]') ?? [])]
  const look = () => {
    const middle = (body.current?.getBoundingClientRect().top ?? 0) + (body.current?.clientHeight ?? 0) / 2
    const at = pages().findIndex((one) => one.getBoundingClientRect().bottom >= middle)
    if (at >= 0) setPage(at + 1)
  }
  const step = (by: 1 | -1) => pages()[page - 1 + by]?.scrollIntoView({ block: 'start' })
  const start = () => {
    setCount(0)
    setPage(1)
    body.current?.scrollTo(0, 0)
  }
  return { body, count, at: page, setCount, look, step, start }
}
