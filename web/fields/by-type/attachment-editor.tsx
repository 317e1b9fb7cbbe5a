import { DeleteOutlined, UploadOutlined } from '@ant-design/icons'
import { App, Button, Progress, Upload } from 'antd'
import { useState } from 'react'
import { modelPath } from '../../api/api.ts'
import { PAGE_TIMEOUT, call } from '../../api/call.ts'
import { ApiFault } from '../../api/fault.ts'
import { useWords } from '../../words/language.ts'
import { FileLink, filesOf, type File } from './attachment.tsx'
import type { EditorProps } from '../view.ts'

const WARN_ABOVE = 50 * 1024 * 1024

export const Uploads = ({ field, value, onChange, disabled, id }: EditorProps) => {
  const { t } = useWords()
  const { notification, modal } = App.useApp()
  const [pending, setPending] = useState(0)
  const files = filesOf(value)
  const isFull = files.length + pending >= (field.max ?? 50)

  const allowed = async (file: { name: string; size: number }) => {
    const extension = /\.([a-z0-9]+)$/i.exec(file.name)?.[1]?.toLowerCase() ?? ''
    if (field.extensions && !field.extensions.includes(extension)) {
      notification.error({ title: t('file.wrongFormat'), description: t('file.allowed', { list: field.extensions.join(', ') }) })
      return false
    }
    return file.size <= WARN_ABOVE || modal.confirm({ title: t('file.large', { name: file.name }), content: t('file.largeHint') })
  }

  const upload = async (file: Blob & { name: string }) => {
    const form = new FormData()
    form.append('file', file, file.name)
    setPending((count) => count + 1)
    try {
      return await call<File | File[]>(modelPath('document', 'do/upload'), form, { timeout: PAGE_TIMEOUT })
    } finally {
      setPending((count) => count - 1)
    }
  }

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
          customRequest={async ({ file, onError, onSuccess }) => {
            if (typeof file === 'string' || !('name' in file) || !(await allowed(file))) return
            try {
              const kept = [await upload(file)].flat()
              onChange?.([...files, ...kept.map(({ sid, name, size }) => ({ sid, name, size }))])
              onSuccess?.(kept)
            } catch (fault) {
              notification.error({ title: t('file.uploadFailed'), description: fault instanceof ApiFault ? fault.message : String(fault) })
              onError?.(fault instanceof Error ? fault : new Error(String(fault)))
            }
          }}
        >
          <Button size="small" icon={<UploadOutlined />} disabled={isFull}>
            {t('file.add')}
          </Button>
        </Upload>
      )}
      {pending > 0 && <Progress percent={100} status="active" showInfo={false} size="small" aria-label={t('file.uploading')} />}
    </div>
  )
}
