import { DownloadOutlined, UploadOutlined } from '@ant-design/icons'
import { App, Button, Upload } from 'antd'
import { useNavigate } from 'react-router'
import { exportProcess, importProcess } from '../../../model/approval/process-routes.ts'
import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import { allows } from '../../api/allows.ts'
import { type Rec, useWrite } from '../../api/api.ts'
import { ask, fetchFile } from '../../api/call.ts'
import { pageOf } from '../../api/page-of.ts'
import { useSaveFile } from '../../fields/documents/save-file.ts'
import { useWords } from '../../words/language.ts'

/** The process as a file that other programs and other installations read. */
export function ExportProcess({ record }: { record: Rec }) {
  const { t } = useWords()
  const saveFile = useSaveFile()
  const name = `${String(record['code'])}-v${String(record['version_no'])}.zip`
  return (
    <Button icon={<DownloadOutlined aria-hidden />} onClick={() => void saveFile(() => fetchFile(exportProcess, { sid: record.sid }), name)}>
      {t('process.exportFile')}
    </Button>
  )
}

/** A process file becomes a draft, which opens. */
export function ImportProcess({ schema }: { schema: WireSchema }) {
  const { t } = useWords()
  const navigate = useNavigate()
  const { message } = App.useApp()
  const send = useWrite(schema.model, (file: File) => {
    const form = new FormData()
    form.append('file', file, file.name)
    return ask(importProcess, form)
  })
  if (!allows(schema, 'create')) return null
  const upload = async (file: File) => {
    const answer = await send.mutateAsync(file).catch(() => undefined) // a refusal has already been shown
    if (!answer) return
    message.success(t('process.imported'))
    await navigate(pageOf(schema.model, `/${answer.record}`))
  }
  return (
    <Upload accept=".zip" showUploadList={false} beforeUpload={(file) => (void upload(file), Upload.LIST_IGNORE)}>
      <Button icon={<UploadOutlined aria-hidden />} loading={send.isPending} title={t('process.importHint')}>
        {t('process.importFile')}
      </Button>
    </Upload>
  )
}
