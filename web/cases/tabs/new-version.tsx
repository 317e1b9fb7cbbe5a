import { UploadOutlined } from '@ant-design/icons'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { App, Button, Input, Space, Upload } from 'antd'
import { useState } from 'react'
import type { Rec } from '../../api/api.ts'
import { useFits } from '../../fields/documents/use-fits.ts'
import { useWords } from '../../words/language.ts'
import { sendDocument } from './send-document.ts'

/** A new version of the chosen document: only the file and an optional remark on it. */
export function NewVersion({ document }: { document: Rec }) {
  const { t } = useWords()
  const { message } = App.useApp()
  const client = useQueryClient()
  const fits = useFits()
  const [remark, setRemark] = useState('')
  const send = useMutation({
    mutationFn: (file: File) => sendDocument(file, { sid: document.sid, version_remark: remark }),
    onSuccess: () => {
      setRemark('')
      void message.success(t('documents.added', { count: 1 }))
      return client.invalidateQueries()
    },
  })
  return (
    <Space.Compact block className="spaced">
      <Input
        value={remark}
        maxLength={255}
        placeholder={t('documents.versionRemark')}
        aria-label={t('documents.versionRemark')}
        onChange={({ target }) => setRemark(target.value)}
      />
      <Upload showUploadList={false} beforeUpload={(file) => (fits(file) && send.mutate(file), Upload.LIST_IGNORE)}>
        <Button icon={<UploadOutlined />} loading={send.isPending}>
          {t('documents.newVersion')}
        </Button>
      </Upload>
    </Space.Compact>
  )
}
