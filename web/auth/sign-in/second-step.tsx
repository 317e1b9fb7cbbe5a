import { Button, Input } from 'antd'
import { useState } from 'react'
import { passSecondFactor, type SecondStep } from '../../../model/auth/session/second-factor-routes.ts'
import type { AnswerOf } from '../../../model/kit/action.ts'
import { ask } from '../../api/call.ts'
import { ApiFault } from '../../api/fault.ts'
import { useWords } from '../../words/language.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { LARGE, SendingForm } from './sending-form.tsx'

type SecondStepProps = { step: SecondStep; onIn: (state: AnswerOf<typeof passSecondFactor>) => void; onOtherEnd: () => void; onBack: () => void }

/** After the correct password: a code of the authenticator app, a recovery code, or a passkey. */
export function SecondStepForm({ step: { ticket, steps }, onIn, onOtherEnd, onBack }: SecondStepProps) {
  const { t } = useWords()
  return (
    <>
      {steps.includes('CODE') ? <CodeForm ticket={ticket} onIn={onIn} onOtherEnd={onOtherEnd} /> : <p>{t('passkey.second')}</p>}
      {steps.includes('PASSKEY') && <PasskeyButton ticket={ticket} onIn={onIn} onOtherEnd={onOtherEnd} />}
      <Button type="link" block onClick={onBack}>
        {t('second.back')}
      </Button>
    </>
  )
}

function CodeForm({ ticket, onIn, onOtherEnd }: Pick<SecondStepProps, 'onIn' | 'onOtherEnd'> & { ticket: string }) {
  const { t } = useWords()
  const [code, setCode] = useState('')
  const send = async () => {
    try {
      onIn(await ask(passSecondFactor, { ticket, code }, { anonymous: true }))
    } catch (fault) {
      if (fault instanceof ApiFault && fault.status === 412) return onOtherEnd()
      setCode('')
      throw fault
    }
  }
  return (
    <SendingForm submit={t('login.submit')} send={send} isReady={code.trim() !== ''} button={LARGE}>
      <p>
        <label htmlFor="second-code">{t('second.code')}</label>
        <Input
          id="second-code"
          size="large"
          value={code}
          autoComplete="one-time-code"
          maxLength={12}
          autoFocus
          aria-describedby="second-code-help"
          onChange={(event) => setCode(event.target.value)}
        />
        <small id="second-code-help" className="quiet">
          {t('second.codeHelp')}
        </small>
      </p>
    </SendingForm>
  )
}
