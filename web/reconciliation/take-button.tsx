import { App, Button } from 'antd'
import { doVerb, useWrite } from '../api/api.ts'
import { Failures } from '../records/batch/failures.tsx'
import { useWords } from '../words/language.ts'

/** Accepts the agency's values of every chosen line: lines that cannot be accepted are named with their reason, and stay. */
export function TakeButton({ sids, names, onDone }: { sids: readonly string[]; names: ReadonlyMap<string, string>; onDone: () => void }) {
  const { t } = useWords()
  const { message, modal } = App.useApp()
  const take = useWrite('docket_line', () => doVerb('docket_line', 'batch_transition', { sids: [...sids], transition: 'accept', each: true }))
  const start = async () => {
    const answer = await take.mutateAsync(undefined).catch(() => undefined) // a refusal has already been shown
    if (!answer) return
    onDone()
    if (answer.failed > 0) modal.warning({ title: t('docket.take'), content: <Failures outcome={answer} names={names} />, icon: null, width: 560 })
    else message.success(t('docket.taken', { count: answer.done }))
  }
  return (
    <Button size="small" type="primary" loading={take.isPending} onClick={() => void start()}>
      {t('docket.take')}
    </Button>
  )
}
