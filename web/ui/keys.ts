import { useEffect, useRef } from 'react'

export type Keys = Readonly<Record<string, (event: KeyboardEvent) => void>>

/** A key pressed in an input is text, not a command; a checkbox takes no text. */
const isWriting = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  !(target instanceof HTMLInputElement && target.type === 'checkbox') &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || target.getAttribute('role') === 'combobox')

export const isBehindDialog = () =>
  document.querySelector(
    'dialog[open], .ant-modal-wrap:not([style*="display: none"]), .ant-popover:not(.ant-popover-hidden), .ant-dropdown:not(.ant-dropdown-hidden)',
  ) !== null

/** Escape closes only the topmost open drawer; a drawer that covers the screen takes all keys. */
const isBehindDrawer = (key: string) => document.querySelector(key === 'Escape' ? '.ant-drawer-open' : '.ant-drawer-open > .ant-drawer-mask') !== null

/**
 * Hears keys unless something that is open over the page takes them. A dialog closes on the same press, sometimes before the page hears of it;
 * so whether one is open is asked before anything else hears of the key.
 */
export function listenBeneath(isTaken: (event: KeyboardEvent) => boolean, press: (event: KeyboardEvent) => void): () => void {
  let isOurs = false // nor is a key that was pressed on the page before this one
  const before = (event: KeyboardEvent) => void (isOurs = !isTaken(event))
  const after = (event: KeyboardEvent) => {
    if (isOurs && !event.defaultPrevented) press(event)
  }
  addEventListener('keydown', before, true)
  addEventListener('keydown', after)
  return () => {
    removeEventListener('keydown', before, true)
    removeEventListener('keydown', after)
  }
}

/** Single keys of a screen, inactive during typing or while a dialog or drawer is open. `ofDrawer`: the keys of the drawer itself. */
export function useKeys(keys: Keys, { ofDrawer = false } = {}) {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const isTaken = (event: KeyboardEvent) =>
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      !latest.current[event.key] ||
      isWriting(event.target) ||
      isBehindDialog() ||
      (!ofDrawer && isBehindDrawer(event.key))
    const press = (event: KeyboardEvent) => {
      // A focused link or button keeps its own Enter.
      if (event.key === 'Enter' && event.target instanceof HTMLElement && event.target.closest('a, button, [role=menuitem], [role=tab]')) return
      event.preventDefault()
      latest.current[event.key]?.(event)
    }
    return listenBeneath(isTaken, press)
  }, [ofDrawer])
}

export function useShellKeys({ onPalette, onHelp }: { onPalette: () => void; onHelp: () => void }) {
  useKeys({ '?': onHelp })
  const open = useRef(onPalette)
  useEffect(() => {
    open.current = onPalette
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        open.current()
      }
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}
