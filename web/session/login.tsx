import { LockOutlined, SafetyOutlined, UserOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import type { InputRef } from 'antd'
import { Alert, Button, Input } from 'antd'
import type { ChangeEvent } from 'react'
import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { useSession, useTenant } from '../api.ts'
import { call } from '../call.ts'
import { ApiFault, reactionTo } from '../fault.ts'
import { useIsDark } from '../layout/preferences.ts'
import { Wordmark } from '../layout/wordmark.tsx'
import type { Session } from '../tokens.ts'
import { keepSession } from '../tokens.ts'
import type { Say, Word } from '../words/language.ts'
import { useWords } from '../words/language.ts'
import { LanguageSwitch } from '../layout/language-switch.tsx'
import { wayBack } from './way-back.ts'

type Platform = 1 | 2
type Entered = { username: string; password: string; captcha: string }
const FIELDS = ['username', 'password', 'captcha'] as const
type Captcha = { captcha_id: string; image: string }

/** A refusal is shown after this, so that guessing is slow for the guesser too. */
const FAILURE_DELAY = 800

export function Login() {
  const { t } = useWords()
  const tenant = useTenant()
  const isDark = useIsDark()
  const title = tenant?.login_title || t('login.title')
  useEffect(() => {
    document.title = `${t('login.submit')} · ${tenant?.system_name || 'Innoe'}`
  }, [t, tenant])
  return (
    <div className="login">
      <aside className="login-side" style={tenant?.login_bg ? { backgroundImage: `url(${JSON.stringify(tenant.login_bg)})` } : undefined}>
        {!tenant?.login_bg && <Sheet />}
      </aside>
      <main className="login-main">
        <header>
          <Wordmark tenant={tenant} isDark={isDark} />
          <LanguageSwitch />
        </header>
        <section className="login-card">
          <h1>{title}</h1>
          <p className="quiet">{tenant?.login_slogan || t('login.slogan')}</p>
          <SignedIn />
          <LoginForm />
        </section>
        <footer className="quiet">
          <Link to="/privacy">{t('privacy.title')}</Link>
          {[tenant?.copyright, tenant?.icp, tenant?.record_info].filter(Boolean).map((line) => (
            <span key={line}>{line}</span>
          ))}
        </footer>
      </main>
    </div>
  )
}

function SignedIn() {
  const { t } = useWords()
  const session = useSession()
  const [query] = useSearchParams()
  if (!session) return null
  const title = (
    <>
      {t('login.already')} <Link to={wayBack(query.get('redirect'))}>{t('login.continue')}</Link>
    </>
  )
  return <Alert type="info" title={title} className="spaced" />
}

const BLANK: Entered = { username: '', password: '', captcha: '' }
const NEEDED: Record<keyof Entered, Word> = { username: 'login.usernameNeeded', password: 'login.passwordNeeded', captcha: 'login.captchaNeeded' }

function LoginForm() {
  const { t } = useWords()
  const [entered, setEntered] = useState(BLANK)
  const [isChecked, setChecked] = useState(false)
  const [platform, setPlatform] = useState<Platform>(1)
  const [refusal, setRefusal] = useState('')
  const [isBusy, setBusy] = useState(false)
  const captchaInput = useRef<InputRef>(null)
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const captcha = useCaptcha()
  const missing = isChecked ? FIELDS.filter((field) => !entered[field].trim()) : []

  const enter = async () => {
    setChecked(true)
    setRefusal('')
    const [first] = FIELDS.filter((field) => !entered[field].trim())
    if (first) return document.getElementById(first)?.focus()
    setBusy(true)
    try {
      const body = { ...entered, username: entered.username.trim(), platform, captcha_id: captcha.data?.captcha_id ?? '' }
      const session = await call<Session>('/innoe-passport/login', body)
      keepSession({ ...session, platform })
      navigate(wayBack(query.get('redirect')), { replace: true })
    } catch (fault) {
      await new Promise((resume) => setTimeout(resume, FAILURE_DELAY))
      if (fault instanceof ApiFault && fault.status === 412) return navigate('/412')
      setRefusal(refusalText(fault, t))
      setChecked(false)
      setEntered((now) => ({ ...now, captcha: '' }))
      void captcha.refetch()
      captchaInput.current?.focus()
    } finally {
      setBusy(false)
    }
  }

  const input = (field: keyof Entered) => ({
    id: field,
    name: field,
    size: 'large' as const,
    value: entered[field],
    onChange: (event: ChangeEvent<HTMLInputElement>) => setEntered((now) => ({ ...now, [field]: event.target.value })),
    ...(missing.includes(field) && { status: 'error' as const, 'aria-invalid': true, 'aria-describedby': `${field}-says` }),
  })
  const says = (field: keyof Entered) =>
    missing.includes(field) && (
      <small id={`${field}-says`} className="bad">
        {t(NEEDED[field])}
      </small>
    )

  return (
    <form
      noValidate
      className="login-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) void enter()
      }}
    >
      <div className="ends" role="radiogroup" aria-label={t('login.platform')}>
        {([1, 2] as const).map((end) => (
          <label key={end} className={platform === end ? 'end chosen' : 'end'}>
            <input type="radio" name="platform" checked={platform === end} onChange={() => setPlatform(end)} />
            {t(end === 1 ? 'login.enterprise' : 'login.agency')}
          </label>
        ))}
      </div>
      <p>
        <label htmlFor="username">{t('login.username')}</label>
        <Input {...input('username')} prefix={<UserOutlined aria-hidden />} autoComplete="username" maxLength={50} autoFocus />
        {says('username')}
      </p>
      <p>
        <label htmlFor="password">{t('login.password')}</label>
        <Input.Password {...input('password')} prefix={<LockOutlined aria-hidden />} autoComplete="current-password" maxLength={128} />
        {says('password')}
      </p>
      <p>
        <label htmlFor="captcha">{t('login.captcha')}</label>
        <span className="captcha">
          <Input {...input('captcha')} ref={captchaInput} prefix={<SafetyOutlined aria-hidden />} autoComplete="off" maxLength={8} />
          <button type="button" onClick={() => void captcha.refetch()} title={t('login.captchaOther')} aria-label={t('login.captchaOther')}>
            {captcha.data ? (
              <img src={captcha.data.image} alt={t('login.captchaPicture')} />
            ) : (
              <span className="quiet">{t(captcha.isError ? 'login.captchaFailed' : 'loading')}</span>
            )}
          </button>
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

/** A captcha serves once and for five minutes, so it is never taken from memory. */
const useCaptcha = () =>
  useQuery({
    queryKey: ['captcha'],
    queryFn: () => call<Captcha>('/innoe-passport/captcha', undefined, { anonymous: true }),
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

/** A patent drawing of nothing in particular: figure lines, numerals, a title block. */
function Sheet() {
  return (
    <svg viewBox="0 0 720 800" className="sheet" aria-hidden preserveAspectRatio="xMidYMid slice">
      <g fill="none" stroke="currentColor" strokeWidth="1.25">
        <circle cx="360" cy="380" r="150" />
        <circle cx="360" cy="380" r="98" strokeDasharray="14 5 3 5" />
        <circle cx="360" cy="380" r="42" />
        <circle cx="360" cy="380" r="12" />
        {[0, 60, 120, 180, 240, 300].map((turn) => (
          <g key={turn} transform={`rotate(${turn} 360 380)`}>
            <path d="M348 338 L344 286 A94 94 0 0 1 376 286 L372 338" />
            <circle cx="360" cy="254" r="10" />
            <path d="M336 232 L340 214 L380 214 L384 232" />
          </g>
        ))}
        <path d="M140 380 H580 M360 160 V600" strokeDasharray="22 5 4 5" opacity=".55" />
        <path d="M464 276 L560 190 H600 M402 380 L588 470 H620 M284 510 L196 610 H150 M360 254 L250 150 H200" />
        <path d="M100 40 H680 V760 H40 V100 Z M40 690 H680 M470 690 V760" opacity=".5" />
      </g>
      <g fill="currentColor" fontSize="20">
        <text x="606" y="197">
          12
        </text>
        <text x="626" y="477">
          10
        </text>
        <text x="122" y="617">
          16
        </text>
        <text x="172" y="157">
          14
        </text>
        <text x="322" y="660" fontSize="22">
          FIG. 1
        </text>
      </g>
    </svg>
  )
}
