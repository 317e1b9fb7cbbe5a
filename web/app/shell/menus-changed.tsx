import { Alert, Button } from 'antd'
import { useState } from 'react'
import { logOut } from '../../api/call.ts'
import { useMenusChanged } from '../../api/api.ts'
import { useWords } from '../../words/language.ts'

/** Changed menus are shown from the next sign-in on; after it this page opens again. */
export function MenusChanged() {
  const { t } = useWords()
  const isChanged = useMenusChanged()
  const [isLater, setLater] = useState(false)
  if (!isChanged || isLater) return null
  return (
    <Alert
      type="info"
      banner
      title={t('shell.menusChanged')}
      action={
        <>
          <Button size="small" type="primary" onClick={() => void logOut()}>
            {t('shell.signInAgain')}
          </Button>{' '}
          <Button size="small" onClick={() => setLater(true)}>
            {t('shell.later')}
          </Button>
        </>
      }
    />
  )
}
