import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Input, QRCode, Space, Typography } from 'antd'
import { useId, useState } from 'react'
import {
  beginSecondFactor,
  confirmSecondFactor,
  readSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from '../../../model/auth/session/second-factor-routes.ts'
import type { AnswerOf } from '../../../model/kit/action.ts'
import { useSession } from '../../api/api.ts'
import { ask } from '../../api/call.ts'
import { timeText, useZone } from '../../fields/moments.ts'
import { useWords } from '../../words/language.ts'
import { SendingForm } from '../sign-in/sending-form.tsx'

const KEY = ['second_factor']

/** One's own second factor: set up, renewed and switched off with the password. */
export function SecondFactor() {
  const { t } = useWords()
  const client = useQueryClient()
  const { data } = useQuery({ queryKey: KEY, queryFn: () => ask(readSecondFactor, {}) })
  const refresh = () => void client.invalidateQueries({ queryKey: KEY })
  if (!data) return null
  return (
    <div className="narrow">
      <p className="quiet">{t('second.text')}</p>
      {data.is_on ? <IsOn state={data} onChanged={refresh} /> : <SetUp onDone={refresh} />}
    </div>
  )
}

type Step = { at: 'password' } | { at: 'code'; key: AnswerOf<typeof beginSecondFactor> } | { at: 'codes'; codes: readonly string[] }

/** Password, then the picture and a first code, then the recovery codes. */
export function SetUp({ onDone }: { onDone: () => void }) {
  const { t } = useWords()
  const [step, setStep] = useState<Step>({ at: 'password' })
  if (step.at === 'codes') return <RecoveryCodes codes={step.codes} onNoted={onDone} />
  if (step.at === 'code')
    return (
      <>
        <p>{t('second.scan')}</p>
        <QRCode value={step.key.uri} size={200} type="svg" aria-label={t('second.picture')} />
        <p className="quiet">
          {t('second.byHand')} <Typography.Text code>{step.key.secret.replace(/(.{4})(?=.)/g, '$1 ')}</Typography.Text>
        </p>
        <OneField
          label={t('second.code')}
          kind="code"
          submit={t('second.confirm')}
          onSend={async (code) => setStep({ at: 'codes', codes: (await ask(confirmSecondFactor, { code })).recovery_codes })}
        />
      </>
    )
  const begin = async (password: string) => setStep({ at: 'code', key: await ask(beginSecondFactor, { password }) })
  return <OneField label={t('password.current')} kind="password" submit={t('second.begin')} onSend={begin} />
}

type IsOnProps = { state: AnswerOf<typeof readSecondFactor>; onChanged: () => void }

function IsOn({ state: { since, codes_left, is_required, passkeys }, onChanged }: IsOnProps) {
  const { t, tag } = useWords()
  const zone = useZone()
  const mayRemove = !is_required || passkeys > 0
  const [act, setAct] = useState<'codes' | 'remove'>()
  const [codes, setCodes] = useState<readonly string[]>()
  if (codes)
    return (
      <RecoveryCodes
        codes={codes}
        onNoted={() => {
          setCodes(undefined)
          setAct(undefined)
          onChanged()
        }}
      />
    )
  const send = async (password: string) => {
    if (act === 'codes') return setCodes((await ask(renewRecoveryCodes, { password })).recovery_codes)
    await ask(removeSecondFactor, { password })
    onChanged()
  }
  return (
    <>
      <Alert
        type={codes_left < 3 ? 'warning' : 'success'}
        showIcon
        className="spaced"
        title={t('second.on', { since: since ? timeText(since, tag, zone) : '' })}
        description={t('second.left', { count: codes_left })}
      />
      {act ? (
        <OneField
          key={act}
          label={t('password.current')}
          kind="password"
          submit={t(act === 'codes' ? 'second.renew' : 'second.remove')}
          onSend={send}
        />
      ) : (
        <Space>
          <Button onClick={() => setAct('codes')}>{t('second.renew')}</Button>
          {mayRemove && (
            <Button danger onClick={() => setAct('remove')}>
              {t('second.remove')}
            </Button>
          )}
        </Space>
      )}
      {!mayRemove && <p className="quiet">{t('second.required')}</p>}
    </>
  )
}

function RecoveryCodes({ codes, onNoted }: { codes: readonly string[]; onNoted: () => void }) {
  const { t } = useWords()
  return (
    <>
      <Alert type="warning" showIcon className="spaced" title={t('second.codesOnce')} description={t('second.codesText')} />
      <Typography.Paragraph copyable={{ text: codes.join('\n') }}>
        <ul className="recovery-codes" aria-label={t('second.codes')}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
      </Typography.Paragraph>
      <Button type="primary" onClick={onNoted}>
        {t('person.passwordKept')}
      </Button>
    </>
  )
}

type OneFieldProps = { label: string; kind: 'password' | 'code'; submit: string; onSend: (value: string) => Promise<unknown> }

function OneField({ label, kind, submit, onSend }: OneFieldProps) {
  const id = useId()
  const account = useSession()?.account ?? ''
  const [value, setValue] = useState('')
  const common = { id, value, onChange: (event: { target: { value: string } }) => setValue(event.target.value) }
  return (
    <SendingForm submit={submit} send={() => onSend(value)} isReady={value.trim() !== ''}>
      {kind === 'password' && <input type="text" name="username" autoComplete="username" value={account} readOnly hidden />}
      <p>
        <label htmlFor={id}>{label}</label>
        {kind === 'password' ? (
          <Input.Password {...common} autoComplete="current-password" maxLength={200} />
        ) : (
          <Input {...common} autoComplete="one-time-code" inputMode="numeric" maxLength={7} />
        )}
      </p>
    </SendingForm>
  )
}
