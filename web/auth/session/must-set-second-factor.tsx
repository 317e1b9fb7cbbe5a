import { App } from 'antd'
import { useState } from 'react'
import { changeSession } from '../../api/tokens.ts'
import { Tabs } from '../../ui/page/tabs.tsx'
import { speakAsChosen, useWords } from '../../words/language.ts'
import { MustFirst } from './must-first.tsx'
import { AddPasskey } from '../personal/add-passkey.tsx'
import { canUsePasskeys, useWays } from '../../api/ways.ts'
import { SetUp } from '../personal/second-factor.tsx'

/** A role requires a second factor: an authenticator app, or a passkey where the system can use them. */
export function MustSetSecondFactor() {
  const { t } = useWords()
  const [kind, setKind] = useState('app')
  const ways = useWays()
  const done = () => {
    changeSession({ must_set_second_factor: false })
    void speakAsChosen() // with the tenant's own words, which were not to be read before
  }
  const app = <SetUp onDone={done} />
  const kinds = [
    { key: 'app', label: t('second.app'), children: app },
    { key: 'passkey', label: t('passkey.title'), children: <AddPasskey onAdded={done} /> },
  ]
  return (
    <App component={false}>
      <MustFirst title={t('second.mustTitle')} text={t('second.mustText')}>
        {ways?.passkey_site && canUsePasskeys ? <Tabs activeKey={kind} onChange={setKind} destroyOnHidden items={kinds} /> : app}
      </MustFirst>
    </App>
  )
}
