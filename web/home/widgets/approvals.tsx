import { Link } from 'react-router'
import { useSearch } from '../../api/api.ts'
import { textIn, useToDo } from '../../records/approval/approvals.ts'
import { Due } from '../../records/approval/due.tsx'
import { useWords } from '../../words/language.ts'
import { Waiting } from './waiting.tsx'

/** The approvals that wait for this person, with their number. */
export function Approvals() {
  const { t, lang, tag } = useWords()
  const query = useToDo()
  if (!query.data) return <Waiting query={query} />
  const { tasks, total } = query.data
  if (total === 0)
    return (
      <>
        <ToEvaluate />
        <p className="quiet first-step">{t('approval.none')}</p>
      </>
    )
  return (
    <>
      <ToEvaluate />
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
                <small className="quiet">{task.record_name}</small>
              </span>
              {task.due_at && <Due at={task.due_at} />}
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

/** The disclosures that this person is asked to evaluate. */
function ToEvaluate() {
  const { t, tag } = useWords()
  const { data } = useSearch('proposal_review', { fl: ['sid'], iql: "reviewer_sid = me() AND state = 'OPEN'", rows: 1 }, { meta: { faults: 'own' } })
  if (!data?.total) return null
  return (
    <div className="widget-acts">
      <Link to="/ideas/reviews">
        {t('reviews.home')} <span className="number">{data.total.toLocaleString(tag)}</span>
      </Link>
    </div>
  )
}
