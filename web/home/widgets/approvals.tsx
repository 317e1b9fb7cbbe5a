import { Link } from 'react-router'
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
  if (total === 0) return <p className="quiet first-step">{t('approval.none')}</p>
  return (
    <>
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
