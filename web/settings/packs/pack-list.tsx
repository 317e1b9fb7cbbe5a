import { UploadOutlined } from '@ant-design/icons'
import { App, Button, Upload } from 'antd'
import { useNavigate } from 'react-router'
import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import { uploadPack } from '../../../model/settings/configuration/configuration-actions.ts'
import { allows } from '../../api/allows.ts'
import { useSchema, useWrite } from '../../api/api.ts'
import { ask } from '../../api/call.ts'
import { pageOf } from '../../api/page-of.ts'
import { ModelList } from '../../records/list/list.tsx'
import { PageSkeleton } from '../../ui/page/page-skeleton.tsx'
import { useWords } from '../../words/language.ts'
import { MakePack } from './make-pack.tsx'
import './packs.css'

const MODEL = 'configuration_pack'
const COLUMNS = ['name', 'status', 'packed_from', 'packed_at', 'created_rows', 'changed_rows', 'applied_at', 'applied_by']

/** Packs that were uploaded, and the way to make one. */
export function PackList() {
  const { data: schema } = useSchema(MODEL)
  if (!schema) return <PageSkeleton />
  const acts = (
    <>
      {allows(schema, 'export') && <MakePack />}
      <UploadPack schema={schema} />
    </>
  )
  return <ModelList schema={schema} own={{ acts, columns: COLUMNS }} />
}

/** Opens the uploaded pack, with its differences. */
function UploadPack({ schema }: { schema: WireSchema }) {
  const { t } = useWords()
  const navigate = useNavigate()
  const { message } = App.useApp()
  const send = useWrite(MODEL, (file: File) => {
    const form = new FormData()
    form.append('file', file, file.name)
    return ask(uploadPack, form)
  })
  if (!allows(schema, 'apply')) return null
  const upload = async (file: File) => {
    const answer = await send.mutateAsync(file).catch(() => undefined) // a refusal has already been shown
    if (!answer) return
    message.success(t('pack.uploaded'))
    await navigate(pageOf(MODEL, `/${answer.record}`))
  }
  return (
    <Upload accept=".zip" showUploadList={false} beforeUpload={(file) => (void upload(file), Upload.LIST_IGNORE)}>
      <Button icon={<UploadOutlined aria-hidden />} loading={send.isPending} title={t('pack.uploadHint')}>
        {t('pack.upload')}
      </Button>
    </Upload>
  )
}
