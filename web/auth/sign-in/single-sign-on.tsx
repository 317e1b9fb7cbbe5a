import { Alert, Spin } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import { beginSingleSignOn, singleSignOn } from '../../../model/auth/single-sign-on/single-sign-on-routes.ts'
import { ask } from '../../api/call.ts'
import { ApiFault } from '../../api/fault.ts'
import { keepSession } from '../../api/tokens.ts'
import { useWords } from '../../words/language.ts'
import { wayBack } from './safe-redirect.ts'
import { useWays } from '../../api/ways.ts'

/** Parameters that an identity provider returns; the server needs no others. */
const RETURNED = ['code', 'authCode', 'state', 'iss', 'error'] as const

/** Redirects to the identity provider, which redirects here again; its parameters are passed to the server unchanged. */
export function SingleSignOn() {
  const { t, lang } = useWords()
  const { type = '', identity = '' } = useParams()
  const [query] = useSearchParams()
  const provider = useWays()?.providers.find((one) => one.type === type && one.identity === identity)
  const title = provider ? t('sso.at', { name: (lang === 'en' && provider.name_en) || provider.name }) : t('sso.title')
  const navigate = useNavigate()
  const [refusal, setRefusal] = useState('')
  const isSent = useRef(false)

  useEffect(() => {
    document.title = title
  }, [title])
  useEffect(() => {
    if (isSent.current) return
    isSent.current = true
    const returned = Object.fromEntries(RETURNED.flatMap((name) => (query.has(name) ? [[name, query.get(name)]] : [])))
    const enter = async () => {
      if (!('code' in returned) && !('authCode' in returned) && !('error' in returned)) {
        const { location: there } = await ask(beginSingleSignOn, { type, identity, redirect: query.get('redirect') }, { anonymous: true })
        return location.assign(there)
      }
      // The provider's parameters must stay neither in the address nor in the history.
      history.replaceState(history.state, '', location.pathname)
      const { redirect, ...session } = await ask(singleSignOn, { type, identity, ...returned }, { anonymous: true })
      keepSession(session)
      return navigate(wayBack(redirect), { replace: true })
    }
    enter().catch((fault: unknown) => {
      if (fault instanceof ApiFault && fault.status === 412) return navigate('/412', { replace: true })
      const isOff = fault instanceof ApiFault && fault.status === 404
      setRefusal(isOff ? t('sso.off') : (fault instanceof ApiFault && fault.message) || t('fault.failed'))
    })
  }, [type, identity, query, navigate, t])

  return (
    <main className="notice">
      <h1>{title}</h1>
      {refusal ? <Alert type="error" title={refusal} showIcon role="alert" /> : <Spin />}
      <p className="notice-acts">
        <Link to="/login">{t('sso.other')}</Link>
      </p>
    </main>
  )
}
