// The last opened cases of this person, stored in this browser as keys only; the server supplies their names.
import { OPENED, readSession } from '../api/tokens.ts'

export const MAX_OPENED = 10
const SID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const keyOf = () => `${OPENED}.${readSession()?.user_sid ?? ''}`

export function openedCases(): string[] {
  try {
    return asOpened(JSON.parse(localStorage.getItem(keyOf()) ?? '[]'))
  } catch {
    return []
  }
}

export function noteOpened(sid: string) {
  localStorage.setItem(keyOf(), JSON.stringify(withOpened(openedCases(), sid)))
}

/** The newest first, without duplicates. */
export const withOpened = (before: readonly string[], sid: string): string[] => [sid, ...before.filter((one) => one !== sid)].slice(0, MAX_OPENED)

export const asOpened = (kept: unknown): string[] =>
  Array.isArray(kept) ? kept.filter((one): one is string => typeof one === 'string' && SID.test(one)).slice(0, MAX_OPENED) : []
