import { MailOutlined, MobileOutlined } from '@ant-design/icons'
import { Alert, Button, Input } from 'antd'
import { useState } from 'react'
import { sendCode, signInByEmail, signInByMobile } from '../../../model/auth/codes/code-routes.ts'
import type { SecondStep } from '../../../model/auth/session/second-factor-routes.ts'
import type { AnswerOf } from '../../../model/kit/action.ts'
import { ask } from '../../api/call.ts'
import { ApiFault, SECOND_STEP } from '../../api/fault.ts'
import { useWords } from '../../words/language.ts'
import { useCountdown } from './countdown.ts'
import { LARGE, SendingForm } from './sending-form.tsx'
import { useSending } from './sending.ts'

type Channel = 'email' | 'mobile'
type CodeFormProps = {
  channels: readonly Channel[]
  platform: 1 | 2
  onIn: (state: AnswerOf<typeof signInByEmail>) => void
  onStep: (step: SecondStep) => void
  onOtherEnd: () => void
}

/** A code by e-mail or text message instead of the password. */
export function CodeForm({ channels, ...rest }: CodeFormProps) {
  const { t } = useWords()
  const [chosen, setChosen] = useState<Channel>()
  const channel = chosen ?? channels[0] ?? 'email'
  return (
    <>
      {channels.length > 1 && (
        <div className="ends" role="radiogroup" aria-label={t('code.by')}>
          {channels.map((one) => (
            <label key={one} className={channel === one ? 'end chosen' : 'end'}>
              <input type="radio" name="channel" checked={channel === one} onChange={() => setChosen(one)} />
              {t(one === 'email' ? 'code.byMail' : 'code.byMobile')}
            </label>
          ))}
        </div>
      )}
      <ByCode key={channel} channel={channel} {...rest} />
    </>
  )
}

function ByCode({ channel, platform, onIn, onStep, onOtherEnd }: Omit<CodeFormProps, 'channels'> & { channel: Channel }) {
  const { t } = useWords()
  const [to, setTo] = useState('')
  const [code, setCode] = useState('')
  const isMail = channel === 'email'
  const enter = async () => {
    try {
      const given = { platform, code }
      onIn(await (isMail ? ask(signInByEmail, { ...given, email: to.trim() }, OPEN) : ask(signInByMobile, { ...given, mobile: to.trim() }, OPEN)))
    } catch (fault) {
      if (fault instanceof ApiFault && fault.code === SECOND_STEP) return onStep(fault.data as SecondStep) // as the server refuses it
      if (fault instanceof ApiFault && fault.status === 412) return onOtherEnd()
      setCode('')
      throw fault
    }
  }
  return (
    <SendingForm submit={t('login.submit')} send={enter} isReady={to.trim() !== '' && code.trim() !== ''} button={LARGE}>
      <p>
        <label htmlFor="code-to">{t(isMail ? 'code.email' : 'code.mobile')}</label>
        <Input
          id="code-to"
          size="large"
          type={isMail ? 'email' : 'tel'}
          value={to}
          maxLength={254}
          autoFocus
          autoComplete={isMail ? 'email' : 'tel'}
          prefix={isMail ? <MailOutlined aria-hidden /> : <MobileOutlined aria-hidden />}
          onChange={(event) => setTo(event.target.value)}
        />
      </p>
      {!isMail && <p className="quiet">{t('code.risk')}</p>}
      <SendCode channel={channel} to={to.trim()} platform={platform} />
      <p>
        <label htmlFor="sign-in-code">{t('code.code')}</label>
        <Input
          id="sign-in-code"
          size="large"
          value={code}
          maxLength={12}
          inputMode="numeric"
          autoComplete="one-time-code"
          onChange={(event) => setCode(event.target.value)}
        />
      </p>
    </SendingForm>
  )
}

const OPEN = { anonymous: true } as const

function SendCode({ channel, to, platform }: { channel: Channel; to: string; platform: 1 | 2 }) {
  const { t } = useWords()
  const [sent, setSent] = useState<AnswerOf<typeof sendCode>>()
  const [seconds, setSeconds] = useCountdown()
  const { refusal, isBusy, run } = useSending()
  const send = async () => {
    const answer = await ask(sendCode, { platform, [channel]: to }, OPEN)
    setSent(answer)
    setSeconds(answer.resend_seconds)
  }
  return (
    <div className="spaced">
      {refusal && <Alert type="error" title={refusal} showIcon role="alert" className="spaced" />}
      {sent && !refusal && (
        <Alert
          type="success"
          showIcon
          role="status"
          className="spaced"
          title={t(channel === 'email' ? 'code.sentMail' : 'code.sentMobile', { minutes: sent.minutes })}
        />
      )}
      <Button block loading={isBusy} disabled={to === '' || seconds > 0} onClick={() => void run(send)}>
        {seconds > 0 ? t('code.again', { seconds }) : t(sent ? 'code.resend' : 'code.send')}
      </Button>
    </div>
  )
}
