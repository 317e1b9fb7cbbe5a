import { Form, Modal } from 'antd'
import { waysToShareStatistic } from '../../model/statistics/statistic-actions.ts'
import { type Rec, useSave } from '../api/api.ts'
import { AudienceFields, audienceOf, type AudienceValues, savedAudience, useAudiences } from '../records/views/audience.tsx'
import { useWords } from '../words/language.ts'

/** For whom a statistic is; each of them sees the figures of their own records. */
export function ShareDialog({ record, onClose }: { record: Rec; onClose: () => void }) {
  const { t } = useWords()
  const [form] = Form.useForm<AudienceValues>()
  const save = useSave('statistic', {})
  const ways = useAudiences(waysToShareStatistic)
  const now = audienceOf(record)
  const submit = async (values: AudienceValues) => {
    await save.mutateAsync({ sid: record.sid, ...savedAudience(values) })
    onClose()
  }
  return (
    <Modal
      open
      title={t('statistic.share')}
      okText={t('save')}
      onOk={() => form.submit()}
      onCancel={onClose}
      confirmLoading={save.isPending}
      width={440}
    >
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={now}
        onFinish={(values) => void submit(values).catch(() => undefined) /* a refusal has already been shown */}
      >
        <p className="quiet spaced">{t('statistic.shareSays')}</p>
        <AudienceFields ways={ways} now={now.share} />
      </Form>
    </Modal>
  )
}
