import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, App, Button, Input } from 'antd'
import { useId, useState } from 'react'
import { confirmMobile, readOwnMobile, sendMobileProof } from '../../../model/auth/codes/mobile-proof-routes.ts'
import { ask } from '../../api/call.ts'
import { QueryFault } from '../../ui/faults/query-fault.tsx'
import { useWords } from '../../words/language.ts'
import { useCountdown } from './countdown.ts'
import { SendingForm } from './sending-form.tsx'
import { useSending } from './sending.ts'

const KEY = ['own_mobile']

/** Whether one's own number signs in, and the code that proves it. */
export function MobileProof() {
  const { t } = useWords()
  const { data, error, refetch } = useQuery({ queryKey: KEY, queryFn: () => ask(readOwnMobile, {}), meta: { faults: 'own' } })
  if (error && !data) return <QueryFault fault={error} onRetry={() => void refetch()} />
  if (!data) return null
  const { mobile, is_proven } = data
  return (
    <div className="narrow">
      <p className="quiet">{t('mobile.text')}</p>
      {mobile === null && <Alert type="info" showIcon title={t('mobile.none')} />}
      {mobile !== null && is_proven && <Alert type="success" showIcon title={t('mobile.proven', { mobile })} />}
      {mobile !== null && !is_proven && <Prove mobile={mobile} />}
    </div>
  )
}

function Prove({ mobile }: { mobile: string }) {
  const { t } = useWords()
  const { message } = App.useApp()
  const client = useQueryClient()
  const id = useId()
  const [code, setCode] = useState('')
  const confirm = async () => {
    await ask(confirmMobile, { code })
    message.success(t('mobile.done'))
    await client.invalidateQueries({ queryKey: KEY })
  }
  return (
    <>
      <p>{t('mobile.number', { mobile })}</p>
      <SendProof />
      <SendingForm submit={t('mobile.confirm')} send={confirm} isReady={code.trim() !== ''}>
        <p>
          <label htmlFor={id}>{t('code.code')}</label>
          <Input
            id={id}
            value={code}
            maxLength={12}
            inputMode="numeric"
            autoComplete="one-time-code"
            onChange={(event) => setCode(event.target.value)}
          />
        </p>
      </SendingForm>
    </>
  )
}

function SendProof() {
  const { t } = useWords()
  const [minutes, setMinutes] = useState<number>()
  const [seconds, setSeconds] = useCountdown()
  const { refusal, isBusy, run } = useSending()
  const send = async () => {
    const sent = await ask(sendMobileProof, {})
    setMinutes(sent.minutes)
    setSeconds(sent.resend_seconds)
  }
  return (
    <div className="spaced">
      {refusal && <Alert type="error" title={refusal} showIcon role="alert" className="spaced" />}
      {minutes !== undefined && !refusal && <Alert type="success" showIcon role="status" className="spaced" title={t('mobile.sent', { minutes })} />}
      <Button loading={isBusy} disabled={seconds > 0} onClick={() => void run(send)}>
        {seconds > 0 ? t('code.again', { seconds }) : t(minutes === undefined ? 'code.send' : 'code.resend')}
      </Button>
    </div>
  )
}
