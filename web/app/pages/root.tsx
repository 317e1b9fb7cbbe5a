import { Outlet, useNavigation } from 'react-router'

/** The thin bar shows that a screen's code is loading. */
export function Root() {
  const { state } = useNavigation()
  return (
    <>
      {state !== 'idle' && <div className="loading-bar" role="progressbar" aria-label="…" />}
      <Outlet />
    </>
  )
}
