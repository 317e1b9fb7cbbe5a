import { DeleteOutlined, UploadOutlined } from '@ant-design/icons'
import type { UploadProps } from 'antd'
import { App, Button, Progress, Upload } from 'antd'
import { useEffect, useRef, useState } from 'react'
import type { AnswerOf } from '../../../model/kit/action.ts'
import { type AttachedFile, withPrintedSize } from '../../../model/kit/pictures.ts'
import { attachFile, uploadDocument } from '../../../model/documents/document-routes.ts'
import { allows } from '../../api/allows.ts'
import { useSchema } from '../../api/api.ts'
import { ask, PAGE_TIMEOUT } from '../../api/call.ts'
import { ApiFault, linesOf } from '../../api/fault.ts'
import { useWords } from '../../words/language.ts'
import { useFits } from '../documents/use-fits.ts'
import { FileLink, filesOf } from './attachment.tsx'
import type { EditorProps } from '../view.ts'

type Uploaded = AnswerOf<typeof uploadDocument>

const WARN_ABOVE = 50 * 1024 * 1024

export const Uploads = ({ field, value, onChange, disabled, id }: EditorProps) => {
  const { t } = useWords()
  const files = filesOf(value)
  // Several uploads may end before the next render.
  const latest = useRef(files)
  useEffect(() => void (latest.current = files))
  const { pending, send } = useUpload(field, (kept) => onChange?.((latest.current = [...latest.current, kept])))
  const isFull = files.length + pending >= (field.max ?? 50)
  return (
    <div id={id} tabIndex={-1} role="group" aria-label={field.label} className="files">
      {files.map((file) => (
        <div key={file.sid} className="file-row">
          <FileLink file={file} />
          {!disabled && (
            <Button
              type="text"
              size="small"
              icon={<DeleteOutlined />}
              aria-label={t('file.remove', { name: file.name })}
              onClick={() => onChange?.(files.filter((one) => one.sid !== file.sid))}
            />
          )}
        </div>
      ))}
      {!disabled && (
        <Upload
          showUploadList={false}
          multiple={field.max !== 1}
          disabled={isFull}
          {...(field.extensions && { accept: field.extensions.map((extension) => `.${extension}`).join(',') })}
          customRequest={send}
        >
          <Button size="small" icon={<UploadOutlined />} disabled={isFull}>
            {t('file.add')}
          </Button>
        </Upload>
      )}
      {!disabled && field.takes && <small className="quiet">{field.takes}</small>}
      {pending > 0 && <Progress percent={100} status="active" showInfo={false} size="small" aria-label={t('file.uploading')} />}
    </div>
  )
}

const fileOf = ({ sid, file_name, original_name, size, picture_width, picture_height, picture_dpi }: Uploaded): AttachedFile => ({
  sid,
  name: original_name ?? file_name ?? '',
  size: size ?? 0,
  ...(picture_width && picture_height && { picture: withPrintedSize(picture_width, picture_height, picture_dpi ?? null) }),
})

const faultText = (fault: unknown, colon: string) => (fault instanceof ApiFault ? linesOf(fault, colon).join(' ') : String(fault))

type Sending = Parameters<NonNullable<UploadProps['customRequest']>>[0]

/** Sends files one by one, unless the field refuses their type, they exceed the limit, or the user declines a large one. */
function useUpload(field: EditorProps['field'], onKept: (file: AttachedFile) => void) {
  const { t } = useWords()
  const { notification } = App.useApp()
  const isAllowed = useAllowed(field)
  const [pending, setPending] = useState(0)
  const documents = useSchema('document').data
  const upload = async (file: Blob & { name: string }): Promise<AttachedFile> => {
    const form = new FormData()
    const [model, code] = field.attach_to?.split('.') ?? []
    // A person without permission to file documents may still fill the attachments of a record that they enter.
    const isAlone = model && code && !(documents && allows(documents, 'create'))
    if (!isAlone && field.attach_to) form.append('attach_to', field.attach_to)
    form.append('file', file, file.name)
    setPending((count) => count + 1)
    try {
      if (isAlone) return (await ask(attachFile, form, { path: { model, field: code }, timeout: PAGE_TIMEOUT })).file
      return fileOf(await ask(uploadDocument, form, { timeout: PAGE_TIMEOUT }))
    } finally {
      setPending((count) => count - 1)
    }
  }
  const send = async ({ file, onError, onSuccess }: Sending) => {
    if (typeof file === 'string' || !('name' in file) || !(await isAllowed(file))) return
    try {
      const kept = await upload(file)
      onKept(kept)
      onSuccess?.(kept)
    } catch (fault) {
      notification.error({ title: t('file.uploadFailed'), description: faultText(fault, t('colon')) })
      onError?.(fault instanceof Error ? fault : new Error(String(fault)))
    }
  }
  return { pending, send }
}

function useAllowed({ extensions }: EditorProps['field']) {
  const { t } = useWords()
  const { notification, modal } = App.useApp()
  const fits = useFits()
  return async (file: { name: string; size: number }) => {
    const extension = /\.([a-z0-9]+)$/i.exec(file.name)?.[1]?.toLowerCase() ?? ''
    if (extensions && !extensions.includes(extension)) {
      notification.error({ title: t('file.wrongFormat'), description: t('file.allowed', { list: extensions.join(', ') }) })
      return false
    }
    if (!fits(file)) return false
    return file.size <= WARN_ABOVE || modal.confirm({ title: t('file.large', { name: file.name }), content: t('file.largeHint') })
  }
}
