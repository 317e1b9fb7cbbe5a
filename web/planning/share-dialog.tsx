import { Form, Modal } from 'antd'
import { waysToSharePlan } from '../../model/planning/plan-actions.ts'
import { type Rec, useSave } from '../api/api.ts'
import { AudienceFields, audienceOf, type AudienceValues, savedAudience, useAudiences } from '../records/views/audience.tsx'
import { useWords } from '../words/language.ts'
import { MODEL } from './plan.ts'

/** For whom a plan is; each of them sees the case and the amounts by their own permissions. */
export function ShareDialog({ record, onClose }: { record: Rec; onClose: () => void }) {
  const { t } = useWords()
  const [form] = Form.useForm<AudienceValues>()
  const save = useSave(MODEL, {})
  const ways = useAudiences(waysToSharePlan)
  const now = audienceOf(record)
  const submit = async (values: AudienceValues) => {
    await save.mutateAsync({ sid: record.sid, ...savedAudience(values) })
    onClose()
  }
  return (
    <Modal open title={t('plan.share')} okText={t('save')} onOk={() => form.submit()} onCancel={onClose} confirmLoading={save.isPending} width={440}>
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={now}
        onFinish={(values) => void submit(values).catch(() => undefined) /* a refusal has already been shown */}
      >
        <p className="quiet spaced">{t('plan.shareSays')}</p>
        <AudienceFields ways={ways} now={now.share} />
      </Form>
    </Modal>
  )
}
