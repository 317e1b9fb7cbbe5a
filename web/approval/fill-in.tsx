import { App, Button, Form } from 'antd'
import { useEffect, useState } from 'react'
import type { WireSchema } from '../../model/kit/wire/wire.ts'
import { allowsOn } from '../api/allows.ts'
import { type Rec, useSave } from '../api/api.ts'
import { ApiFault } from '../api/fault.ts'
import { FieldItem } from '../records/form/record-form.tsx'
import { useWords } from '../words/language.ts'

type FillInProps = {
  schema: WireSchema
  record: Rec
  edits: readonly string[]
  requires: readonly string[]
  onUnsaved: (isUnsaved: boolean) => void
}

/** The fields that one's step opens, filled in beside the opinion. */
export function FillIn({ schema, record, edits, requires, onUnsaved }: FillInProps) {
  const { t } = useWords()
  const { message } = App.useApp()
  const [form] = Form.useForm<Record<string, unknown>>()
  const [fault, setFault] = useState('')
  const save = useSave(schema.model)
  useEffect(() => () => onUnsaved(false), [onUnsaved])
  const fields = schema.fields.filter(({ code }) => edits.includes(code))
  if (fields.length === 0 || !allowsOn(schema, record, 'update')) return null
  const submit = async (values: Record<string, unknown>) => {
    setFault('')
    try {
      await save.mutateAsync({ ...values, sid: record.sid, version: record['version'] })
      onUnsaved(false)
      message.success(t('approval.filledIn'))
    } catch (refused) {
      if (!(refused instanceof ApiFault)) throw refused
      setFault(refused.message)
    }
  }
  return (
    <Form
      form={form}
      layout="vertical"
      className="group"
      initialValues={Object.fromEntries(edits.map((code) => [code, record[code]]))}
      onValuesChange={() => onUnsaved(true)}
      onFinish={(values) => void submit(values)}
    >
      {fields.map((field) => (
        <FieldItem key={field.code} field={field} form={form} isRequired={requires.includes(field.code)} />
      ))}
      {fault && <p role="alert">{fault}</p>}
      <Button htmlType="submit" loading={save.isPending}>
        {t('approval.fillIn')}
      </Button>
    </Form>
  )
}
