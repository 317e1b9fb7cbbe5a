import { App } from 'antd'
import { useSearchParams } from 'react-router'
import { useRecord, useSchema, useSession, useTenant } from '../../api/api.ts'
import { PageHead } from '../../ui/page/page-head.tsx'
import { Overview } from '../../records/detail/overview.tsx'
import { useWords } from '../../words/language.ts'
import { Absences } from './absences.tsx'
import { AccessTokens, CalendarFeeds } from './access-tokens.tsx'
import { ChangePassword } from './change-password.tsx'
import { CloudAccount } from './cloud-account.tsx'
import { MobileProof } from '../sign-in/mobile-proof.tsx'
import { NoticePreferences } from './notice-preferences.tsx'
import { Passkeys } from './passkeys.tsx'
import { SecondFactor } from './second-factor.tsx'
import { Sessions } from './sessions.tsx'
import { useWays } from '../../api/ways.ts'
import { Tabs } from '../../ui/page/tabs.tsx'

/** A person's own record, password, sessions and tokens. */
export function Personal() {
  const { t } = useWords()
  const { message } = App.useApp()
  const [query, setQuery] = useSearchParams()
  const asked = query.get('tab') ?? ''
  const textsCodes = useWays()?.mobile_code
  const isCloud = useTenant()?.edition === 'cloud'
  const tabs = [
    { key: 'basic', label: t('user.basic'), children: <Basic /> },
    {
      key: 'password',
      label: t('user.password'),
      children: (
        <div className="narrow">
          <ChangePassword onChanged={() => message.success(t('password.changed'))} />
        </div>
      ),
    },
    { key: 'absences', label: t('absence.title'), children: <Absences /> },
    { key: 'notices', label: t('notices.title'), children: <NoticePreferences /> },
    { key: 'second', label: t('second.title'), children: <SecondFactor /> },
    { key: 'passkeys', label: t('passkey.title'), children: <Passkeys /> },
    ...(textsCodes ? [{ key: 'mobile', label: t('mobile.title'), children: <MobileProof /> }] : []),
    { key: 'sessions', label: t('sessions.title'), children: <Sessions /> },
    ...(isCloud ? [{ key: 'cloud', label: t('cloud.account'), children: <CloudAccount /> }] : []),
    { key: 'calendar', label: t('calendar.title'), children: <CalendarFeeds /> },
    { key: 'tokens', label: t('user.tokens'), children: <AccessTokens /> },
  ]
  return (
    <div className="page">
      <PageHead title={t('user.personal')} name={t('user.personal')} />
      <Tabs
        activeKey={tabs.some(({ key }) => key === asked) ? asked : 'basic'}
        onChange={(tab) => setQuery({ tab }, { replace: true })}
        destroyOnHidden
        items={tabs}
      />
    </div>
  )
}

function Basic() {
  const me = useSession()?.user_sid
  const schema = useSchema('user_info').data
  const record = useRecord('user_info', me).data
  return schema && record ? <Overview schema={schema} record={record} /> : null
}
