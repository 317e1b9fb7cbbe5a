import type { Fault, Warned } from '../../model/kit/wire/wire.ts'

type Facts = {
  status: number
  code: number
  message: string
  errors?: Fault[]
  warnings?: Warned[]
  request_id?: string
  data?: unknown
  raw?: string
}

/** The error of a failed call. */
export class ApiFault extends Error {
  readonly ajax = true
  readonly status: number
  readonly code: number
  readonly errors: readonly Fault[]
  /** The warnings that the server wants confirmed before it writes. */
  readonly warnings: readonly Warned[]
  readonly request_id: string
  readonly data: unknown
  readonly raw: string

  constructor(facts: Facts) {
    super(facts.message)
    this.name = 'ApiFault'
    this.status = facts.status
    this.code = facts.code
    this.errors = facts.errors ?? []
    this.warnings = facts.warnings ?? []
    this.request_id = facts.request_id ?? ''
    this.data = facts.data
    this.raw = facts.raw ?? JSON.stringify({ code: facts.code, message: facts.message, errors: facts.errors, request_id: facts.request_id })
  }
}

/** The call got no response: no network, or a timeout. */
export const NO_NETWORK = -1
export const NO_TIME = -2

/** The database refused; the server's text gives the reason. */
const DATABASE_ERROR = 500010

/** The first step of signing in was right; a second one is asked for. */
export const SECOND_STEP = 30111

/** The write waits for its warnings to be confirmed. */
export const UNCONFIRMED = 500012

/** The change was proposed: a second person confirms it. */
export const WAITS_FOR_SECOND = 500013

/** The step did not happen yet: an approval of it was started. */
export const WAITS_FOR_APPROVAL = 500014

type Reaction =
  | { show: 'nothing' }
  /** No fault: the server's own text, wherever the call was made. */
  | { show: 'notice' }
  /** No fault either: an approval was started, which every screen shows in the same dialog. */
  | { show: 'approval' }
  /** The server's own text. */
  | { show: 'message' }
  /** A text of the client, by key. */
  | { show: 'words'; word: 'fault.network' | 'fault.busy' | 'fault.refresh' | 'fault.server' | 'fault.away'; then?: 'login' }
  /** Field label and reason; a form shows them at the fields. */
  | { show: 'fields' }
  | { show: 'page'; page: '/412' }
  | { show: 'timeout' }
  | { show: 'login' }

/** Specification section 8: the reaction to each failure. */
export function reactionTo({ code, status }: Pick<ApiFault, 'code' | 'status'>): Reaction {
  if (code === NO_NETWORK) return { show: 'words', word: 'fault.network' }
  if (code === NO_TIME) return { show: 'words', word: 'fault.busy' }
  if (code === 500001 || code === 500005) return { show: 'fields' }
  if (code === 30409) return { show: 'timeout' }
  if (code === 502014) return { show: 'words', word: 'fault.away', then: 'login' }
  if (code === DATABASE_ERROR) return { show: 'message' }
  if (code === UNCONFIRMED) return { show: 'nothing' }
  if (code === WAITS_FOR_SECOND) return { show: 'notice' }
  if (code === WAITS_FOR_APPROVAL) return { show: 'approval' }
  if (status === 401) return { show: 'login' }
  if (status === 404) return { show: 'nothing' }
  if (status === 412) return { show: 'page', page: '/412' }
  if (status === 499) return { show: 'words', word: 'fault.refresh' }
  if (status >= 400 && status < 500) return { show: 'message' }
  return { show: 'words', word: 'fault.server' }
}

/** 'Label: reason' for each bad field, in the server's order. */
export const faultLines = (errors: readonly Fault[], colon: string) =>
  errors.map(({ label, reason }) => (label ? `${label}${colon}${reason}` : reason))

/** The same for a whole response; without faulty fields, its own message. */
export const linesOf = ({ errors, message }: Pick<ApiFault, 'errors' | 'message'>, colon: string) =>
  errors.length > 0 ? faultLines(errors, colon) : [message]
