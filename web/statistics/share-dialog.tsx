import { useQuery } from '@tanstack/react-query'
import { Form, Modal, Radio, Select } from 'antd'
import { waysToShareStatistic } from '../../model/statistics/statistic-actions.ts'
import { act, type Rec, useSave } from '../api/api.ts'
import { sidOf, useFound } from '../fields/names.ts'
import { useWords } from '../words/language.ts'

const MODEL = 'statistic'
const SHARES = ['OWN', 'COMPANY', 'ROLES', 'SYSTEM'] as const
type Share = (typeof SHARES)[number]
type Values = { share: Share; role_sids?: string[] }
const WORDS = { OWN: 'view.own', COMPANY: 'view.company', ROLES: 'view.roles', SYSTEM: 'view.system' } as const

/** For whom a statistic is; each of them sees the figures of their own records. */
export function ShareDialog({ record, onClose }: { record: Rec; onClose: () => void }) {
  const { t } = useWords()
  const [form] = Form.useForm<Values>()
  const save = useSave(MODEL, {})
  const ways = useQuery({ queryKey: [MODEL, 'ways'], queryFn: () => act(waysToShareStatistic, {}), staleTime: 300_000, meta: { faults: 'own' } }).data
  const now = SHARES.find((one) => one === record['share']) ?? 'OWN'
  const offered = SHARES.filter((one) => one === now || ways?.includes(one))
  const share = Form.useWatch('share', form)
  const roles = useFound('role', '', share === 'ROLES')
  const kept = Array.isArray(record['role_sids']) ? record['role_sids'].map(sidOf) : []
  const submit = async (values: Values) => {
    await save.mutateAsync({ sid: record.sid, share: values.share, role_sids: values.share === 'ROLES' ? (values.role_sids ?? []) : null })
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
        initialValues={{ share: now, role_sids: kept }}
        onFinish={(values) => void submit(values).catch(() => undefined) /* a refusal has already been shown */}
      >
        <p className="quiet spaced">{t('statistic.shareSays')}</p>
        <Form.Item name="share" label={t('view.for')}>
          <Radio.Group vertical options={offered.map((one) => ({ value: one, label: t(WORDS[one]) }))} />
        </Form.Item>
        {share === 'ROLES' && (
          <Form.Item name="role_sids" label={t('view.whichRoles')} rules={[{ required: true, message: t('must.fill') }]}>
            <Select
              mode="multiple"
              showSearch={{ optionFilterProp: 'label' }}
              options={roles.refs.map(({ sid, name }) => ({ value: sid, label: name }))}
            />
          </Form.Item>
        )}
      </Form>
    </Modal>
  )
}
