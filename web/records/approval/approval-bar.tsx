import { Alert, Button } from 'antd'
import { Link, useSearchParams } from 'react-router'
import type { ApprovalView } from '../../../model/approval/approval-actions.ts'
import { timeText, useZone } from '../../fields/moments.ts'
import { useWords } from '../../words/language.ts'
import { ApprovalActs } from './approval-acts.tsx'
import { returnOf, stepsOf, textIn } from './approvals.ts'
import './approval.css'

/** Shown above a record under approval: the step, the people who have it, and the possible acts. */
export function ApprovalBar({ approval }: { approval: ApprovalView }) {
  const { t, lang } = useWords()
  const [query, setQuery] = useSearchParams()
  const isMine = approval.nodes.some(({ tasks }) => tasks.some(({ acts }) => acts.length > 0))
  const isStopped = approval.state === 'WAITING_FOR_ADMIN'
  const isReturned = returnOf(approval) !== undefined
  const title = isStopped ? 'approval.stopped' : isReturned ? 'approval.backWithStarter' : 'approval.running'
  return (
    <Alert
      type={isStopped ? 'warning' : 'info'}
      showIcon
      className="spaced approval-bar"
      title={t(title, { step: textIn(approval, 'transition_name', lang) })}
      description={isStopped ? <Stuck approval={approval} /> : <Waits approval={approval} />}
      action={
        <span className="approval-bar-acts">
          {isMine && (
            <Link to={`/approvals?open=${approval.sid}`}>
              <Button size="small" type="primary">
                {t(isReturned ? 'approval.resubmit' : 'approval.decide')}
              </Button>
            </Link>
          )}
          <ApprovalActs approval={approval} />
          {query.get('tab') !== 'approvals' && (
            <Button size="small" onClick={() => setQuery({ tab: 'approvals' }, { replace: true })}>
              {t('approval.history')}
            </Button>
          )}
        </span>
      }
    />
  )
}

/** The step at which it has stopped, and why. */
function Stuck({ approval }: { approval: ApprovalView }) {
  const { t, lang } = useWords()
  const names = stepsOf(approval).flatMap((node) =>
    node.state === 'OPEN' && !node.tasks.some(({ state }) => state === 'OPEN') ? [textIn(node, 'name', lang)] : [],
  )
  const reason = textIn(approval, 'waits_for', lang)
  return <>{names.length > 0 ? `${names.join(lang === 'zh' ? '、' : ', ')}${t('colon')}${reason}` : reason}</>
}

/** Whom each open step waits for, and since when. */
function Waits({ approval }: { approval: ApprovalView }) {
  const { t, lang, tag } = useWords()
  const zone = useZone()
  const steps = stepsOf(approval)
  const line = returnOf(approval)
  if (line) return <div>{t('approval.returnedBy', { name: line.person?.name ?? '—', opinion: line.note ?? '' })}</div>
  return steps.flatMap((node, at) => {
    const open = node.tasks.filter(({ state }) => state === 'OPEN')
    const [first] = open
    if (node.state !== 'OPEN' || !first) return []
    return (
      <div key={node.node}>
        {t('approval.waits', {
          step: textIn(node, 'name', lang),
          no: at + 1,
          of: steps.length,
          people: open
            .map(({ person, deputy }) => (deputy ? t('approval.deputyFor', { name: deputy.name, person: person.name }) : person.name))
            .join(lang === 'zh' ? '、' : ', '),
          since: timeText(first.received_at, tag, zone),
        })}
      </div>
    )
  })
}
