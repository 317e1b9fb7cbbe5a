import { Alert, Button } from 'antd'
import { ApiFault, reactionTo } from '../api/fault.ts'
import { useWords } from '../words/language.ts'

/** Replaces content that could not be read: the fault, and a retry. */
export function QueryFault({ fault, onRetry }: { fault: unknown; onRetry: () => void }) {
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
