import type { CellProps } from '../../fields/view.ts'
import { useSchema } from '../../api/api.ts'
import { ModelList } from '../../records/list/list.tsx'
import { ImportProcess } from './process-files.tsx'
import { PageSkeleton } from '../../ui/page/page-skeleton.tsx'

const MODEL = 'approval_process'
const COLUMNS = ['name', 'entity', 'transition', 'version_no', 'status', 'published_at']

/** The steps that need an approval, with their processes. */
export function ProcessList() {
  const { data: schema } = useSchema(MODEL)
  if (!schema) return <PageSkeleton />
  return <ModelList schema={schema} own={{ acts: <ImportProcess schema={schema} />, columns: COLUMNS, cells: { transition: StepCell } }} />
}

/** The approved step by its name. */
export function StepCell({ value, record }: CellProps) {
  const entity = record?.['entity']
  const schema = useSchema(typeof entity === 'string' ? entity : undefined).data
  return <>{schema?.states?.transitions.find(({ code }) => code === value)?.label ?? ''}</>
}
