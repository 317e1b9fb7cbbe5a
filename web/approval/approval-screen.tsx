import { Skeleton } from 'antd'
import { useApproval } from '../records/approval/approvals.ts'
import { RecordPage } from '../records/detail/detail.tsx'
import { OneRecord } from '../records/detail/one-record.tsx'
import { Overview } from '../records/detail/overview.tsx'
import { QueryFault } from '../ui/faults/query-fault.tsx'
import { ApprovalPanel } from './approval-panel.tsx'
import { CourseDrawn } from './course-drawn.tsx'
import './approval.css'

/** One approval for its administrators: drawn, with the people who have it, its log and the possible acts. */
export const ApprovalScreen = () => (
  <OneRecord model="approval">
    {(schema, record) => (
      <RecordPage
        schema={schema}
        record={record}
        overview={
          <>
            <Course sid={record.sid} />
            <Overview schema={schema} record={record} />
          </>
        }
      />
    )}
  </OneRecord>
)

function Course({ sid }: { sid: string }) {
  const found = useApproval(sid)
  if (found.isError) return <QueryFault fault={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <Skeleton active />
  return (
    <>
      <CourseDrawn approval={found.data} />
      <section className="group">
        <ApprovalPanel sid={sid} isDrawn={false} />
      </section>
    </>
  )
}
