import { useQuery } from '@tanstack/react-query'
import { Modal } from 'antd'
import { endSessions, searchSessions } from '../../model/auth/accounts/user-actions.ts'
import { act, useWrite } from '../api/api.ts'
import { SessionTable } from '../records/list/session-table.tsx'
import { useWords } from '../words/language.ts'

/** The sessions of another person, for administrators. */
export function AccountSessions({ user, account, onClose }: { user: string; account: string; onClose: () => void }) {
  const { t } = useWords()
  const { data, isPending } = useQuery({ queryKey: ['token', 'sessions', user], queryFn: () => act(searchSessions, { sid: user }) })
  const end = useWrite('token', (token_sid: string) => act(endSessions, { sid: user, token_sid }))
  return (
    <Modal open width={860} title={t('person.sessionsTitle', { account })} footer={null} onCancel={onClose}>
      <SessionTable sessions={data?.sessions ?? []} isPending={isPending} onEnd={(sid) => end.mutateAsync(sid)} />
    </Modal>
  )
}
