import { Button, Input, Modal } from 'antd'
import { useState } from 'react'
import { confirmOneself, type Unconfirmed } from '../../../model/auth/session/confirmation-routes.ts'
import { ask, logOut } from '../../api/call.ts'
import { useWords } from '../../words/language.ts'
import { SendingForm } from '../sign-in/sending-form.tsx'

type ConfirmOneselfProps = { how: Unconfirmed; onEnd: (isConfirmed: boolean) => void }

/** Asks for the password, and a code of the app if it is on; a person without a password signs in again. */
export function ConfirmOneself({ how: { by, minutes }, onEnd }: ConfirmOneselfProps) {
  const { t } = useWords()
  return (
    <Modal open title={t('oneself.title')} footer={null} destroyOnHidden width={440} onCancel={() => onEnd(false)}>
      <p className="quiet">{t(by === 'SIGN_IN' ? 'oneself.signIn' : 'oneself.text', { minutes })}</p>
      {by === 'SIGN_IN' ? (
        <Button type="primary" onClick={() => void logOut()}>
          {t('oneself.again')}
        </Button>
      ) : (
        <PasswordForm hasCode={by === 'PASSWORD_AND_CODE'} onDone={() => onEnd(true)} onCancel={() => onEnd(false)} />
      )}
    </Modal>
  )
}

type PasswordFormProps = { hasCode: boolean; onDone: () => void; onCancel: () => void }

function PasswordForm({ hasCode, onDone, onCancel }: PasswordFormProps) {
  const { t } = useWords()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const send = async () => {
    await ask(confirmOneself, { password, ...(hasCode && { code }) })
    onDone()
  }
  return (
    <SendingForm submit={t('oneself.confirm')} send={send} isReady={password !== '' && (!hasCode || code.trim() !== '')} onCancel={onCancel}>
      <p>
        <label htmlFor="oneself-password">{t('password.current')}</label>
        <Input.Password
          id="oneself-password"
          value={password}
          autoComplete="current-password"
          maxLength={200}
          autoFocus
          onChange={(event) => setPassword(event.target.value)}
        />
      </p>
      {hasCode && (
        <p>
          <label htmlFor="oneself-code">{t('second.code')}</label>
          <Input id="oneself-code" value={code} autoComplete="one-time-code" maxLength={12} onChange={(event) => setCode(event.target.value)} />
        </p>
      )}
    </SendingForm>
  )
}
