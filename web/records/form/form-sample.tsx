import { Form } from 'antd'
import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import { Groups, markRequired, useShownFields } from './record-form.tsx'

/** The form of a new record by its schema; inputs are not stored. */
export function FormSample({ schema }: { schema: WireSchema }) {
  const [form] = Form.useForm<Record<string, unknown>>()
  const { shown, values, initial } = useShownFields({ schema, record: undefined, start: undefined, form, own: {} })
  return (
    <Form form={form} layout="vertical" initialValues={initial} requiredMark={markRequired} className="record-form" aria-label={schema.label}>
      <Groups schema={schema} shown={shown} form={form} values={values} filledLater={[]} />
    </Form>
  )
}
