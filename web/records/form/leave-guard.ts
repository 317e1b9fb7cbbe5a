import { App } from 'antd'
import { useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'
import { useWords } from '../../words/language.ts'

/** Leaving with unsaved changes needs a confirmation: within the client by a dialog, outside by the browser's own. What stands in one tab of a page is left with its tab. */
export function useLeaveGuard(isDirty: boolean, { ofTab = false } = {}) {
  const { t } = useWords()
  const { modal } = App.useApp()
  const isAllowed = useRef(false)
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const isOtherTab = ofTab && currentLocation.search !== nextLocation.search
    return isDirty && !isAllowed.current && (isOtherTab || currentLocation.pathname !== nextLocation.pathname)
  })

  useEffect(() => {
    if (blocker.state !== 'blocked') return
    modal.confirm({
      title: t('leave.title'),
      content: t('leave.text'),
      okText: t('leave.leave'),
      okButtonProps: { danger: true },
      cancelText: t('leave.stay'),
      onOk: () => blocker.proceed(),
      onCancel: () => blocker.reset(),
    })
  }, [blocker, modal, t])

  useEffect(() => {
    if (!isDirty) return
    const ask = (event: BeforeUnloadEvent) => !isAllowed.current && event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isDirty])

  return { allow: () => (isAllowed.current = true) }
}
