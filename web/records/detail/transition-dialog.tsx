import type { FormInstance } from 'antd'
import { App, Form, Modal } from 'antd'
import { useState } from 'react'
import type { Fault, WireSchema, WireTransition } from '../../../model/kit/wire/wire.ts'
import type { Rec } from '../../api/api.ts'
import { useTransition } from '../../api/api.ts'
import { ApiFault, faultLines, UNCONFIRMED } from '../../api/fault.ts'
import { FaultLines } from '../../ui/faults/fault-lines.tsx'
import { useWords } from '../../words/language.ts'
import { fieldOfFault, fieldsAt, mustFillAt } from '../form/form-fields.ts'
import { FieldItem } from '../form/record-form.tsx'
import { withoutQualifier } from '../../fields/option-label.ts'
import { useTellWarnings } from '../warnings.ts'

type Values = Record<string, unknown>

type TransitionDialogProps = { schema: WireSchema; record: Rec; transition: WireTransition; onClose: () => void }

/** Asks for the required fields of the transition, and shows its target state. */
export function TransitionDialog({ schema, record, transition, onClose }: TransitionDialogProps) {
  const { t } = useWords()
  const [form] = Form.useForm<Values>()
  const fields = fieldsAt(schema, transition, record)
  const codes = fields.map(({ code }) => code)
  const state = schema.fields.find(({ code }) => code === schema.states?.field)
  const target = withoutQualifier(state?.options?.find(({ code }) => code === transition.to)?.label ?? transition.to)
  const { submit, faults, isPending } = useTaking({ schema, record, transition, onClose, form, codes })
  return (
    <Modal
      open
      title={withoutQualifier(transition.label)}
      onCancel={onClose}
      okText={withoutQualifier(transition.label)}
      onOk={() => form.submit()}
      confirmLoading={isPending}
      width={fields.length > 4 ? 760 : 480}
      destroyOnHidden
    >
      <p className="quiet">{t('transition.leads', { state: target })}</p>
      <FaultLines lines={faultLines(faults, t('colon'))} />
      <Form
        form={form}
        layout="vertical"
        requiredMark
        initialValues={Object.fromEntries(codes.map((code) => [code, record[code]]))}
        onFinish={(values) => void submit(values)}
      >
        <div className="fields">
          {fields.map((field) => (
            <FieldItem key={field.code} field={field} form={form} isRequired={mustFillAt(transition, field)} />
          ))}
        </div>
      </Form>
    </Modal>
  )
}

type Taking = TransitionDialogProps & { form: FormInstance<Values>; codes: readonly string[] }

/** Takes the transition; a fault of a field is shown at the field, any other above them. */
function useTaking({ schema, record, transition, onClose, form, codes }: Taking) {
  const { t } = useWords()
  const { message } = App.useApp()
  const tellWarnings = useTellWarnings()
  const take = useTransition(schema.model)
  const [faults, setFaults] = useState<readonly Fault[]>([])
  const submit = async (values: Values) => {
    setFaults([])
    try {
      tellWarnings(await take.mutateAsync({ ...values, sid: record.sid, transition: transition.code }))
      message.success(t('transition.done', { label: withoutQualifier(transition.label) }))
      onClose()
    } catch (fault) {
      if (fault instanceof ApiFault && fault.code === UNCONFIRMED) return
      if (!(fault instanceof ApiFault) || (fault.code !== 500001 && fault.code !== 500005)) return onClose()
      const own = fault.errors.filter((one) => codes.includes(fieldOfFault(one.field)))
      form.setFields(own.map((one) => ({ name: fieldOfFault(one.field), errors: [one.reason] })))
      const others = fault.errors.filter((one) => !own.includes(one))
      setFaults(fault.errors.length === 0 ? [{ field: '', label: '', reason: fault.message }] : others)
    }
  }
  return { submit, faults, isPending: take.isPending }
}
