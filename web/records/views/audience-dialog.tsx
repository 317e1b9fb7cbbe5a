import { Form, Modal } from 'antd'
import type { askAudiences } from '../../../model/kit/audience.ts'
import { type Rec, useSave } from '../../api/api.ts'
import { useWords } from '../../words/language.ts'
import { AudienceFields, audienceOf, type AudienceValues, savedAudience, useAudiences } from './audience.tsx'

type AudienceDialogProps = { ask: ReturnType<typeof askAudiences>; record: Rec; title: string; says: string; onClose: () => void }

/** The audience of a record of the action's model; `says` describes the part that it will see. */
export function AudienceDialog({ ask, record, title, says, onClose }: AudienceDialogProps) {
  const { t } = useWords()
  const [form] = Form.useForm<AudienceValues>()
  const save = useSave(ask.model, {})
  const ways = useAudiences(ask)
  const now = audienceOf(record)
  const submit = async (values: AudienceValues) => {
    await save.mutateAsync({ sid: record.sid, ...savedAudience(values) })
    onClose()
  }
  return (
    <Modal open title={title} okText={t('save')} onOk={() => form.submit()} onCancel={onClose} confirmLoading={save.isPending} width={440}>
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={now}
        onFinish={(values) => void submit(values).catch(() => undefined) /* a refusal has already been shown */}
      >
        <p className="quiet spaced">{says}</p>
        <AudienceFields ways={ways} now={now.share} />
      </Form>
    </Modal>
  )
}
