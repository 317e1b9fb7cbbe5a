import { App, Button, Form, Modal, Select } from 'antd'
import type { FormInstance } from 'antd'
import { useState } from 'react'
import type { Fault, WireSchema, WireTransition } from '../../../model/kit/wire/wire.ts'
import { doVerb, useSearch, useWrite } from '../../api/api.ts'
import { ApiFault, faultLines, UNCONFIRMED } from '../../api/fault.ts'
import { withoutQualifier } from '../../fields/option-label.ts'
import { FaultLines } from '../../ui/faults/fault-lines.tsx'
import { useWords } from '../../words/language.ts'
import { FieldItem } from '../form/record-form.tsx'
import { fieldOfFault, mustFillForAll } from '../form/form-fields.ts'
import { quoted } from '../../api/iql.ts'
import { Failures } from './failures.tsx'
import { TransitionPreview } from './transition-preview.tsx'
import { useTransitionResults, type Whole } from './update-results.tsx'

type Values = Record<string, unknown>
type BatchTransitionProps = { schema: WireSchema; sids: readonly string[]; whole?: Whole; onClose: () => void; onDone: () => void }

/** Takes one step with many records: each that may take it does, the others are listed with their reason. */
export function BatchTransition({ schema, sids, whole, onClose, onDone }: BatchTransitionProps) {
  const { t, lang } = useWords()
  const [form] = Form.useForm<Values>()
  const [code, setCode] = useState<string>()
  const steps = useSteps(schema, sids, whole)
  const step = steps.find(({ transition }) => transition.code === code)?.transition
  const { take, faults, isPending } = useTaking({ schema, sids, whole, step, form, onClose, onDone })
  const count = whole?.total ?? sids.length
  const [tried, setTried] = useState<Values>()
  const preview = () => form.validateFields().then((values) => setTried(withoutBlanks(values)), () => undefined) // oxfmt-ignore
  return (
    <Modal
      open
      title={t('batch.stepTitle', { count, name: schema[lang] })}
      onCancel={onClose}
      okText={step ? withoutQualifier(step.label) : t('batch.step')}
      okButtonProps={{ disabled: !step, loading: isPending }}
      onOk={() => form.submit()}
      footer={(_, { OkBtn, CancelBtn }) => (
        <>
          <CancelBtn />
          <Button disabled={!step} onClick={() => void preview()}>
            {t('batch.preview')}
          </Button>
          <OkBtn />
        </>
      )}
      width={tried ? 860 : 520}
      destroyOnHidden
    >
      <FaultLines lines={faultLines(faults, t('colon'))} />
      <Form form={form} layout="vertical" requiredMark onFinish={(values) => void take(values)} onValuesChange={() => setTried(undefined)}>
        <Form.Item label={t('batch.whichStep')} htmlFor="batch-step">
          <Select
            id="batch-step"
            autoFocus
            value={code}
            onChange={(chosen) => {
              setCode(chosen)
              setTried(undefined)
            }}
            showSearch={{ optionFilterProp: 'label' }}
            notFoundContent={t('batch.noStep')}
            options={steps.map(({ transition, count: possible }) => ({
              value: transition.code,
              label: possible === undefined ? transition.label : t('batch.stepOf', { step: transition.label, count: possible }),
            }))}
          />
        </Form.Item>
        {step && <Target schema={schema} step={step} />}
        {fieldsOf(schema, step).map((field) => (
          <FieldItem key={field.code} field={field} form={form} isRequired={Boolean(step && mustFillForAll(step, field, schema.states?.field))} />
        ))}
      </Form>
      {step && tried && <TransitionPreview schema={schema} sids={sids} whole={whole} transition={step.code} fields={tried} />}
    </Modal>
  )
}

function Target({ schema, step }: { schema: WireSchema; step: WireTransition }) {
  const { t } = useWords()
  const state = schema.fields.find(({ code }) => code === schema.states?.field)
  const labelOf = (to: string) => withoutQualifier(state?.options?.find(({ code }) => code === to)?.label ?? to)
  const states = [step.to, ...(step.until ? [step.until] : [])].map(labelOf)
  return <p className="quiet">{t('transition.leads', { state: states.join(' / ') })}</p>
}

const withoutBlanks = (values: Values): Values => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

const fieldsOf = (schema: WireSchema, step?: WireTransition) => {
  const codes = [...(step?.fields ?? []), ...(step?.required ?? [])]
  return schema.fields.filter(({ code }) => codes.includes(code))
}

/** The steps that one of the chosen records may take, with their number; of all results, every step. */
function useSteps(schema: WireSchema, sids: readonly string[], whole?: Whole) {
  const field = schema.states?.field ?? ''
  const isKnown = !whole && schema.fields.some(({ code }) => code === field)
  const { data } = useSearch(schema.model, { fl: ['sid', field], iql: `sid IN (${sids.map(quoted).join(', ')})`, rows: 100 }, { enabled: isKnown })
  const transitions = schema.states?.transitions ?? []
  if (!isKnown) return transitions.map((transition) => ({ transition, count: undefined }))
  const states = (data?.record ?? []).map((record) => String(record[field]))
  return transitions.flatMap((transition) => {
    const count = states.filter((state) => transition.from.includes(state)).length
    return count > 0 ? [{ transition, count }] : []
  })
}

type Taking = Omit<BatchTransitionProps, 'whole'> & {
  whole: Whole | undefined
  step: WireTransition | undefined
  form: FormInstance<Values>
}

function useTaking({ schema, sids, whole, step, form, onClose, onDone }: Taking) {
  const { t } = useWords()
  const { message, modal } = App.useApp()
  const [faults, setFaults] = useState<readonly Fault[]>([])
  const takeAll = useTransitionResults(schema)
  const write = useWrite(
    schema.model,
    async (fields: Values) =>
      whole
        ? takeAll(whole, step?.code ?? '', fields)
        : doVerb(schema.model, 'batch_transition', { sids: [...sids], transition: step?.code ?? '', each: true, ...fields }),
    { faults: 'form' },
  )
  const take = async (values: Values) => {
    if (!step) return
    setFaults([])
    try {
      const answer = await write.mutateAsync(withoutBlanks(values))
      onClose()
      onDone()
      if (!answer) return // the job reports the outcome of each
      if (answer.failed > 0) modal.warning({ title: withoutQualifier(step.label), content: <Failures outcome={answer} />, icon: null, width: 560 })
      else message.success(t('batch.taken', { step: withoutQualifier(step.label), count: answer.done }))
    } catch (fault) {
      if (!(fault instanceof ApiFault)) throw fault
      if (fault.code === UNCONFIRMED) return
      form.setFields(fault.errors.map((one) => ({ name: fieldOfFault(one.field), errors: [one.reason] })))
      setFaults(fault.errors.length > 0 ? fault.errors : [{ field: '', label: '', reason: fault.message }])
    }
  }
  return { take, faults, isPending: write.isPending }
}
