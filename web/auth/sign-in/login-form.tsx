import { LockOutlined, SafetyOutlined, UserOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import type { InputRef } from 'antd'
import { Alert, Button, Input } from 'antd'
import type { ChangeEvent, ReactNode, RefObject } from 'react'
import { lazy, Suspense, useRef, useState } from 'react'
import type { AnswerOf } from '../../../model/kit/action.ts'
import type { SecondStep } from '../../../model/auth/session/second-factor-routes.ts'
import { newCaptcha, signIn } from '../../../model/auth/session/session-routes.ts'
import { ask } from '../../api/call.ts'
import { ApiFault, reactionTo, SECOND_STEP } from '../../api/fault.ts'
import type { Session } from '../../api/tokens.ts'
import { keepSession } from '../../api/tokens.ts'
import type { Say, Word } from '../../words/language.ts'
import { useWords } from '../../words/language.ts'
import { canUsePasskeys, useWays } from '../../api/ways.ts'

const CodeForm = lazy(async () => ({ default: (await import('./code-form.tsx')).CodeForm }))
const PasskeyButton = lazy(async () => ({ default: (await import('./passkey-button.tsx')).PasskeyButton }))
const SecondStepForm = lazy(async () => ({ default: (await import('./second-step.tsx')).SecondStepForm }))

type Platform = 1 | 2
type Entered = { username: string; password: string; captcha: string }
const FIELDS = ['username', 'password', 'captcha'] as const

/** The delay before a refusal is shown, which slows down guessing. */
const FAILURE_DELAY = 800

const NEEDED: Record<keyof Entered, Word> = { username: 'login.usernameNeeded', password: 'login.passwordNeeded', captcha: 'login.captchaNeeded' }

type LoginFormProps = {
  /** The expected account after a timeout. */
  account?: string
  end?: Platform
  onIn: (session: Session) => void
  /** The other portal is open in this browser. */
  onOtherEnd: () => void
}

/** User name, password and captcha; then a code, if the account has a second factor. */
export function LoginForm({ account = '', end = 1, onIn, onOtherEnd }: LoginFormProps) {
  const { t } = useWords()
  const captchaInput = useRef<InputRef>(null)
  const captcha = useCaptcha()
  const [platform, setPlatform] = useState(end)
  const ways = useWays()
  const again = () => {
    void captcha.refetch()
    captchaInput.current?.focus()
  }
  const entering = useEntering({
    account,
    platform,
    captcha: captcha.data,
    onIn,
    onOtherEnd,
    again,
  })
  const { step, setStep, stay, back } = entering
  const [isByCode, setByCode] = useState(false)
  const channels = channelsOf(ways)
  if (step)
    return (
      <Suspense fallback={null}>
        <SecondStepForm step={step} onIn={stay} onOtherEnd={onOtherEnd} onBack={back} />
      </Suspense>
    )
  const ends = <Ends chosen={platform} onChoose={setPlatform} />
  return (
    <>
      {isByCode ? (
        <Suspense fallback={null}>
          {ends}
          <CodeForm channels={channels} platform={platform} onIn={stay} onStep={setStep} onOtherEnd={onOtherEnd} />
        </Suspense>
      ) : (
        <PasswordStep {...entering} hasAccount={account !== ''} ends={ends} captcha={captcha} captchaInput={captchaInput} />
      )}
      {channels.length > 0 && (
        <Button type="link" block onClick={() => setByCode(!isByCode)}>
          {t(isByCode ? 'code.password' : 'code.instead')}
        </Button>
      )}
      {ways?.passkeys && canUsePasskeys && (
        <Suspense fallback={null}>
          <PasskeyButton onIn={stay} onOtherEnd={onOtherEnd} />
        </Suspense>
      )}
    </>
  )
}

const channelsOf = (ways: ReturnType<typeof useWays>) => [
  ...(ways?.mail_code ? (['email'] as const) : []),
  ...(ways?.mobile_code ? (['mobile'] as const) : []),
]

type PasswordStepProps = Pick<ReturnType<typeof useEntering>, 'entered' | 'setEntered' | 'missing' | 'refusal' | 'isBusy' | 'enter'> & {
  hasAccount: boolean
  ends: ReactNode
  captcha: ReturnType<typeof useCaptcha>
  captchaInput: RefObject<InputRef | null>
}

function PasswordStep({ entered, setEntered, missing, refusal, isBusy, enter, hasAccount, ends, captcha, captchaInput }: PasswordStepProps) {
  const { t } = useWords()
  const input = (field: keyof Entered) => ({
    id: field,
    name: field,
    size: 'large' as const,
    value: entered[field],
    onChange: (event: ChangeEvent<HTMLInputElement>) => setEntered((now) => ({ ...now, [field]: event.target.value })),
    ...(missing.includes(field) && { status: 'error' as const, 'aria-invalid': true, 'aria-describedby': `${field}-says` }),
  })
  const says = (field: keyof Entered) => missing.includes(field) && <Needed field={field} />
  return (
    <form
      noValidate
      className="login-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) void enter()
      }}
    >
      {ends}
      <p>
        <label htmlFor="username">{t('login.username')}</label>
        <Input {...input('username')} prefix={<UserOutlined aria-hidden />} autoComplete="username" maxLength={50} autoFocus={!hasAccount} />
        {says('username')}
      </p>
      <p>
        <label htmlFor="password">{t('login.password')}</label>
        <Input.Password
          {...input('password')}
          prefix={<LockOutlined aria-hidden />}
          autoComplete="current-password"
          maxLength={128}
          autoFocus={hasAccount}
        />
        {says('password')}
      </p>
      <p>
        <label htmlFor="captcha">{t('login.captcha')}</label>
        <span className="captcha">
          <Input {...input('captcha')} ref={captchaInput} prefix={<SafetyOutlined aria-hidden />} autoComplete="off" maxLength={8} />
          <CaptchaPicture captcha={captcha} />
        </span>
        {says('captcha')}
      </p>
      {refusal && <Alert type="error" title={refusal} showIcon role="alert" className="spaced" />}
      <Button type="primary" htmlType="submit" size="large" block loading={isBusy}>
        {t('login.submit')}
      </Button>
    </form>
  )
}

type Entering = Pick<LoginFormProps, 'onIn' | 'onOtherEnd'> & {
  account: string
  platform: Platform
  captcha: AnswerOf<typeof newCaptcha> | undefined
  /** After a refusal the next attempt needs a new captcha. */
  again: () => void
}

function useEntering({ account, platform, captcha, onIn, onOtherEnd, again }: Entering) {
  const { t } = useWords()
  const [entered, setEntered] = useState<Entered>({ username: account, password: '', captcha: '' })
  const [isChecked, setChecked] = useState(false)
  const [refusal, setRefusal] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [step, setStep] = useState<SecondStep>()
  const missing = FIELDS.filter((field) => !entered[field].trim())
  const stay = (state: AnswerOf<typeof signIn> & { account?: string }) => {
    const session = { account: entered.username.trim(), ...state }
    keepSession(session)
    onIn(session)
  }
  const back = () => {
    setStep(undefined)
    setChecked(false)
    setEntered((now) => ({ ...now, password: '', captcha: '' }))
    again()
  }
  const enter = async () => {
    setChecked(true)
    setRefusal('')
    const [first] = missing
    if (first) return document.getElementById(first)?.focus()
    setBusy(true)
    try {
      const body = { ...entered, username: entered.username.trim(), platform, captcha_id: captcha?.captcha_id ?? '' }
      stay(await ask(signIn, body, { anonymous: true }))
    } catch (fault) {
      if (fault instanceof ApiFault && fault.code === SECOND_STEP) return setStep(fault.data as SecondStep) // as the server refuses it
      await new Promise((resume) => setTimeout(resume, FAILURE_DELAY))
      if (fault instanceof ApiFault && fault.status === 412) return onOtherEnd()
      setRefusal(refusalText(fault, t))
      setChecked(false)
      setEntered((now) => ({ ...now, captcha: '' }))
      again()
    } finally {
      setBusy(false)
    }
  }
  return { entered, setEntered, missing: isChecked ? missing : [], refusal, isBusy, enter, step, setStep, stay, back }
}

function Needed({ field }: { field: keyof Entered }) {
  const { t } = useWords()
  return (
    <small id={`${field}-says`} className="bad">
      {t(NEEDED[field])}
    </small>
  )
}

function Ends({ chosen, onChoose }: { chosen: Platform; onChoose: (end: Platform) => void }) {
  const { t } = useWords()
  return (
    <div className="ends" role="radiogroup" aria-label={t('login.platform')}>
      {([1, 2] as const).map((end) => (
        <label key={end} className={chosen === end ? 'end chosen' : 'end'}>
          <input type="radio" name="platform" checked={chosen === end} onChange={() => onChoose(end)} />
          {t(end === 1 ? 'login.enterprise' : 'login.agency')}
        </label>
      ))}
    </div>
  )
}

function CaptchaPicture({ captcha }: { captcha: ReturnType<typeof useCaptcha> }) {
  const { t } = useWords()
  return (
    <button type="button" onClick={() => void captcha.refetch()} title={t('login.captchaOther')} aria-label={t('login.captchaOther')}>
      {captcha.data ? (
        <img src={captcha.data.image} alt={t('login.captchaPicture')} />
      ) : (
        <span className="quiet">{t(captcha.isError ? 'login.captchaFailed' : 'loading')}</span>
      )}
    </button>
  )
}

/** A captcha is valid once and for five minutes, so it is never cached. */
const useCaptcha = () =>
  useQuery({
    queryKey: ['captcha'],
    queryFn: () => ask(newCaptcha, {}, { anonymous: true }),
    gcTime: 0,
    staleTime: Infinity,
    refetchInterval: 280_000,
    meta: { faults: 'own' },
  })

function refusalText(fault: unknown, t: Say): string {
  if (!(fault instanceof ApiFault)) return t('fault.failed')
  const reaction = reactionTo(fault)
  return reaction.show === 'words' ? t(reaction.word) : fault.message || t('fault.failed')
}
