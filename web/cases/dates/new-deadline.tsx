import type { FormInstance } from 'antd'
import { Alert, App, Form, Modal } from 'antd'
import { useState } from 'react'
import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import { useMe, useSave } from '../../api/api.ts'
import { ApiFault, linesOf } from '../../api/fault.ts'
import { useZone } from '../../fields/moments.ts'
import { FieldItem, markRequired } from '../../records/form/record-form.tsx'
import { FaultLines } from '../../ui/faults/fault-lines.tsx'
import { useWords } from '../../words/language.ts'
import { CasePicker } from '../case-picker.tsx'
import { todayIn } from '../../../model/kit/days/clock.ts'

type Values = Record<string, unknown>
type NewDeadlineProps = { schema: WireSchema; of?: { sid: string; name: string }; onClose: () => void }

/** A manual deadline for which there is no rule: its case, title, date, owner and reason. Annuities come only from the law. */
export function NewDeadline({ schema, of, onClose }: NewDeadlineProps) {
  const { t } = useWords()
  const me = useMe().data
  const [form] = Form.useForm<Values>()
  const { submit, faults, isPending } = useEntry(of, onClose)
  return (
    <Modal open title={t('deadlineList.new')} okText={t('save')} onOk={() => form.submit()} onCancel={onClose} confirmLoading={isPending} width={560}>
      <p className="quiet spaced">{t('deadlineForm.hint')}</p>
      <FaultLines lines={faults} />
      <Form
        form={form}
        layout="vertical"
        requiredMark={markRequired}
        className="dialog-form"
        initialValues={{ kind: 'ACTION', owner_sid: me?.sid }}
        onFinish={(values) => void submit(values)}
      >
        {of ? (
          <Form.Item label={t('deadlineList.case')}>{of.name}</Form.Item>
        ) : (
          <Form.Item name="case_sid" label={t('deadlineList.case')} rules={[{ required: true, message: t('must.fill') }]}>
            <CasePicker autoFocus />
          </Form.Item>
        )}
        <Fields schema={schema} form={form} />
      </Form>
    </Modal>
  )
}

function useEntry(of: NewDeadlineProps['of'], onDone: () => void) {
  const { t } = useWords()
  const { message } = App.useApp()
  const [faults, setFaults] = useState<readonly string[]>([])
  const save = useSave('deadline')
  const submit = async (values: Values) => {
    setFaults([])
    try {
      await save.mutateAsync({ ...values, ...(of && { case_sid: of.sid }) })
      message.success(t('deadlineForm.made'))
      onDone()
    } catch (fault) {
      if (!(fault instanceof ApiFault)) throw fault
      setFaults(linesOf(fault, t('colon')))
    }
  }
  return { submit, faults, isPending: save.isPending }
}

function Fields({ schema, form }: { schema: WireSchema; form: FormInstance<Values> }) {
  const { t } = useWords()
  const zone = useZone()
  const due = Form.useWatch('official_due', form) as unknown
  const isPast = typeof due === 'string' && due < todayIn(zone)
  const item = (code: string, { isRequired = false, label, without }: { isRequired?: boolean; label?: string; without?: string } = {}) => {
    const found = schema.fields.find((one) => one.code === code)
    if (!found) return null
    const options = found.options?.filter((option) => option.code !== without)
    const field = { ...found, ...(label && { label }), ...(options && { options }) }
    return <FieldItem field={field} form={form} isRequired={isRequired} />
  }
  return (
    <>
      {item('name', { label: t('deadlineForm.what'), isRequired: true })}
      <div className="fields">
        {item('official_due', { isRequired: true })}
        {item('internal_due')}
        {item('kind', { without: 'ANNUITY' })}
        {item('owner_sid', { isRequired: true })}
      </div>
      {item('remark', { label: t('deadlineForm.why') })}
      {isPast && <Alert type="warning" showIcon title={t('deadlineForm.past')} />}
    </>
  )
}
