import { Form } from 'antd'
import type { WireSchema } from '../../../../model/kit/wire/wire.ts'
import { useSchema } from '../../../api/api.ts'

/** The model whose records the process of this form concerns. */
export function useChosenEntity(): WireSchema | undefined {
  const entity: unknown = Form.useWatch('entity', { form: Form.useFormInstance(), preserve: true })
  return useSchema(typeof entity === 'string' && entity ? entity : undefined).data
}
