import { Link } from 'react-router'
import { settleApproval } from '../../../model/approval/approval-actions.ts'
import { allows } from '../../api/allows.ts'
import { useSchema } from '../../api/api.ts'
import { useSees } from '../../api/sees.ts'
import { textIn, useToDo } from '../../records/approval/approvals.ts'
import { Due } from '../../records/approval/due.tsx'
import { useWords } from '../../words/language.ts'
import { Failed } from '../../ui/faults/failed.tsx'
import { Waiting } from './waiting.tsx'
import { Waits } from './waits.tsx'

/** The approvals that wait for this person, with their number. */
export function Approvals() {
  const { t, lang, tag } = useWords()
  const query = useToDo()
  if (!query.data) return <Waiting query={query} />
  const { tasks, total } = query.data
  if (total === 0)
    return (
      <>
        <Others />
        {query.isError ? <Failed query={query} /> : <p className="quiet first-step">{t('approval.none')}</p>}
      </>
    )
  return (
    <>
      <Others />
      <div className="widget-acts">
        <Link to="/approvals">
          {t('approval.all')} <span className="number">{total.toLocaleString(tag)}</span>
        </Link>
      </div>
      <ul className="widget-rows">
        {tasks.map((task) => (
          <li key={task.sid}>
            <Link to={`/approvals?open=${task.approval_sid}`}>
              <span className="row-what">
                <b>{textIn(task, 'transition_name', lang)}</b>
                <small className="quiet">
                  {[task.record_name, task.for && t('approval.for', { name: task.for.name })].filter(Boolean).join(' · ')}
                </small>
              </span>
              {task.due_at && <Due at={task.due_at} />}
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

const DRAFTS = "status = 'REVIEW' AND engineer_sid = me()"

/** Other work for this person: approvals that have stopped, disclosures, and the drafts of agencies. */
function Others() {
  const drafts = useSees('agency_instruction') === true
  const { data: approvals } = useSchema('approval')
  const { data: schema } = useSchema('proposal')
  const takes = (step: string) => schema?.states?.transitions.some(({ code }) => code === step) ?? false
  return (
    <>
      <Waits model="proposal_review" iql="reviewer_sid = me() AND state = 'OPEN'" words="reviews.home" to="/ideas/reviews" />
      {approvals && allows(approvals, settleApproval.name) && (
        <Waits model="approval" iql="state = 'WAITING_FOR_ADMIN'" words="approval.toSettle" to="/m/approval?f.state=WAITING_FOR_ADMIN" />
      )}
      {takes('agree') && <Waits model="proposal" iql="status = 'SUBMITTED'" words="reviews.department" to="/m/proposal?f.status=SUBMITTED" />}
      {takes('approve') && <Waits model="proposal" iql="status IN ('IP_REVIEW', 'EVALUATED')" words="reviews.decide" to="/ideas/meeting" />}
      {drafts && (
        <Waits
          model="agency_instruction"
          iql={DRAFTS}
          words="home.draftsToReview"
          to={`/m/agency_instruction?${new URLSearchParams({ iql: DRAFTS })}`}
        />
      )}
    </>
  )
}
