import { Alert } from 'antd'
import { useWords } from '../../words/language.ts'
import { timeText, useZone } from '../moments.ts'
import { Marked } from './marked-text.tsx'
import { PackedFiles } from './packed-files.tsx'
import { SandboxedPage } from './sandboxed-page.tsx'
import type { ContentProps } from './shown.ts'

export function MailText({ shown, preview, zoom, marked, onOpen }: ContentProps<'mail'>) {
  const { t, tag } = useWords()
  const zone = useZone()
  return (
    <>
      <dl className="viewer-heads">
        {preview.heads.map(({ head, value }) => (
          <div key={head}>
            <dt>{t(`viewer.${head}`)}</dt>
            <dd>{head === 'date' && !Number.isNaN(Date.parse(value)) ? timeText(value, tag, zone) : value}</dd>
          </div>
        ))}
      </dl>
      {preview.files.length > 0 && <PackedFiles files={preview.files} cut={false} canOpen={!shown.packed} onOpen={onOpen} />}
      {preview.remote > 0 && <Alert type="info" showIcon title={t('viewer.remote', { count: preview.remote })} className="spaced" />}
      {preview.html === null ? (
        <pre className="viewer-text" style={{ fontSize: `${zoom * 13}px` }}>
          <Marked text={preview.text} marked={marked} />
        </pre>
      ) : (
        <SandboxedPage
          title={shown.packed?.name ?? shown.name}
          style="body{font:14px/1.55 system-ui,sans-serif;overflow-wrap:anywhere}"
          html={preview.html}
          zoom={zoom}
        />
      )}
    </>
  )
}
