import { Alert, Spin } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import { call } from '../api/call.ts'
import { ApiFault } from '../api/fault.ts'
import type { Session } from '../api/tokens.ts'
import { keepSession } from '../api/tokens.ts'
import { useWords } from '../words/language.ts'
import { wayBack } from './safe-redirect.ts'

/** The identity provider redirects here; its parameters are passed to the server unchanged. */
export function SingleSignOn() {
  const { t } = useWords()
  const { type = '', identity = '' } = useParams()
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const [refusal, setRefusal] = useState('')
  const isSent = useRef(false)

  useEffect(() => {
    if (isSent.current) return
    isSent.current = true
    const { redirect, ...rest } = Object.fromEntries(query)
    call<Session>('/innoe-openapi/iam_auth/sso', { type, identity, ...rest }, { anonymous: true })
      .then((session) => {
        keepSession(session)
        navigate(wayBack(redirect ?? null), { replace: true })
      })
      .catch((fault: unknown) => {
        const isOff = fault instanceof ApiFault && fault.status === 404
        setRefusal(isOff ? t('sso.off') : (fault instanceof ApiFault && fault.message) || t('fault.failed'))
      })
  }, [type, identity, query, navigate, t])

  return (
    <main className="notice">
      <h1>{t('sso.title', { type, identity })}</h1>
      {refusal ? <Alert type="error" title={refusal} showIcon role="alert" /> : <Spin />}
      <p className="notice-acts">
        <Link to="/login">{t('sso.other')}</Link>
      </p>
    </main>
  )
}
