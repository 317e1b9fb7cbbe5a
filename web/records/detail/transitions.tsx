import { DownOutlined } from '@ant-design/icons'
import type { FormInstance } from 'antd'
import { App, Button, Dropdown, Form, Modal } from 'antd'
import { useState } from 'react'
import { holds } from '../../../model/kit/conditions.ts'
import type { Fault, WireSchema, WireTransition } from '../../../model/kit/wire.ts'
import type { Rec } from '../../api/api.ts'
import { useTransition } from '../../api/api.ts'
import { ApiFault, faultLines, UNCONFIRMED } from '../../api/fault.ts'
import { isBlank } from '../../fields/view.ts'
import { FaultLines } from '../../ui/fault-lines.tsx'
import { useWords } from '../../words/language.ts'
import { fieldOfFault, mustFillAt } from '../form/form-fields.ts'
import { FieldItem } from '../form/record-form.tsx'
import { withoutQualifier } from '../../fields/option-label.ts'
import { useTellWarnings } from '../warnings.ts'

type Values = Record<string, unknown>

const IN_SIGHT = 2

/** The available transitions of this person, as listed by the server. */
export function Transitions({ schema, record }: { schema: WireSchema; record: Rec }) {
  const { t } = useWords()
  const [taken, setTaken] = useState<WireTransition | null>(null)
  const now = transitionsNow(schema, record)
  if (now.length === 0) return null
  const [sight, rest] = [now.slice(0, now.length > IN_SIGHT + 1 ? IN_SIGHT : now.length), now.length > IN_SIGHT + 1 ? now.slice(IN_SIGHT) : []]
  return (
    <>
      {sight.map((transition) => (
        <Button key={transition.code} onClick={() => setTaken(transition)}>
          {withoutQualifier(transition.label)}
        </Button>
      ))}
      {rest.length > 0 && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: rest.map(({ code, label }) => ({ key: code, label: withoutQualifier(label) })),
            onClick: ({ key }) => setTaken(rest.find(({ code }) => code === key) ?? null),
          }}
        >
          <Button>
            {t('detail.moreSteps')} <DownOutlined aria-hidden />
          </Button>
        </Dropdown>
      )}
      {taken && <TransitionDialog schema={schema} record={record} transition={taken} onClose={() => setTaken(null)} />}
    </>
  )
}

function transitionsNow(schema: WireSchema, record: Rec): WireTransition[] {
  const offered: readonly { code: string; to: string }[] = Array.isArray(record['transitions']) ? record['transitions'] : []
  return (schema.states?.transitions ?? []).flatMap((one) => {
    const now = offered.find(({ code }) => code === one.code)
    return now ? [{ ...one, to: now.to }] : []
  })
}

type TransitionDialogProps = { schema: WireSchema; record: Rec; transition: WireTransition; onClose: () => void }

/** Asks for the required fields of the transition, and shows its target state. */
function TransitionDialog({ schema, record, transition, onClose }: TransitionDialogProps) {
  const { t } = useWords()
  const [form] = Form.useForm<Values>()
  const missing = transition.required.filter((code) => isBlank(record[code]) && holds(schema.fields.find((f) => f.code === code)?.applies_to, record))
  const codes = [...new Set([...transition.fields, ...missing])]
  const fields = schema.fields.filter(({ code }) => codes.includes(code))
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
