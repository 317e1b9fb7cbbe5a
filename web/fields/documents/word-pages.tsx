import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { renderAsync } from 'docx-preview'
import { useId } from 'react'
import { useWords } from '../../words/language.ts'
import { SandboxedPage } from './sandboxed-page.tsx'

/** A document of a word processor, drawn apart from the page, then shown in a frame that runs no code. */
export function WordPages({ blob, zoom, name }: { blob: Blob; zoom: number; name: string }) {
  const { t } = useWords()
  const id = useId()
  const { data, isError } = useQuery({ queryKey: ['document', 'word', id], queryFn: () => drawn(blob), retry: false, staleTime: Infinity, gcTime: 0 })
  if (isError) return <p className="viewer-none">{t('viewer.none.damaged')}</p>
  if (!data) return <Skeleton active paragraph={{ rows: 8 }} />
  return (
    <SandboxedPage title={name} style={`body{margin:0}${data.style}${AROUND}`} html={data.html} zoom={zoom * Math.min(1, innerWidth / PAGE_PX)} />
  )
}

/** A page of A4 with the space around it: on a narrow screen it is made to fit. */
const PAGE_PX = 830
const AROUND = '.docx-wrapper{background:#f0f0f0;padding:16px}'

async function drawn(blob: Blob) {
  const [body, style] = [document.createElement('div'), document.createElement('div')]
  await renderAsync(blob, body, style, {
    className: 'docx',
    useBase64URL: true, // the frame opens no address of this page
    renderAltChunks: false, // they are web pages within the document
    renderComments: false,
    experimental: false,
    debug: false,
  })
  for (const active of body.querySelectorAll('script, iframe, object, embed, form')) active.remove()
  for (const link of body.querySelectorAll('a')) link.removeAttribute('href')
  return { html: body.getHTML(), style: [...style.querySelectorAll('style')].map(({ textContent }) => textContent).join('\n') }
}
