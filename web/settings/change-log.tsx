import { useSchema } from '../api/api.ts'
import { ModelList } from '../records/list/list.tsx'
import { PageSkeleton } from '../ui/page-skeleton.tsx'

const OWN = { columns: ['entity', 'record_sid', 'action', 'created_by', 'created_at', 'source', 'reason'] }

/** The user, time and content of each change. */
export function ChangeLog() {
  const { data: schema } = useSchema('change_log')
  return schema ? <ModelList schema={schema} own={OWN} /> : <PageSkeleton />
}
