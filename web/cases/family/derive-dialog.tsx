import { useQuery } from '@tanstack/react-query'
import { Alert, App, Form, type FormInstance, Input, Modal, Select, Skeleton } from 'antd'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { deriveActionsOf } from '../../../model/cases/derive-actions.ts'
import type { AnswerOf, SentBody } from '../../../model/kit/action.ts'
import type { Fault, WireField, WireSchema } from '../../../model/kit/wire/wire.ts'
import type { Rec } from '../../api/api.ts'
import { act, useWrite } from '../../api/api.ts'
import { confirming } from '../../api/confirm.ts'
import { ApiFault, faultLines } from '../../api/fault.ts'
import { pageOf } from '../../api/page-of.ts'
import { displayName } from '../../fields/names.ts'
import { searchedByWords } from '../../fields/search-options.ts'
import { useOptions } from '../../fields/use-options.ts'
import { changesOf, fieldOfFault } from '../../records/form/form-fields.ts'
import { markRequired } from '../../records/form/record-form.tsx'
import { FaultLines } from '../../ui/faults/fault-lines.tsx'
import { QueryFault } from '../../ui/faults/query-fault.tsx'
import { useWords } from '../../words/language.ts'
import { casesOf, offeredFields, takenFrom, TakenFields } from './taken-fields.tsx'

type Actions = ReturnType<typeof deriveActionsOf<string>>
type Asked = SentBody<Actions['derive']>
type Way = AnswerOf<Actions['ways']>['ways'][number]
type Values = Pick<Asked, 'way' | 'countries' | 'title'> & Record<string, unknown>

type DeriveDialogProps = { schema: WireSchema; record: Rec; onClose: () => void }

/** New cases derived from this one; a single one is opened, several are shown in its family. */
export function DeriveDialog({ schema, record, onClose }: DeriveDialogProps) {
  const { t, lang } = useWords()
  const [form] = Form.useForm<Values>()
  const { data, error, refetch } = useQuery({
    queryKey: [schema.model, 'derivations', record.sid],
    queryFn: () => act(deriveActionsOf(schema.model).ways, { sid: record.sid }),
    meta: { faults: 'own' },
  })
  const ways = data?.ways ?? []
  const { way, cases, fields, setMissed } = useOffered(schema, record, form, ways)
  const { submit, faults, isPending } = useMaking({ schema, record, onClose, way, fields, setMissed })
  const start = (code: string) => {
    const chosen = ways.find((one) => one.way === code)
    if (!chosen) return
    const title: string | undefined = form.getFieldValue('title') // text of an input
    // Values of the previous choice are cleared; the field `way` is not reset, since it would lose the focus.
    form.resetFields(Object.keys(form.getFieldsValue(true)).filter((name) => name !== 'way' && name !== 'title'))
    form.setFieldsValue({ ...takenFrom(record, chosen), title, countries: chosen.countries })
    setMissed([])
  }
  return (
    <Modal
      open
      title={t('derive.title', { name: displayName(record, schema, lang) })}
      onCancel={onClose}
      okText={t('derive.create')}
      onOk={() => form.submit()}
      okButtonProps={{ disabled: ways.length === 0 }}
      confirmLoading={isPending}
      width={760}
    >
      {error ? (
        <QueryFault fault={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton active />
      ) : ways.length === 0 ? (
        <p className="quiet">{t('derive.none')}</p>
      ) : (
        <Form form={form} layout="vertical" requiredMark={markRequired} className="dialog-form" onFinish={(values) => void submit(values)}>
          <WayFields ways={ways} model={schema.model} isSeveral={way?.several ?? false} onWay={start} />
          {way && <TakenFields fields={fields} form={form} cases={cases} />}
          {way && <Alert type="info" title={t('derive.takes')} />}
        </Form>
      )}
      <FaultLines lines={faultLines(faults, t('colon'))} />
    </Modal>
  )
}

/** The way that is chosen, and the fields that it offers. */
function useOffered(schema: WireSchema, record: Rec, form: FormInstance<Values>, ways: readonly Way[]) {
  const [missed, setMissed] = useState<readonly string[]>([])
  const code = Form.useWatch<string | undefined>('way', form)
  const countries = Form.useWatch<Asked['countries']>('countries', form)
  const way = ways.find((one) => one.way === code)
  const cases = useMemo(() => (way ? casesOf(record, way, way.several ? (countries ?? []) : []) : []), [record, way, countries])
  const fields = useMemo(() => offeredFields(schema, cases, missed), [schema, cases, missed])
  return { way, cases, fields, setMissed }
}

type Making = DeriveDialogProps & {
  way: Way | undefined
  fields: readonly WireField[]
  setMissed: (codes: readonly string[]) => void
}

/** Creates the cases. A field that the server requires is added to the form; the reason of a refusal is shown below. */
function useMaking({ schema, record, onClose, way, fields, setMissed }: Making) {
  const { t } = useWords()
  const { message } = App.useApp()
  const navigate = useNavigate()
  const [faults, setFaults] = useState<readonly Fault[]>([])
  const save = useWrite(schema.model, (body: Asked) => confirming((confirm) => act(deriveActionsOf(schema.model).derive, { ...body, confirm })), {
    faults: 'own',
  })
  const submit = async ({ way: code, countries, title, ...entered }: Values) => {
    setFaults([])
    const known = fields.map((field) => field.code)
    const filled = Object.fromEntries(known.map((one) => [one, entered[one] ?? null]))
    const values = changesOf(way ? takenFrom(record, way) : {}, filled)
    try {
      const { cases } = await save.mutateAsync({ sid: record.sid, way: code, countries, title, values })
      void message.success(t('derive.made', { count: cases.length }))
      onClose()
      if (cases.length === 1) void navigate(pageOf(schema.model, `/${cases[0]}`))
    } catch (fault) {
      if (!(fault instanceof ApiFault)) throw fault
      const codes = fault.errors.map(({ field }) => fieldOfFault(field))
      setMissed(codes)
      setFaults(fault.errors.length > 0 ? fault.errors : [{ field: '', label: '', reason: fault.message }])
    }
  }
  return { submit, faults, isPending: save.isPending }
}

type WayFieldsProps = { ways: readonly Way[]; model: string; isSeveral: boolean; onWay: (code: string) => void }

function WayFields({ ways, model, isSeveral, onWay }: WayFieldsProps) {
  const { t } = useWords()
  const countries = useOptions(model, 'country')
  const fill = { required: true, message: t('must.fill') }
  return (
    <>
      <Form.Item name="way" label={t('derive.way')} rules={[fill]}>
        <Select options={ways.map(({ way, label }) => ({ value: way, label }))} placeholder={t('filter.choose')} onChange={onWay} />
      </Form.Item>
      {isSeveral && (
        <Form.Item name="countries" label={t('derive.countries')} extra={t('derive.countriesHint')} rules={[fill]}>
          <Select mode="multiple" showSearch={searchedByWords} options={countries} placeholder={t('filter.choose')} />
        </Form.Item>
      )}
      <Form.Item name="title" label={t('derive.name')}>
        <Input maxLength={255} />
      </Form.Item>
    </>
  )
}
