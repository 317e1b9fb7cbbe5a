import { CheckOutlined, ClockCircleOutlined, CloseOutlined, ExclamationCircleOutlined, RollbackOutlined, StopOutlined } from '@ant-design/icons'
import { Tag } from 'antd'
import { APPROVAL_STATES, type ApprovalState as State } from '../../../model/approval/approval.ts'
import { useWords } from '../../words/language.ts'
import { labelIn } from './approvals.ts'

/** A mark besides the colour. */
const MARKS = {
  RUNNING: ['processing', <ClockCircleOutlined key="mark" aria-hidden />],
  WAITING_FOR_ADMIN: ['warning', <ExclamationCircleOutlined key="mark" aria-hidden />],
  APPROVED: ['success', <CheckOutlined key="mark" aria-hidden />],
  REFUSED: ['error', <CloseOutlined key="mark" aria-hidden />],
  WITHDRAWN: ['default', <RollbackOutlined key="mark" aria-hidden />],
  TERMINATED: ['error', <StopOutlined key="mark" aria-hidden />],
} as const satisfies Record<State, unknown>

export function ApprovalState({ state }: { state: State }) {
  const { lang } = useWords()
  const [color, icon] = MARKS[state]
  return (
    <Tag color={color} icon={icon} className="state">
      {labelIn(APPROVAL_STATES, state, lang)}
    </Tag>
  )
}
