import { Outlet, useNavigation } from 'react-router'

/** The thin bar is the feedback while a screen's code is on its way. */
export function Root() {
  const { state } = useNavigation()
  return (
    <>
      {state !== 'idle' && <div className="loading-bar" role="progressbar" aria-label="…" />}
      <Outlet />
    </>
  )
}
