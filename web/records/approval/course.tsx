import { CheckCircleOutlined, ClockCircleOutlined, CloseCircleOutlined, MinusCircleOutlined, RollbackOutlined, SwapOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import type { ApprovalNodeView, ApprovalView } from '../../../model/approval/approval-actions.ts'
import { TASK_STATES, type TaskState } from '../../../model/approval/approval_task.ts'
import { timeText, useZone } from '../../fields/moments.ts'
import { useWords, type Word } from '../../words/language.ts'
import { labelIn, stepsOf, textIn } from './approvals.ts'
import { Due } from './due.tsx'
import './approval.css'

const STATES: Record<ApprovalNodeView['state'], Word> = { DONE: 'approval.stepDone', OPEN: 'approval.stepNow', COMING: 'approval.stepComing' }
const MARKS: Record<TaskState, ReactNode> = {
  OPEN: <ClockCircleOutlined aria-hidden />,
  WAITING: <ClockCircleOutlined aria-hidden />,
  AGREED: <CheckCircleOutlined className="done" aria-hidden />,
  REFUSED: <CloseCircleOutlined className="bad" aria-hidden />,
  RETURNED: <RollbackOutlined aria-hidden />,
  TRANSFERRED: <SwapOutlined aria-hidden />,
  NOT_NEEDED: <MinusCircleOutlined aria-hidden />,
}

/** The line of progress: the steps that are over, the present one and those to come, each with its people and their opinions. */
export function ApprovalCourse({ approval }: { approval: ApprovalView }) {
  const { t, lang } = useWords()
  return (
    <ol className="approval-course" aria-label={t('approval.course')}>
      {stepsOf(approval).map((node) => (
        <li key={node.node} className={`is-${node.state.toLowerCase()}`} aria-current={node.state === 'OPEN' ? 'step' : undefined}>
          <header>
            <b>{textIn(node, 'name', lang)}</b> <small className="quiet">{t(STATES[node.state])}</small>
            <Votes tasks={node.tasks} />
          </header>
          <ul>
            {node.tasks.map((task) => (
              <Task key={task.sid} task={task} />
            ))}
          </ul>
        </li>
      ))}
    </ol>
  )
}

/** The number of people of the last round with each opinion. */
function Votes({ tasks }: Pick<ApprovalNodeView, 'tasks'>) {
  const { lang } = useWords()
  const voting = tasks.filter(({ advises }) => !advises)
  const last = Math.max(...voting.map(({ round }) => round))
  const count = (state: TaskState) => voting.filter((task) => task.round === last && task.state === state).length
  const said = (['AGREED', 'REFUSED'] as const).map((state) => [state, count(state)] as const).filter(([, n]) => n > 0)
  if (voting.length < 2 || said.length === 0) return null
  return <small className="quiet"> {said.map(([state, n]) => `${labelIn(TASK_STATES, state, lang)} ${n}`).join(' · ')}</small>
}

function Task({ task }: { task: ApprovalNodeView['tasks'][number] }) {
  const { t, lang, tag } = useWords()
  const zone = useZone()
  const deputy = task.decided_by && task.decided_by.sid !== task.person.sid ? task.decided_by.name : ''
  return (
    <li>
      {MARKS[task.state]} <b>{task.person.name}</b>
      {task.deputy && <small className="quiet"> {t('approval.with', { name: task.deputy.name })}</small>}
      {task.advises && <small className="quiet"> {t('approval.advisor', { name: task.advises.name })}</small>}
      {deputy && <small className="quiet"> {t('approval.by', { name: deputy })}</small>} <small>{labelIn(TASK_STATES, task.state, lang)}</small>
      {task.decided_at && <small className="quiet"> {timeText(task.decided_at, tag, zone)}</small>}
      {task.state === 'OPEN' && task.due_at && (
        <small>
          {' '}
          · <Due at={task.due_at} />
        </small>
      )}
      {task.opinion && <p className="approval-opinion">{task.opinion}</p>}
    </li>
  )
}
