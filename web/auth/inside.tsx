import { App } from 'antd'
import { Suspense, lazy } from 'react'
import { Outlet } from 'react-router'
import { useSession } from '../api/api.ts'
import { Announcer } from '../ui/announcer.tsx'
import { WarningsDialog } from '../ui/warnings-dialog.tsx'
import { useStayingIn } from './keep-alive.ts'

const TimedOut = lazy(async () => ({ default: (await import('./timed-out.tsx')).TimedOut }))

/** What only a signed-in person needs, and the login page therefore need not load: dialogs, notices, the announcer of faults. */
export function Inside() {
  const session = useSession()
  useStayingIn()
  return (
    <App component={false} notification={{ placement: 'topRight', top: 56, maxCount: 3 }}>
      <Announcer />
      <WarningsDialog />
      <Outlet />
      <Suspense fallback={null}>{session?.timed_out && <TimedOut session={session} />}</Suspense>
    </App>
  )
}
