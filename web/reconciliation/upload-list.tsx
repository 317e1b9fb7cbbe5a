import { FileExcelOutlined } from '@ant-design/icons'
import { Alert, Form, Input, Modal, Select, Upload } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Fault, WireSchema } from '../../model/kit/wire/wire.ts'
import { compareDocket } from '../../model/reconciliation/docket-list-routes.ts'
import { useWrite } from '../api/api.ts'
import { ask, PAGE_TIMEOUT } from '../api/call.ts'
import { ApiFault, faultLines } from '../api/fault.ts'
import { pageOf } from '../api/page-of.ts'
import { useKinds } from '../cases/kinds.ts'
import { isRef } from '../fields/names.ts'
import { FieldItem } from '../records/form/record-form.tsx'
import { FaultLines } from '../ui/faults/fault-lines.tsx'
import { useWords } from '../words/language.ts'

type Values = Record<string, unknown>
const DAY_ORDERS = ['dmy', 'mdy', 'ymd'] as const
type UploadListProps = { schema: WireSchema; onClose: () => void }

/** The list of an agency, and the cases with which it is compared. */
export function UploadList({ schema, onClose }: UploadListProps) {
  const { t } = useWords()
  const [form] = Form.useForm<Values>()
  const [file, setFile] = useState<File | null>(null)
  const { send, faults, isPending } = useSending(file, form)
  return (
    <Modal
      open
      title={t('docket.upload')}
      okText={t('docket.compare')}
      okButtonProps={{ disabled: !file, loading: isPending }}
      onOk={() => form.submit()}
      onCancel={onClose}
      width={560}
      destroyOnHidden
    >
      <Alert type="info" showIcon title={t('docket.safe')} className="spaced" />
      <FaultLines lines={faultLines(faults, t('colon'))} />
      <Form form={form} layout="vertical" requiredMark initialValues={{}} onFinish={(values) => void send(values)}>
        <Fields schema={schema} form={form} />
        <Upload.Dragger
          showUploadList={false}
          accept=".xlsx,.xls,.csv,.tsv,.txt"
          disabled={isPending}
          beforeUpload={(chosen) => (setFile(chosen), Upload.LIST_IGNORE)}
        >
          <p>
            <FileExcelOutlined aria-hidden /> <b>{file?.name ?? t('docket.drop')}</b>
          </p>
          <p className="quiet">{t('docket.dropHint')}</p>
        </Upload.Dragger>
      </Form>
    </Modal>
  )
}

function Fields({ schema, form }: { schema: WireSchema; form: ReturnType<typeof Form.useForm<Values>>[0] }) {
  const { t, lang } = useWords()
  const kinds = useKinds()?.filter(({ fields }) => fields.some(({ code }) => code === 'agency_sid')) ?? []
  const usual = kinds.find((kind) => kind.case?.default_law) ?? kinds[0]
  const agency = schema.fields.find(({ code }) => code === 'agency_sid')
  const day = schema.fields.find(({ code }) => code === 'listed_on')
  if (!usual) return null
  return (
    <>
      {agency && <FieldItem field={agency} form={form} isRequired />}
      <Form.Item name="kind" label={t('docket.kind')} required initialValue={usual.model}>
        <Select options={kinds.map((kind) => ({ value: kind.model, label: kind[lang] }))} />
      </Form.Item>
      {day && <FieldItem field={day} form={form} />}
      <Form.Item name="day_order" label={t('docket.dayOrder')} extra={t('docket.dayOrderHint')}>
        <Select allowClear placeholder={t('docket.asRead')} options={DAY_ORDERS.map((one) => ({ value: one, label: t(`import.dayOrder.${one}`) }))} />
      </Form.Item>
      <Form.Item name="sheet" label={t('docket.sheet')}>
        <Input allowClear placeholder={t('docket.asRead')} />
      </Form.Item>
    </>
  )
}

function useSending(file: File | null, form: ReturnType<typeof Form.useForm<Values>>[0]) {
  const navigate = useNavigate()
  const [faults, setFaults] = useState<readonly Fault[]>([])
  const write = useWrite('docket_list', (body: FormData) => ask(compareDocket, body, { timeout: PAGE_TIMEOUT }), { faults: 'form' })
  const send = async (values: Values) => {
    if (!file) return
    const body = new FormData()
    for (const [code, value] of Object.entries(values)) {
      const text = isRef(value) ? value.sid : value
      if (typeof text === 'string' && text !== '') body.append(code, text)
    }
    body.append('file', file, file.name)
    setFaults([])
    try {
      const { sid } = await write.mutateAsync(body)
      void navigate(pageOf('docket_list', `/${sid}`))
    } catch (fault) {
      if (!(fault instanceof ApiFault)) throw fault
      form.setFields(fault.errors.map(({ field, reason }) => ({ name: field, errors: [reason] })))
      setFaults(fault.errors.length > 0 ? fault.errors : [{ field: '', label: '', reason: fault.message }])
    }
  }
  return { send, faults, isPending: write.isPending }
}
