import { useSchema } from '../api/api.ts'
import { ModelList } from '../records/list/list.tsx'
import { PageSkeleton } from '../ui/page/page-skeleton.tsx'

const CHANGES = { columns: ['entity', 'record_sid', 'action', 'created_by', 'created_at', 'source', 'reason'] }
const ENTRIES = {
  columns: ['number', 'created_at', 'event', 'result', 'account', 'created_by', 'address', 'entity', 'about', 'action', 'records', 'times'],
}

/** The user, time and content of each change. */
export const ChangeLog = () => <Log model="change_log" own={CHANGES} />

/** Sign-ins, refusals, changes of permissions and exports of data. */
export const AuditLog = () => <Log model="audit_entry" own={ENTRIES} />

function Log({ model, own }: { model: string; own: { columns: string[] } }) {
  const { data: schema } = useSchema(model)
  return schema ? <ModelList schema={schema} own={own} /> : <PageSkeleton />
}
