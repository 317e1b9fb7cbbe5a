import { App, Button } from 'antd'
import { useEffect } from 'react'
import { logOut } from '../api/call.ts'
import { changeSession } from '../api/tokens.ts'
import { LanguageSwitch } from '../ui/language-switch.tsx'
import { useWords } from '../words/language.ts'
import { SetUp } from './second-factor.tsx'

/** A role requires a second factor: every other screen is blocked until it is set up. */
export function MustSetSecondFactor() {
  const { t } = useWords()
  useEffect(() => {
    document.title = t('second.mustTitle')
  }, [t])
  return (
    <App component={false}>
      <main className="notice left">
        <h1>{t('second.mustTitle')}</h1>
        <p className="quiet">{t('second.mustText')}</p>
        <SetUp onDone={() => changeSession({ must_set_second_factor: false })} />
        <p className="notice-acts">
          <LanguageSwitch />
          <Button type="text" onClick={() => void logOut()}>
            {t('user.logout')}
          </Button>
        </p>
      </main>
    </App>
  )
}
