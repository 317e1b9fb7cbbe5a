import { useQuery } from '@tanstack/react-query'
import { Alert, Spin } from 'antd'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { checkReset, resetForgotten } from '../../../model/auth/passwords/recovery-routes.ts'
import { ask } from '../../api/call.ts'
import { ApiFault } from '../../api/fault.ts'
import { useWords } from '../../words/language.ts'
import { NewPassword } from './new-password.tsx'

/** The page of a mailed link. Its token comes after the #, which browsers send to no server, so it is in no log. */
export function ResetPassword() {
  const { t } = useWords()
  const [token] = useState(() => location.hash.slice(1))
  const [isDone, setDone] = useState(false)
  useEffect(() => {
    document.title = t('reset.title')
    // The token does not stay in the history of the browser.
    history.replaceState(history.state, '', location.pathname)
  }, [t])
  const link = useQuery({
    queryKey: ['reset', token],
    queryFn: () => ask(checkReset, { token }, { anonymous: true }),
    enabled: token !== '' && !isDone,
    retry: false,
    gcTime: 0,
    staleTime: Infinity,
    meta: { faults: 'own' },
  })
  const isOver = token === '' || link.isError
  return (
    <main className="notice left">
      <h1>{t('reset.title')}</h1>
      {isDone ? (
        <Alert type="success" title={t('reset.done')} showIcon role="status" className="spaced" />
      ) : isOver ? (
        <Alert
          type="error"
          title={(link.error instanceof ApiFault && link.error.message) || t('reset.over')}
          showIcon
          role="alert"
          className="spaced"
        />
      ) : link.data ? (
        <>
          <p className="quiet">{t('reset.text', { account: link.data.account })}</p>
          <NewPassword
            account={link.data.account}
            submit={t('reset.submit')}
            onSend={({ new_password, again }) => ask(resetForgotten, { token, new_password, confirm_password: again }, { anonymous: true })}
            onDone={() => setDone(true)}
          />
        </>
      ) : (
        <Spin />
      )}
      <p className="notice-acts">
        <Link to="/login">{t('forgot.back')}</Link> {isOver && !isDone && <Link to="/forgot-password">{t('forgot.title')}</Link>}
      </p>
    </main>
  )
}
