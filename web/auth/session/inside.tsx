import { SearchOutlined } from '@ant-design/icons'
import { App, ConfigProvider } from 'antd'
import { useEffect } from 'react'
import { Outlet } from 'react-router'
import { useSession } from '../../api/api.ts'
import { Announcer } from '../../ui/announcer.tsx'
import { dialogOnRequest } from '../../ui/on-request.tsx'
import { quietIcons } from '../../ui/assistive/quiet-icons.ts'
import { ConfirmOneselfDialog } from './confirm-oneself-dialog.tsx'
import { WarningsDialog } from '../../ui/faults/warnings-dialog.tsx'
import { useStayingIn } from './keep-alive.ts'
import { useWords } from '../../words/language.ts'

const TimedOut = dialogOnRequest(async () => (await import('./timed-out.tsx')).TimedOut)

/** The parts for signed-in users, which the login page need not load: dialogs, notifications, fault messages. */
export function Inside() {
  const session = useSession()
  const { t } = useWords()
  useStayingIn()
  useEffect(quietIcons, [])
  return (
    <ConfigProvider inputSearch={{ searchIcon: <SearchOutlined aria-label={t('list.search')} /> }}>
      <App component={false} notification={{ placement: 'topRight', top: 56, maxCount: 3 }}>
        <Announcer />
        <WarningsDialog />
        <ConfirmOneselfDialog />
        <Outlet />
        {session?.timed_out && <TimedOut session={session} />}
      </App>
    </ConfigProvider>
  )
}
