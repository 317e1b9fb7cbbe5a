import { lazy, Suspense } from 'react'
import { Outlet } from 'react-router'
import { useSession } from '../../api/api.ts'
import { speakAlso } from '../../words/language.ts'

const Inside = lazy(async () => ({ default: (await import('../../auth/session/inside.tsx')).Inside }))

const Shell = lazy(async () => {
  const [{ Shell: shown }] = await Promise.all([import('../shell/shell.tsx'), speakAlso('inside')])
  return { default: shown }
})

/** Whether the menus and the header are shown around a page that everybody may open. */
export function useIsInside(): boolean {
  const session = useSession()
  return Boolean(session && !session.must_change_password && !session.must_set_second_factor)
}

const Bare = () => <Outlet />

/** The frame of a public page: that of the other pages for people with a session, none for others. */
export function InsideIfKnown() {
  const Frame = useIsInside() ? Inside : Bare
  return (
    <Suspense fallback={null}>
      <Frame />
    </Suspense>
  )
}

export function ShellIfKnown() {
  const Frame = useIsInside() ? Shell : Bare
  return (
    <Suspense fallback={null}>
      <Frame />
    </Suspense>
  )
}
