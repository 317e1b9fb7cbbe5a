import { InboxOutlined } from '@ant-design/icons'
import { Alert, App, Button, Upload } from 'antd'
import { type DragEvent, useRef, useState } from 'react'
import { receiveNotices } from '../../model/notices/notice-intake-actions.ts'
import { useWrite } from '../api/api.ts'
import { ask, PAGE_TIMEOUT } from '../api/call.ts'
import { ApiFault, linesOf } from '../api/fault.ts'
import { useWords } from '../words/language.ts'
import { filesOf, foldersIn, noticesAmong, portions } from './dropped.ts'

type Files = readonly File[]
type Skipped = { name: string; reason: string }
type Unsent = { files: Files; reason: string }
const NONE: Unsent = { files: [], reason: '' }

/** Any number of files and folders, the notices among which are received. */
export function SendNotices({ model }: { model: string }) {
  const { t } = useWords()
  const { progress, skipped, unsent, upload } = useUpload(model)
  const [isUnread, setUnread] = useState(false)
  const [folders, setFolders] = useState(0)
  const taken = useRef<Files | undefined>(undefined)
  /** The library asks before each file of a choice, with all of them. */
  const before = (_: File, files: Files) => {
    if (taken.current !== files) void upload(noticesAmong(files))
    taken.current = files
    return Upload.LIST_IGNORE
  }
  const drop = (event: DragEvent) => {
    const entries = foldersIn(event.dataTransfer.items)
    if (!entries) return
    event.preventDefault()
    event.stopPropagation()
    setUnread(false)
    setFolders(folders + 1) // the area is drawn anew: it has not seen that the drag is over
    if (!progress) void filesOf(entries).then(upload, () => setUnread(true))
  }
  const usual = { multiple: true, showUploadList: false, disabled: progress !== undefined, beforeUpload: before }
  return (
    <>
      <div className="intake-send" onDropCapture={drop}>
        <Upload.Dragger key={folders} {...usual} className="intake-drop">
          <InboxOutlined aria-hidden /> <b role="status">{progress ? t('intake.sending', progress) : t('intake.drop')}</b>{' '}
          <span className="quiet">{t('intake.dropHint')}</span>
        </Upload.Dragger>
        <Upload {...usual} directory>
          <Button disabled={progress !== undefined}>{t('intake.folder')}</Button>
        </Upload>
      </div>
      {isUnread && <Alert type="error" showIcon title={t('intake.unreadFolder')} className="intake-skipped" />}
      <NotTaken skipped={skipped} unsent={unsent} onAgain={() => void upload(unsent.files)} />
    </>
  )
}

/** Uploads in portions; one that fails stops no other, and its files are kept to be uploaded again. */
function useUpload(model: string) {
  const { t } = useWords()
  const { message } = App.useApp()
  const [progress, setProgress] = useState<{ sent: number; count: number }>()
  const [skipped, setSkipped] = useState<readonly Skipped[]>([])
  const [unsent, setUnsent] = useState(NONE)
  const send = useWrite(model, sendTogether, { faults: 'own' })
  const upload = async (files: Files) => {
    const [refused, failed]: [Skipped[], File[]] = [[], []]
    let [received, sent, reason] = [0, 0, '']
    setSkipped([])
    setUnsent(NONE)
    for (const portion of portions(files)) {
      setProgress({ sent, count: files.length })
      try {
        const answer = await send.mutateAsync(portion)
        refused.push(...answer.skipped)
        received += answer.record.length
      } catch (fault) {
        failed.push(...portion)
        reason = (fault instanceof ApiFault && linesOf(fault, t('colon')).join(t('semicolon'))) || t('fault.failed')
      }
      sent += portion.length
    }
    setProgress(undefined)
    setSkipped(refused)
    setUnsent({ files: failed, reason })
    if (received > 0) message.success(t('intake.sent', { count: received }))
  }
  return { progress, skipped, unsent, upload }
}

function sendTogether(files: Files) {
  const form = new FormData()
  for (const file of files) form.append('file', file, file.name)
  return ask(receiveNotices, form, { timeout: PAGE_TIMEOUT })
}

type NotTakenProps = { skipped: readonly Skipped[]; unsent: Unsent; onAgain: () => void }

function NotTaken({ skipped, unsent: { files, reason }, onAgain }: NotTakenProps) {
  const { t } = useWords()
  return (
    <>
      {files.length > 0 && (
        <Alert
          type="error"
          showIcon
          title={`${t('intake.unsent', { count: files.length })}${t('colon')}${reason}`}
          action={
            <Button size="small" onClick={onAgain}>
              {t('intake.sendAgain')}
            </Button>
          }
          className="intake-skipped"
        />
      )}
      {skipped.length > 0 && (
        <Alert
          type="warning"
          showIcon
          closable
          title={t('intake.skipped', { count: skipped.length })}
          description={skipped.map(({ name, reason: why }) => `${name}${t('colon')}${why}`).join('\n')}
          className="intake-skipped"
        />
      )}
    </>
  )
}
