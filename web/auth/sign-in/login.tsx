import { Alert } from 'antd'
import { useEffect } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { labelOf } from '../../../model/kit/fields.ts'
import { LOOK_SERVICE } from '../../../model/settings/layouts/appearance.ts'
import { useSession, useTenant } from '../../api/api.ts'
import { useIsDark } from '../../ui/preferences.ts'
import { LanguageSwitch } from '../../ui/language-switch.tsx'
import { Wordmark } from '../../ui/wordmark.tsx'
import { useWords } from '../../words/language.ts'
import { LoginForm } from './login-form.tsx'
import { wayBack } from './safe-redirect.ts'
import { useWays } from '../../api/ways.ts'

export function Login() {
  const { t, lang } = useWords()
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
          <SignIn />
          <OtherWays />
        </section>
        <footer className="quiet">
          {tenant?.foot_logo && <img src={tenant.foot_logo} alt="" className="foot-logo" />}
          <Link to="/privacy">{t('privacy.title')}</Link>
          {tenant?.online_customer_status && tenant.online_customer_address && (
            <a href={tenant.online_customer_address} target="_blank" rel="noreferrer">
              {labelOf(LOOK_SERVICE.online_customer_status, lang)}
            </a>
          )}
          {[tenant?.copyright, tenant?.icp, tenant?.record_info].filter(Boolean).map((line) => (
            <span key={line}>{line}</span>
          ))}
        </footer>
      </main>
    </div>
  )
}

function SignIn() {
  const navigate = useNavigate()
  const [query] = useSearchParams()
  return <LoginForm onIn={() => navigate(wayBack(query.get('redirect')), { replace: true })} onOtherEnd={() => navigate('/412')} />
}

/** A forgotten password where a mail can be sent, and the identity providers of the tenant. */
function OtherWays() {
  const { t, lang } = useWords()
  const [query] = useSearchParams()
  const data = useWays()
  const redirect = query.get('redirect')
  const after = redirect ? `?redirect=${encodeURIComponent(redirect)}` : ''
  return (
    <>
      {data?.forgotten_password && (
        <p>
          <Link to="/forgot-password">{t('forgot.link')}</Link>
        </p>
      )}
      {data?.providers.map(({ type, identity, name, name_en }) => (
        <p key={identity}>
          <Link to={`/sso/auth/${type}/${identity}${after}`}>{t('sso.with', { name: (lang === 'en' && name_en) || name })}</Link>
        </p>
      ))}
    </>
  )
}

function SignedIn() {
  const { t } = useWords()
  const session = useSession()
  const [query] = useSearchParams()
  if (!session || session.timed_out) return null
  const title = (
    <>
      {t('login.already')} <Link to={wayBack(query.get('redirect'))}>{t('login.continue')}</Link>
    </>
  )
  return <Alert type="info" title={title} className="spaced" />
}

/** A decorative patent drawing: figure lines, numerals, a title block. */
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
