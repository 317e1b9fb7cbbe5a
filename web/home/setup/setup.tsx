import { CheckCircleFilled } from '@ant-design/icons'
import { Button } from 'antd'
import { Link } from 'react-router'
import { SETUP_STEPS, type SetupCode, type SetupStep } from '../../../model/settings/configuration/setup-routes.ts'
import { useMe } from '../../api/api.ts'
import { pageOf } from '../../api/page-of.ts'
import { useUserConfig } from '../../records/views/user-config.ts'
import { useWords } from '../../words/language.ts'
import './setup.css'

const SCREENS: Readonly<Record<Exclude<SetupCode, 'company'>, string>> = {
  pack: pageOf('configuration_pack'),
  departments: pageOf('department'),
  roles: pageOf('role'),
  agencies: pageOf('agency'),
  people: pageOf('user_info'),
  sign_in: '/settings/sign-in',
  mail: '/settings/mail',
  numbering: '/settings/numbering',
  cases: '/import',
}

/** First steps for the administrator of a new tenant. Each person may hide and restore it. */
export function SetUp({ steps }: { steps: readonly SetupStep[] }) {
  const { t } = useWords()
  const { config, isReady, save } = useUserConfig('home.setup')
  if (!isReady) return null
  const done = { count: steps.filter(({ done }) => done).length, all: steps.length }
  if (config === AWAY)
    return (
      <p className="set-up-away">
        <Button size="small" type="link" onClick={() => save(SHOWN)}>
          {t('setup.bringBack', done)}
        </Button>
      </p>
    )
  const next = steps.find(({ code, done }) => !done && SETUP_STEPS[code] === 'required')
  return (
    <section className="set-up" aria-labelledby="set-up">
      <header>
        <h2 id="set-up">{t('setup.title')}</h2>
        <span className="quiet">{t('setup.done', done)}</span>
        <Button size="small" type="text" onClick={() => save(AWAY)}>
          {t('setup.dismiss')}
        </Button>
      </header>
      <ol>
        {steps.map((step, at) => (
          <Step key={step.code} step={step} number={at + 1} isNext={step === next} />
        ))}
      </ol>
    </section>
  )
}

const AWAY = 'dismissed'
const SHOWN = 'shown'

function Step({ step: { code, done }, number, isNext }: { step: SetupStep; number: number; isNext: boolean }) {
  const { t } = useWords()
  const company = useMe().data?.company_sid
  const to = code === 'company' ? pageOf('company', typeof company === 'string' ? `/${company}/edit` : '') : SCREENS[code]
  const state = done ? 'setup.isDone' : isNext ? 'setup.next' : SETUP_STEPS[code] === 'optional' ? 'setup.optional' : undefined
  return (
    <li className={done ? 'done' : isNext ? 'next' : ''} aria-current={isNext ? 'step' : undefined}>
      <span className="step-mark" aria-hidden>
        {done ? <CheckCircleFilled /> : number}
      </span>
      <span>
        <Link to={to}>{t(`setup.${code}`)}</Link>
        {state && <small className={isNext ? 'step-next' : 'quiet'}>{t(state)}</small>}
        <small className="quiet step-why">{t(`setup.${code}.why`)}</small>
      </span>
    </li>
  )
}
