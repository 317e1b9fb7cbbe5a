import { Suspense } from 'react'
import { FileCell } from './attachment.tsx'
import type { EditorProps, FieldView } from '../view.ts'
import { partOnRequest } from '../../ui/on-request.tsx'

// The upload code is loaded only where it is needed.
const Uploads = partOnRequest(async () => (await import('./attachment-editor.tsx')).Uploads)
const Editor = (props: EditorProps) => (
  <Suspense fallback={<div className="files" aria-busy />}>
    <Uploads {...props} />
  </Suspense>
)

export const attachment: FieldView = { Cell: FileCell, Editor, Filter: null, width: 200, isWide: true }
