import { useQuery } from '@tanstack/react-query'
import { App, Button } from 'antd'
import { endOtherSessions, mySessions } from '../../../model/auth/accounts/token-actions.ts'
import { act, doVerb, useWrite } from '../../api/api.ts'
import { SessionTable } from '../../records/list/session-table.tsx'
import { useWords } from '../../words/language.ts'

/** The person's own sessions; an unknown one can be ended here. */
export function Sessions() {
  const { t } = useWords()
  const { message } = App.useApp()
  const { data, isPending } = useQuery({ queryKey: ['token', 'sessions'], queryFn: () => act(mySessions, {}) })
  const endOne = useWrite('token', (sid: string) => doVerb('token', 'delete', { sid }))
  const endOthers = useWrite('token', () => act(endOtherSessions, {}))
  const sessions = data?.sessions ?? []
  const endAll = async () => {
    const { ended } = await endOthers.mutateAsync(undefined)
    message.success(t('sessions.endedOthers', { count: ended }))
  }
  return (
    <>
      <p className="quiet">{t('sessions.text')}</p>
      <SessionTable sessions={sessions} isPending={isPending} onEnd={(sid) => endOne.mutateAsync(sid)} />
      {sessions.some(({ is_current }) => !is_current) && (
        <Button danger className="below" loading={endOthers.isPending} onClick={() => void endAll().catch(() => undefined)}>
          {t('sessions.endOthers')}
        </Button>
      )}
    </>
  )
}
