import type { SentBody } from '../../../model/kit/action.ts'
import { checkRelation } from '../../../model/cases/family-actions.ts'
import { skipToken, useQuery } from '@tanstack/react-query'
import type { FormInstance } from 'antd'
import { Form, Modal, Radio, Select } from 'antd'
import { useState } from 'react'
import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import type { Rec } from '../../api/api.ts'
import { act, doVerb, useWrite } from '../../api/api.ts'
import { ApiFault } from '../../api/fault.ts'
import { markRequired } from '../../records/form/record-form.tsx'
import { useTellWarnings } from '../../records/warnings.ts'
import { FaultLines } from '../../ui/faults/fault-lines.tsx'
import { useWords } from '../../words/language.ts'
import { CasePicker } from '../case-picker.tsx'
import { useOptions } from '../../fields/use-options.ts'

type Asked = SentBody<typeof checkRelation>
type Values = { other: string; side: 'earlier' | 'later'; relation_type: Asked['relation_type']; family_choice?: string }

/** Every rule for or against the relation is shown before it is saved. */
export function RelationDialog({ schema, record, onClose }: { schema: WireSchema; record: Rec; onClose: (isSaved: boolean) => void }) {
  const { t, lang } = useWords()
  const [form] = Form.useForm<Values>()
  const { ends, notices } = useNotices(record, form)
  const blocks = notices.filter(({ level }) => level === 'block')
  const warnings = notices.filter(({ level }) => level === 'warning')
  const asksFamily = notices.some(({ choices }) => choices && choices.length > 0)
  const [faults, setFaults] = useState<string[]>([])
  const tellWarnings = useTellWarnings()
  const save = useWrite('related_case', (values: Record<string, unknown>) => doVerb('related_case', 'create', values), { faults: 'own' })
  const submit = async ({ family_choice, relation_type: type }: Values) => {
    setFaults([])
    try {
      // The warnings are above the button, so that the user has seen them.
      const confirm = warnings.map(({ code }) => code)
      tellWarnings(
        await save.mutateAsync({ ...ends, relation_type: type, ...(family_choice && { family_choice }), ...(confirm.length > 0 && { confirm }) }),
      )
      onClose(true)
    } catch (fault) {
      if (!(fault instanceof ApiFault)) throw fault
      setFaults(fault.errors.length > 0 ? fault.errors.map(({ reason }) => reason) : [fault.message])
    }
  }
  return (
    <Modal
      open
      title={t('relations.addCase')}
      onCancel={() => onClose(false)}
      okText={t('save')}
      onOk={() => form.submit()}
      okButtonProps={{ disabled: blocks.length > 0 }}
      confirmLoading={save.isPending}
      width={600}
    >
      <Form
        form={form}
        layout="vertical"
        requiredMark={markRequired}
        className="dialog-form"
        initialValues={{ side: 'earlier' }}
        onFinish={(values) => void submit(values)}
      >
        <RelationFields schema={schema} record={record} asksFamily={asksFamily} />
      </Form>
      <FaultLines lines={blocks.map((one) => one[lang])} />
      <FaultLines type="warning" lines={warnings.map((one) => one[lang])} />
      <FaultLines lines={faults} />
    </Modal>
  )
}

/** The objections to the relation with the current inputs. */
function useNotices(record: Rec, form: FormInstance<Values>) {
  const { other, side = 'earlier', relation_type } = (Form.useWatch([], form) ?? {}) as Partial<Values> // this form's own values
  const ends = side === 'earlier' ? { earlier_sid: other ?? '', later_sid: record.sid } : { earlier_sid: record.sid, later_sid: other ?? '' }
  const { data: checked } = useQuery({
    queryKey: ['related_case', 'check', ends, relation_type],
    queryFn: other && relation_type ? () => act(checkRelation, { ...ends, relation_type }) : skipToken,
    meta: { faults: 'own' },
  })
  return { ends, notices: other && relation_type ? (checked?.notices ?? []) : [] }
}

function RelationFields({ schema, record, asksFamily }: { schema: WireSchema; record: Rec; asksFamily: boolean }) {
  const { t } = useWords()
  const known = schema.case?.relation_types
  const types = useOptions('related_case', 'relation_type')?.filter(({ value }) => known?.includes(value) ?? true)
  const choices = useOptions('related_case', 'family_choice')
  return (
    <>
      <Form.Item name="other" label={t('relations.other')} rules={[{ required: true, message: t('must.fill') }]}>
        <CasePicker without={record.sid} />
      </Form.Item>
      <Form.Item name="side" label={t('relations.otherIs')}>
        <Radio.Group
          options={[
            { value: 'earlier', label: t('relations.earlier') },
            { value: 'later', label: t('relations.later') },
          ]}
        />
      </Form.Item>
      <Form.Item name="relation_type" label={t('relations.type')} rules={[{ required: true, message: t('must.fill') }]}>
        <Select options={types} placeholder={t('filter.choose')} />
      </Form.Item>
      {asksFamily && (
        <Form.Item name="family_choice" label={t('relations.familyChoice')} rules={[{ required: true, message: t('must.fill') }]}>
          <Radio.Group options={choices} />
        </Form.Item>
      )}
    </>
  )
}
