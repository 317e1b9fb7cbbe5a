import { App } from 'antd'
import { useCallback, useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'
import { isBehindDialog, listenBeneath } from '../../ui/keys.ts'
import { useWords } from '../../words/language.ts'

/**
 * Leaving with unsaved changes needs a confirmation: within the client by a dialog, outside by the browser's own.
 * `ofTab`: leaving the tab of the page also needs one.
 */
export function useLeaveGuard(isDirty: boolean, { ofTab = false } = {}) {
  const ask = useLeaveQuestion()
  const isAllowed = useRef(false)
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const isOtherTab = ofTab && currentLocation.search !== nextLocation.search
    return isDirty && !isAllowed.current && (isOtherTab || currentLocation.pathname !== nextLocation.pathname)
  })

  useEffect(() => {
    if (blocker.state !== 'blocked') return
    ask(
      () => blocker.proceed(),
      () => blocker.reset(),
    )
  }, [blocker, ask])

  useEffect(() => {
    if (!isDirty) return
    const hold = (event: BeforeUnloadEvent) => !isAllowed.current && event.preventDefault()
    addEventListener('beforeunload', hold)
    return () => removeEventListener('beforeunload', hold)
  }, [isDirty])

  return { allow: () => (isAllowed.current = true) }
}

/** Asks whether unsaved changes are to be given up. */
export function useLeaveQuestion() {
  const { t } = useWords()
  const { modal } = App.useApp()
  return useCallback(
    (onLeave: () => void, onStay?: () => void) =>
      modal.confirm({
        title: t('leave.title'),
        content: t('leave.text'),
        okText: t('leave.leave'),
        okButtonProps: { danger: true },
        cancelText: t('leave.stay'),
        onOk: onLeave,
        ...(onStay && { onCancel: onStay }),
      }),
    [modal, t],
  )
}

/** Escape leaves a form that is the whole page. A list, a calendar or a dialog over it takes the key first. */
export function useEscape(leave: () => void) {
  const latest = useRef(leave)
  useEffect(() => {
    latest.current = leave
  })
  useEffect(() => {
    const isTaken = ({ key, target }: KeyboardEvent) => key !== 'Escape' || isBehindDialog() || hasOpen(target)
    return listenBeneath(isTaken, ({ isComposing }) => !isComposing && latest.current())
  }, [])
}

const hasOpen = (target: EventTarget | null) =>
  target instanceof Element &&
  (target.getAttribute('aria-expanded') === 'true' || target.closest('.ant-picker-focused.ant-picker-open, .ant-drawer, [role=dialog]') !== null)
