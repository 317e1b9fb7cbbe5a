import { Alert, Button, Input } from 'antd'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { askForLink } from '../../../model/auth/passwords/recovery-routes.ts'
import type { AnswerOf } from '../../../model/kit/action.ts'
import { ask } from '../../api/call.ts'
import { LanguageSwitch } from '../../ui/language-switch.tsx'
import { useWords } from '../../words/language.ts'
import { useCountdown } from './countdown.ts'
import { useSending } from './sending.ts'

/** Asks for a link by mail; whether there is such an account is not told here either. */
export function ForgotPassword() {
  const { t } = useWords()
  const [account, setAccount] = useState('')
  const { sent, refusal, seconds, isBusy, send } = useAsking(account.trim())
  useEffect(() => {
    document.title = t('forgot.title')
  }, [t])
  return (
    <main className="notice left">
      <h1>{t('forgot.title')}</h1>
      <p className="quiet">{t('forgot.text')}</p>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <p>
          <label htmlFor="account">{t('forgot.account')}</label>
          <Input
            id="account"
            value={account}
            maxLength={190}
            autoComplete="username"
            autoFocus
            onChange={(event) => setAccount(event.target.value)}
          />
        </p>
        {refusal && <Alert type="error" title={refusal} showIcon role="alert" className="spaced" />}
        {sent && !refusal && <Alert type="success" title={t('forgot.sent', { minutes: sent.minutes })} showIcon role="status" className="spaced" />}
        <Button type="primary" htmlType="submit" loading={isBusy} disabled={account.trim() === '' || seconds > 0}>
          {seconds > 0 ? t('forgot.again', { seconds }) : t(sent ? 'forgot.resend' : 'forgot.send')}
        </Button>
      </form>
      <p className="notice-acts">
        <Link to="/login">{t('forgot.back')}</Link> <LanguageSwitch />
      </p>
    </main>
  )
}

function useAsking(account: string) {
  const [sent, setSent] = useState<AnswerOf<typeof askForLink>>()
  const { refusal, isBusy, run } = useSending()
  const [seconds, setSeconds] = useCountdown()
  const send = () =>
    run(async () => {
      const answer = await ask(askForLink, { account }, { anonymous: true })
      setSent(answer)
      setSeconds(answer.resend_seconds)
    })
  return { sent, refusal, seconds, isBusy, send }
}
