import { App, Form, Input, Modal, Radio } from 'antd'
import { useState } from 'react'
import { type ApprovalView, settleApproval } from '../../../model/approval/approval-actions.ts'
import { act, useWrite } from '../../api/api.ts'
import { ApiFault, linesOf } from '../../api/fault.ts'
import { fieldTo } from '../../fields/field-to.ts'
import { sidOf } from '../../fields/names.ts'
import { viewOf } from '../../fields/views.ts'
import { FaultLines } from '../../ui/faults/fault-lines.tsx'
import { useWords } from '../../words/language.ts'

type Values = { act: 'ASSIGN' | 'RETRY' | 'CANCEL'; people?: unknown[]; opinion: string }

/** Acts of an administrator on an approval that cannot continue by itself. */
export function Settle({ approval, onClose }: { approval: ApprovalView; onClose: () => void }) {
  const { t, lang } = useWords()
  const { message } = App.useApp()
  const [form] = Form.useForm<Values>()
  const [lines, setLines] = useState<readonly string[]>([])
  const choice = Form.useWatch('act', form)
  const person = fieldTo('user_info', t('approval.person'))
  const { Editor } = viewOf('references')
  const write = useWrite(
    'approval',
    ({ act: what, people, opinion }: Values) =>
      act(settleApproval, { sid: approval.sid, act: what, opinion, ...(what === 'ASSIGN' && { person_sids: (people ?? []).map(sidOf) }) }),
    { faults: 'own' },
  )
  const settle = async (values: Values) => {
    try {
      await write.mutateAsync(values)
      message.success(t('saved'))
      onClose()
    } catch (fault) {
      if (!(fault instanceof ApiFault)) throw fault
      setLines(linesOf(fault, t('colon')))
    }
  }
  const options = Object.entries(settleApproval.body.act.options).map(([value, [zh, en]]) => ({ value, label: lang === 'zh' ? zh : en }))
  return (
    <Modal open title={t('approval.settle')} onOk={() => form.submit()} onCancel={onClose} confirmLoading={write.isPending} destroyOnHidden>
      <FaultLines lines={lines} />
      <Form form={form} layout="vertical" initialValues={{ act: 'ASSIGN' }} onFinish={(values) => void settle(values)}>
        <Form.Item name="act" label={t('approval.settleHow')}>
          <Radio.Group options={options} />
        </Form.Item>
        {choice === 'ASSIGN' && (
          <Form.Item name="people" label={t('approval.person')} rules={[{ required: true, message: t('approval.personNeeded') }]}>
            <Editor field={person} label={t('approval.person')} />
          </Form.Item>
        )}
        <Form.Item name="opinion" label={t('approval.reason')} rules={[{ required: true, whitespace: true, message: t('approval.opinionNeeded') }]}>
          <Input.TextArea autoSize={{ minRows: 2 }} maxLength={1000} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
