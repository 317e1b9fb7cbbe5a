// This person's preferences for this browser: light or dark, and whether the side menu is folded.
import { useCallback, useSyncExternalStore } from 'react'

export type Mode = 'light' | 'dark' | 'system'
type Preferences = { mode: Mode; isFolded: boolean }

const KEY = 'innoe.preferences'
const listeners = new Set<() => void>()
let current = read()

export const usePreferences = () => useSyncExternalStore(subscribe, () => current)

export function prefer(changes: Partial<Preferences>) {
  current = { ...current, ...changes }
  localStorage.setItem(KEY, JSON.stringify(current))
  for (const listener of listeners) listener()
}

const night = matchMedia('(prefers-color-scheme: dark)')
const paper = matchMedia('print')
const narrow = matchMedia('(max-width: 1180px)')

/** Print is light, regardless of the screen. */
export function useIsDark() {
  const { mode } = usePreferences()
  const isNight = useMedia(night)
  const isPaper = useMedia(paper)
  return !isPaper && (mode === 'system' ? isNight : mode === 'dark')
}

export const useIsNarrow = () => useMedia(narrow)

function useMedia(media: MediaQueryList) {
  const watch = useCallback(
    (listener: () => void) => {
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    [media],
  )
  return useSyncExternalStore(watch, () => media.matches)
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function read(): Preferences {
  try {
    // Only prefer() writes under this key; an invalid value falls back to the default.
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Preferences>
    return { mode: kept.mode === 'light' || kept.mode === 'dark' ? kept.mode : 'system', isFolded: kept.isFolded === true }
  } catch {
    return { mode: 'system', isFolded: false }
  }
}
