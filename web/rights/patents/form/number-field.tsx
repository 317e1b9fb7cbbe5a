import { Input } from 'antd'
import { Suspense } from 'react'
import type { EditorProps } from '../../../fields/view.ts'
import { partOnRequest } from '../../../ui/on-request.tsx'

const NumberEditor = partOnRequest(async () => (await import('./number-editor.tsx')).NumberEditor)

/** The number recognition is loaded with the first number that is edited. */
export const NumberField = (props: EditorProps) => (
  <Suspense fallback={<Input value={typeof props.value === 'string' ? props.value : ''} disabled />}>
    <NumberEditor {...props} />
  </Suspense>
)
