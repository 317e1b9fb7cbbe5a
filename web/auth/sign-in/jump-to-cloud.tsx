import { Alert, Button, Spin } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router'
import { backOfficeLogin } from '../../../model/auth/single-sign-on/cloud-routes.ts'
import { useTenant } from '../../api/api.ts'
import { ask } from '../../api/call.ts'
import { ApiFault } from '../../api/fault.ts'
import { keepSession } from '../../api/tokens.ts'
import { Notice } from '../../ui/faults/notice.tsx'
import { useWords } from '../../words/language.ts'
import { keepPresented, type Presented, presentedIn } from './cloud.ts'
import { wayBack } from './safe-redirect.ts'

/** No account is bound to the person of the cloud. */
const UNBOUND = 30119

/** The landing page for people who come from the cloud with a token that it signed. */
export function JumpToCloud() {
  const { t } = useWords()
  const tenant = useTenant()
  const [query] = useSearchParams()
  const presented = presentedIn(query)
  if (!tenant) return null
  if (tenant.edition !== 'cloud') return <Navigate to="/404" replace />
  if (presented) return <Entering presented={presented} redirect={query.get('redirect')} />
  return <Notice title={t('notice.cloud')} text={t('notice.cloudText')} extra={<Link to={`/login?${query}`}>{t('login.submit')}</Link>} />
}

function Entering({ presented, redirect }: { presented: Presented; redirect: string | null }) {
  const { t } = useWords()
  const navigate = useNavigate()
  const [fault, setFault] = useState<ApiFault>()
  const isSent = useRef(false)

  useEffect(() => {
    if (isSent.current) return
    isSent.current = true
    document.title = t('cloud.title')
    // The token stays neither in the address nor in the history.
    history.replaceState(null, '', location.pathname)
    ask(backOfficeLogin, {}, { anonymous: true, query: presented })
      .then((session) => {
        keepSession(session)
        return navigate(wayBack(redirect), { replace: true })
      })
      .catch((caught: unknown) => {
        if (caught instanceof ApiFault && caught.status === 412) return navigate('/412', { replace: true })
        setFault(caught instanceof ApiFault ? caught : new ApiFault({ status: 0, code: 0, message: t('fault.failed') }))
      })
  }, [presented, redirect, navigate, t])

  const bind = () => {
    keepPresented(presented)
    navigate(`/login?redirect=${encodeURIComponent('/me?tab=cloud')}`)
  }
  return (
    <main className="notice">
      <h1>{t('cloud.title')}</h1>
      {fault ? <Alert type="error" title={fault.message || t('fault.failed')} showIcon role="alert" /> : <Spin />}
      {fault?.code === UNBOUND && (
        <>
          <p>{t('cloud.unbound')}</p>
          <Button type="primary" onClick={bind}>
            {t('cloud.signInToBind')}
          </Button>
        </>
      )}
      <p className="notice-acts">
        <Link to="/login">{t('sso.other')}</Link>
      </p>
    </main>
  )
}
