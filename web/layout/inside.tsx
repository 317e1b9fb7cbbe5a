import { App } from 'antd'
import { Outlet } from 'react-router'
import { Announcer } from './announcer.tsx'

/** What only a signed-in person needs, and the login page therefore need not load: dialogs, notices, the announcer of faults. */
export const Inside = () => (
  <App component={false} notification={{ placement: 'topRight', maxCount: 3 }}>
    <Announcer />
    <Outlet />
  </App>
)
