import { Outlet, useNavigation } from 'react-router'
import { Announcer } from '../layout/announcer.tsx'

/** The thin bar is the feedback while a screen's code is on its way. */
export function Root() {
  const { state } = useNavigation()
  return (
    <>
      <Announcer />
      {state !== 'idle' && <div className="loading-bar" role="progressbar" aria-label="…" />}
      <Outlet />
    </>
  )
}
