import { Input } from 'antd'
import { Suspense } from 'react'
import type { EditorProps } from '../../../fields/view.ts'
import { partOnRequest } from '../../../ui/on-request.tsx'

const NumberEditor = partOnRequest(async () => (await import('./number-editor.tsx')).NumberEditor)

/** What recognises numbers during typing is loaded with the first of them that is edited. */
export const NumberField = (props: EditorProps) => (
  <Suspense fallback={<Input value={typeof props.value === 'string' ? props.value : ''} disabled />}>
    <NumberEditor {...props} />
  </Suspense>
)
