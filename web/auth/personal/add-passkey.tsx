import { Input } from 'antd'
import { useId, useState } from 'react'
import { useSession } from '../../api/api.ts'
import { useWords } from '../../words/language.ts'
import { SendingForm } from '../sign-in/sending-form.tsx'

/** A name and the password; then the device asks for a finger, a face or its PIN. */
export function AddPasskey({ onAdded }: { onAdded: () => void }) {
  const { t } = useWords()
  const [nameId, passwordId] = [useId(), useId()]
  const account = useSession()?.account ?? ''
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const add = async () => {
    const { createPasskey } = await import('../passkey-calls.ts')
    await createPasskey({ name: name.trim(), password })
    setName('')
    setPassword('')
    onAdded()
  }
  return (
    <SendingForm submit={t('passkey.add')} send={add} isReady={name.trim() !== '' && password !== ''}>
      <input type="text" name="username" autoComplete="username" value={account} readOnly hidden />
      <p>
        <label htmlFor={nameId}>{t('passkey.name')}</label>
        <Input
          id={nameId}
          value={name}
          maxLength={60}
          autoComplete="off"
          aria-describedby={`${nameId}-help`}
          onChange={(event) => setName(event.target.value)}
        />
        <small id={`${nameId}-help`} className="quiet">
          {t('passkey.nameHelp')}
        </small>
      </p>
      <p>
        <label htmlFor={passwordId}>{t('password.current')}</label>
        <Input.Password
          id={passwordId}
          value={password}
          maxLength={200}
          autoComplete="current-password"
          onChange={(event) => setPassword(event.target.value)}
        />
      </p>
    </SendingForm>
  )
}
