// The session as stored in this browser: shared by all tabs of one address.
import type { signIn } from '../../model/auth/session/session-routes.ts'
import type { Menu } from '../../model/auth/roles/rbac-menu-actions.ts'
import type { AnswerOf } from '../../model/kit/action.ts'

export type Session = AnswerOf<typeof signIn> & {
  /** The selected company; null is all visible ones. */
  chosen_company?: string | null
  /** While this person views as another: the token of the view, which only reads. */
  viewing?: { token: string; name: string; expires_at: string } | undefined
  /** The menus with which this person signed in. */
  menus?: Menu[]
  /** The account name, so that a timed-out user need not type it again. */
  account?: string
  /** The server no longer accepts it; the page waits for its owner. */
  timed_out?: boolean
}

const KEY = 'innoe.session'
/** Prefix of the keys for the record that a person opened last. */
export const OPENED = 'innoe.opened'
const listeners = new Set<() => void>()
let seen: { text: string | null; session: Session | null } = { text: null, session: null }

export function readSession(): Session | null {
  const text = localStorage.getItem(KEY)
  // The same text gives the same object, so that React sees no change.
  if (text !== seen.text) seen = { text, session: text ? parseSession(text) : null }
  return seen.session
}

export function keepSession(session: Session | null) {
  if (session) localStorage.setItem(KEY, JSON.stringify(session))
  else forgetPerson()
  tell()
}

/** Removes the data of the person from this browser; only the language and the theme stay. */
function forgetPerson() {
  const own = Object.keys(localStorage).filter((key) => key === KEY || key.startsWith(OPENED))
  for (const key of own) localStorage.removeItem(key)
}

export function changeSession(changes: Partial<Session>) {
  const session = readSession()
  if (session) keepSession({ ...session, ...changes })
}

/** Whether this person has done all that is asked at sign-in: until then, the server answers little. */
export const isInside = (session: Session | null): session is Session =>
  session !== null && !session.timed_out && !session.must_change_password && !session.must_set_second_factor

/** The token that calls carry. */
export const tokenOf = (session: Session | null) => session?.viewing?.token ?? session?.token

export function onSession(listener: () => void) {
  if (listeners.size === 0) addEventListener('storage', fromOtherTab)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) removeEventListener('storage', fromOtherTab)
  }
}

function parseSession(text: string): Session | null {
  try {
    // Only keepSession writes this key.
    return JSON.parse(text) as Session
  } catch {
    return null
  }
}

const fromOtherTab = (event: StorageEvent) => {
  if (event.key === KEY || event.key === null) tell()
}

const tell = () => {
  for (const listener of listeners) listener()
}
