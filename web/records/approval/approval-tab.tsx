import type { ApprovalView } from '../../../model/approval/approval-actions.ts'
import { timeText, useZone } from '../../fields/moments.ts'
import { useWords } from '../../words/language.ts'
import { ApprovalActs } from './approval-acts.tsx'
import { ApprovalState } from './approval-state.tsx'
import { textIn } from './approvals.ts'
import { ApprovalCourse } from './course.tsx'
import { ApprovalLog } from './log.tsx'

/** Every approval of one record, with its progress and its log. */
export const ApprovalTab = ({ approvals }: { approvals: readonly ApprovalView[] }) => (
  <>
    {approvals.map((approval) => (
      <One key={approval.sid} approval={approval} />
    ))}
  </>
)

function One({ approval }: { approval: ApprovalView }) {
  const { t, lang, tag } = useWords()
  const zone = useZone()
  const name = textIn(approval, 'transition_name', lang)
  return (
    <section className="group approval-one" aria-label={name}>
      <header>
        <h2>{name}</h2>
        <ApprovalState state={approval.state} />
        <small className="quiet">
          {t('approval.startedBy', { name: approval.starter?.name ?? '—', time: timeText(approval.started_at, tag, zone) })} · {approval.process.name}
        </small>
        <span className="page-acts">
          <ApprovalActs approval={approval} />
        </span>
      </header>
      {approval.waits_for && <p className="bad">{textIn(approval, 'waits_for', lang)}</p>}
      <div className="approval-halves">
        <ApprovalCourse approval={approval} />
        <ApprovalLog approval={approval} />
      </div>
    </section>
  )
}
