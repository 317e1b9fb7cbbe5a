import { Alert, Button } from 'antd'
import { ApiFault, reactionTo } from '../../api/fault.ts'
import { NotAllowed } from './notice.tsx'
import { useWords } from '../../words/language.ts'

type FaultProps = { fault: unknown; onRetry: () => void }

/** Replaces a whole page that could not be read: a refused caller sees no part of it. */
export const PageFault = (props: FaultProps) =>
  props.fault instanceof ApiFault && props.fault.status === 403 ? (
    <NotAllowed />
  ) : (
    <div className="page">
      <QueryFault {...props} />
    </div>
  )

/** Replaces content that could not be read: the fault, and a retry. */
export function QueryFault({ fault, onRetry }: FaultProps) {
  const { t } = useWords()
  if (!(fault instanceof ApiFault)) return null
  const reaction = reactionTo(fault)
  const text = reaction.show === 'words' ? t(reaction.word) : fault.message
  const retry = (
    <Button size="small" onClick={onRetry}>
      {t('list.retry')}
    </Button>
  )
  return <Alert type="error" showIcon title={text} action={retry} className="spaced" role="alert" />
}
