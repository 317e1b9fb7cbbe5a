import { Alert, App, Form, Modal } from 'antd'
import { useState } from 'react'
import type { WireSchema } from '../../../model/kit/wire.ts'
import { useMe, useSave } from '../../api/api.ts'
import { ApiFault } from '../../api/fault.ts'
import { useZone } from '../../fields/moments.ts'
import { FieldItem, markRequired } from '../../records/form/record-form.tsx'
import { useWords } from '../../words/language.ts'
import { CasePicker } from '../case-picker.tsx'
import { todayIn } from './days.ts'

type Values = Record<string, unknown>
type NewDeadlineProps = { schema: WireSchema; of?: { sid: string; name: string }; onClose: () => void }

/** What no rule brings is entered by hand: for which case, what, until when, by whom and why. Annuities come from the law alone. */
export function NewDeadline({ schema, of, onClose }: NewDeadlineProps) {
  const { t } = useWords()
  const { message } = App.useApp()
  const zone = useZone()
  const me = useMe().data
  const [form] = Form.useForm<Values>()
  const [faults, setFaults] = useState<readonly string[]>([])
  const save = useSave('deadline')
  const due = Form.useWatch('official_due', form) as unknown
  const isPast = typeof due === 'string' && due < todayIn(zone)
  const field = (code: string, more: { label?: string; without?: string } = {}) => {
    const found = schema.fields.find((one) => one.code === code)
    if (!found) return null
    const options = found.options?.filter((option) => option.code !== more.without)
    return { ...found, ...(more.label && { label: more.label }), ...(options && { options }) }
  }
  const submit = async (values: Values) => {
    setFaults([])
    try {
      await save.mutateAsync({ ...values, ...(of && { case_sid: of.sid }) })
      message.success(t('deadlineForm.made'))
      onClose()
    } catch (fault) {
      if (!(fault instanceof ApiFault)) throw fault
      setFaults(fault.errors.length > 0 ? fault.errors.map(({ label, reason }) => `${label}${t('colon')}${reason}`) : [fault.message])
    }
  }
  const item = (code: string, { isRequired = false, ...more }: { isRequired?: boolean; label?: string; without?: string } = {}) => {
    const shown = field(code, more)
    return shown && <FieldItem key={code} field={shown} form={form} isRequired={isRequired} />
  }
  return (
    <Modal open title={t('desk.new')} okText={t('save')} onOk={() => form.submit()} onCancel={onClose} confirmLoading={save.isPending} width={560}>
      <p className="quiet spaced">{t('deadlineForm.hint')}</p>
      {faults.length > 0 && (
        <Alert
          type="error"
          showIcon
          role="alert"
          className="spaced"
          title={faults.map((line) => (
            <div key={line}>{line}</div>
          ))}
        />
      )}
      <Form
        form={form}
        layout="vertical"
        requiredMark={markRequired}
        className="dialog-form"
        initialValues={{ kind: 'ACTION', owner_sid: me?.sid }}
        onFinish={(values) => void submit(values)}
      >
        {of ? (
          <Form.Item label={t('desk.case')}>{of.name}</Form.Item>
        ) : (
          <Form.Item name="case_sid" label={t('desk.case')} rules={[{ required: true, message: t('must.fill') }]}>
            <CasePicker autoFocus />
          </Form.Item>
        )}
        {item('name', { label: t('deadlineForm.what'), isRequired: true })}
        <div className="fields">
          {item('official_due', { isRequired: true })}
          {item('internal_due')}
          {item('kind', { without: 'ANNUITY' })}
          {item('owner_sid', { isRequired: true })}
        </div>
        {item('remark', { label: t('deadlineForm.why') })}
        {isPast && <Alert type="warning" showIcon title={t('deadlineForm.past')} />}
      </Form>
    </Modal>
  )
}
