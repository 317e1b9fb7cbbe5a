import { DownloadOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Skeleton } from 'antd'
import type { Preview } from '../../model/documents/preview.ts'
import { downloadMailFile, readMail } from '../../model/mail/archive-actions.ts'
import { act, type Rec } from '../api/api.ts'
import { fetchFile } from '../api/call.ts'
import { SandboxedPage } from '../fields/documents/sandboxed-page.tsx'
import { useSaveFile } from '../fields/documents/save-file.ts'
import { sizeText } from '../fields/file-kinds.ts'
import { timeText, useZone } from '../fields/moments.ts'
import { useWords } from '../words/language.ts'

export const useMail = (sid: string) =>
  useQuery({ queryKey: ['archived mail', 'read', sid], queryFn: () => act(readMail, { sid }), retry: false, staleTime: Infinity })

/** The text of the mail; the frame runs no code and loads no resource. */
export function MailText({ row }: { row: Rec }) {
  const { t, tag } = useWords()
  const zone = useZone()
  const { data, isPending } = useMail(row.sid)
  const address = String(row['from_address'] ?? '')
  const from = row['from_name'] ? `${String(row['from_name'])} <${address}>` : address
  return (
    <>
      <h2>{String(row['subject'] ?? '–')}</h2>
      <dl>
        <dt className="quiet">{t('archivedMail.from')}</dt>
        <dd>{from}</dd>
        <dt className="quiet">{t('archivedMail.to')}</dt>
        <dd>{String(row['to_addresses'] ?? '')}</dd>
        <dt className="quiet">{t('archivedMail.received')}</dt>
        <dd>{typeof row['received_at'] === 'string' && timeText(row['received_at'], tag, zone)}</dd>
      </dl>
      {isPending && <Skeleton active paragraph={{ rows: 6 }} />}
      {data && <Content sid={row.sid} subject={String(row['subject'] ?? 'mail')} preview={data.preview} />}
    </>
  )
}

const WHY = { type: 'archivedMail.noText', large: 'archivedMail.tooLarge', damaged: 'archivedMail.damaged' } as const

function Content({ sid, subject, preview }: { sid: string; subject: string; preview: Preview }) {
  const { t } = useWords()
  if (preview.kind !== 'mail') {
    const why = preview.kind === 'none' && preview.why in WHY ? (preview.why as keyof typeof WHY) : 'damaged' // just looked up
    return (
      <>
        <p className="quiet">{t(WHY[why])}</p>
        {why !== 'type' && <Files sid={sid} files={[]} />}
      </>
    )
  }
  return (
    <>
      <Files sid={sid} files={preview.files} />
      {preview.remote > 0 && <Alert type="info" showIcon title={t('archivedMail.remote', { count: preview.remote })} className="spaced" />}
      {preview.html === null ? (
        <pre>{preview.text}</pre>
      ) : (
        <SandboxedPage title={subject} style="body{font:14px/1.55 system-ui,sans-serif;overflow-wrap:anywhere}" html={preview.html} zoom={1} />
      )}
    </>
  )
}

type FilesProps = { sid: string; files: readonly { at: number; name: string; size: number }[] }

function Files({ sid, files }: FilesProps) {
  const { t } = useWords()
  const saveFile = useSaveFile()
  const save = (at: number, name: string) => void saveFile(() => fetchFile(downloadMailFile, { sid, at: String(at) }), name)
  return (
    <ul className="mail-files">
      {files.map(({ at, name, size }) => (
        <li key={at}>
          <Button size="small" icon={<DownloadOutlined />} aria-label={t('archivedMail.download', { name })} onClick={() => save(at, name)}>
            {name} <small className="number">{sizeText(size)}</small>
          </Button>
        </li>
      ))}
      <li>
        <Button size="small" type="text" icon={<DownloadOutlined />} onClick={() => save(0, 'mail.eml')}>
          {t('archivedMail.whole')}
        </Button>
      </li>
    </ul>
  )
}
