import { Button } from 'antd'
import { useEffect } from 'react'
import { useWords } from '../words/language.ts'
import { logOut } from '../api/call.ts'
import { changeSession } from '../api/tokens.ts'
import { ChangePassword } from './change-password.tsx'
import { LanguageSwitch } from '../ui/language-switch.tsx'

/** The first login, or an expired password: every other screen is blocked until it is changed. */
export function MustChangePassword() {
  const { t } = useWords()
  useEffect(() => {
    document.title = t('password.mustTitle')
  }, [t])
  return (
    <main className="notice left">
      <h1>{t('password.mustTitle')}</h1>
      <p className="quiet">{t('password.mustText')}</p>
      <ChangePassword onChanged={() => changeSession({ must_change_password: false })} submit={t('password.mustSubmit')} />
      <p className="notice-acts">
        <LanguageSwitch />
        <Button type="text" onClick={() => void logOut()}>
          {t('user.logout')}
        </Button>
      </p>
    </main>
  )
}
