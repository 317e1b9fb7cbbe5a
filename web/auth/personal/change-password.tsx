import { changePassword } from '../../../model/auth/session/session-routes.ts'
import { useSession } from '../../api/api.ts'
import { ask } from '../../api/call.ts'
import { useWords } from '../../words/language.ts'
import { NewPassword } from '../sign-in/new-password.tsx'

export function ChangePassword({ onChanged, submit }: { onChanged: () => void; submit?: string }) {
  const { t } = useWords()
  return (
    <NewPassword
      account={useSession()?.account ?? ''}
      asksOld
      submit={submit ?? t('password.change')}
      onSend={({ old_password, new_password, again }) => ask(changePassword, { old_password, new_password, confirm_password: again })}
      onDone={onChanged}
    />
  )
}
