// The only module that calls the server: the header bundle, the envelope, the timeout, and the renewal of a session before it expires.
import { refreshSession, signOut } from '../../model/auth/session/session-routes.ts'
import type { AnswerOf } from '../../model/kit/action.ts'
import { type RouteDeclaration, type SentPath, type SentTo, urlOf } from '../../model/kit/wire/route.ts'
import type { Envelope } from '../../model/kit/wire/wire.ts'
import { confirmed } from './confirm-oneself.ts'
import { ApiFault, NO_NETWORK, NO_TIME } from './fault.ts'
import type { Session } from './tokens.ts'
import { changeSession, keepSession, readSession, tokenOf } from './tokens.ts'

const CALL_TIMEOUT = 60_000
export const PAGE_TIMEOUT = 900_000

/** `asOneself`: also while this person views as another. */
type More = { asOneself?: boolean; method?: string; signal?: AbortSignal | undefined; timeout?: number; anonymous?: boolean; allCompanies?: boolean }

type Unanswered = 'fault.network' | 'fault.busy' | 'fault.server'

/** The header values besides the session, and the words for a call without an answer of the product; shell and language update them. */
export const bearing = { language: 'zh-CN', resource: '', company: null as string | null, say: (word: Unanswered): string => word }

/** A GET without a body, a POST with one; FormData is sent as multipart. Returns the envelope's data. */
export async function call<T>(path: string, body?: unknown, more: More = {}): Promise<T> {
  const used = more.anonymous ? null : readSession()
  renewInTime(used)
  try {
    return await confirmed(() => send<T>(path, body, more, more.asOneself ? used?.token : tokenOf(used ?? null)))
  } catch (fault) {
    if (fault instanceof ApiFault && fault.code === SECOND_FACTOR_NEEDED) changeSession({ must_set_second_factor: true })
    if (!(fault instanceof ApiFault) || fault.status !== 401 || !used) throw fault
    if (used.viewing && !more.asOneself) return leaveView(fault)
    // The token was rotated during this call, here or in another tab. A 401 precedes any work, so one retry is safe.
    const now = await inTurn(async () => readSession())
    if (now && now.token !== used.token) return await send<T>(path, body, more, now.token)
    endSession(fault, used)
    throw fault
  }
}

type Asked = More & { query?: Readonly<Record<string, string>> }
type Places<R extends RouteDeclaration> = keyof SentPath<R> extends never ? [more?: Asked] : [more: Asked & { path: SentPath<R> }]

/** Calls a declared route, with the types of its declaration. */
export function ask<const R extends RouteDeclaration>(route: R, body: SentTo<R> | FormData, ...[more = {}]: Places<R>): Promise<AnswerOf<R>> {
  return call<AnswerOf<R>>(urlOf(route, pathIn(more), more.query), route.method === 'POST' ? body : undefined, more)
}

/** Fetches a file by its declared route. */
export const fetchFile = <const R extends RouteDeclaration>(route: R, path: SentPath<R>, query: Readonly<Record<string, string>> = {}) =>
  download(urlOf(route, path, query))

const pathIn = (more: More & { path?: Readonly<Record<string, string>> }) => more.path ?? {}

/** The view has ended: its data must not stay in this page. */
function leaveView(fault: ApiFault): never {
  closeView()
  throw fault
}

export function closeView() {
  changeSession({ viewing: undefined })
  location.assign('/innoe-web/home')
}

/** The server ends the session and clears the portal cookie of this browser, with or without a session. */
export async function logOut() {
  const answer = await ask(signOut, {}, { asOneself: true }).catch(() => undefined) // unreachable or already over: the session here ends all the same
  keepSession(null)
  if (answer?.location) location.assign(answer.location)
}

/** Fetches a file: its address needs the session in a header, so it is shown from memory. */
export async function download(path: string): Promise<Blob> {
  const used = readSession()
  const response = await answer(path, undefined, { timeout: PAGE_TIMEOUT }, tokenOf(used))
  if (response.ok) return response.blob()
  const fault = await faultOf(response)
  if (used?.viewing && fault.status === 401) return leaveView(fault)
  if (used && fault.status === 401) endSession(fault, used)
  throw fault
}

/** Fetches a file without a session; the proof of access is in the body. */
export async function downloadOpen<const R extends RouteDeclaration>(route: R, body: SentTo<R>): Promise<Blob> {
  const response = await answer(route.url, body, { timeout: PAGE_TIMEOUT })
  if (response.ok) return response.blob()
  throw await faultOf(response)
}

export function headersOf(token?: string, allCompanies = false): Record<string, string> {
  const company = allCompanies ? null : (bearing.company ?? readSession()?.chosen_company)
  return {
    'Accept-Language': bearing.language,
    'X-Request-Id': requestId(),
    'X-Event-Source': 'web',
    ...(token && { Authorization: `Bearer ${token}` }),
    ...(company && { 'X-Company-Sid': company }),
    ...(bearing.resource && { 'X-Resource-Code': bearing.resource }),
  }
}

async function send<T>(path: string, body: unknown, more: More, token?: string): Promise<T> {
  const response = await answer(path, body, more, token)
  if (!response.ok) throw await faultOf(response)
  const raw = await response.text()
  const envelope = envelopeOf<T>(raw)
  if (!envelope) throw new ApiFault({ status: 500, code: 500, message: bearing.say('fault.server'), raw: raw.slice(0, 2000) })
  if (envelope.code !== 0) throw new ApiFault({ ...envelope, status: response.status, message: envelope.message ?? '' })
  // A call whose success has no data ignores the response.
  return envelope.data as T
}

async function answer(path: string, body: unknown, more: More, token?: string) {
  const limit = AbortSignal.timeout(more.timeout ?? CALL_TIMEOUT)
  const isForm = body instanceof FormData
  try {
    return await fetch(path, {
      method: more.method ?? (body === undefined ? 'GET' : 'POST'),
      headers: { ...headersOf(token, more.allCompanies), ...(body !== undefined && !isForm && { 'Content-Type': 'application/json' }) },
      signal: more.signal ? AbortSignal.any([more.signal, limit]) : limit,
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    })
  } catch (reason) {
    if (more.signal?.aborted) throw reason
    const [code, word] = limit.aborted ? ([NO_TIME, 'fault.busy'] as const) : ([NO_NETWORK, 'fault.network'] as const)
    throw new ApiFault({ status: 0, code, message: bearing.say(word), raw: String(reason) })
  }
}

/** The server always sends its envelope; another format comes from a proxy. */
function envelopeOf<T>(raw: string): Envelope<T> | null {
  try {
    const parsed: unknown = JSON.parse(raw)
    return typeof parsed === 'object' && parsed !== null && 'code' in parsed ? (parsed as Envelope<T>) : null
  } catch {
    return null
  }
}

async function faultOf(response: Response): Promise<ApiFault> {
  const raw = await response.text()
  const envelope = envelopeOf(raw)
  if (!envelope)
    return new ApiFault({ status: response.status, code: response.status, message: bearing.say('fault.server'), raw: raw.slice(0, 2000) })
  const { code, message, errors, warnings, request_id, data } = envelope
  return new ApiFault({
    status: response.status,
    code,
    message: message ?? '',
    request_id,
    data,
    raw,
    ...(errors && { errors }),
    ...(warnings && { warnings }),
  })
}

const SESSION_OVER = 30409
/** A role began to require it during the session. */
const SECOND_FACTOR_NEEDED = 30114

/** A timed-out session may be resumed; an unknown one is removed. */
function endSession(fault: ApiFault, used: Session) {
  const now = readSession()
  // A timed-out session waits for its owner, even if the server has ended it.
  if (now?.token !== used.token || now.timed_out) return
  if (fault.code === SESSION_OVER) changeSession({ timed_out: true })
  else keepSession(null)
}

/** An active session does not expire: a call shortly before its end renews it. */
const RENEW_BEFORE = 15 * 60_000
let renewing: Promise<void> | null = null

function renewInTime(used: Session | null) {
  if (!used?.refresh_token || used.timed_out || renewing) return
  const left = Date.parse(used.expires_at) - Date.now()
  // An expired session needs its owner's decision; it is not renewed silently.
  if (left > 0 && left < RENEW_BEFORE) renewing = inTurn(() => renew(used)).finally(() => (renewing = null))
}

/** One renewal at a time for all tabs, if the browser has locks, else for this tab. */
const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
  if ('locks' in navigator) return navigator.locks.request('innoe.refresh', work)
  await renewing
  return work()
}

async function renew(used: Session): Promise<void> {
  const now = readSession()
  if (!now || now.token !== used.token) return
  try {
    const pair = await send<AnswerOf<typeof refreshSession>>(refreshSession.url, { refresh_token: now.refresh_token }, {})
    if (readSession()?.token === used.token) keepSession({ ...now, ...pair })
  } catch {
    // The session lasts until its own end; the next call tries again.
  }
}

/** crypto.randomUUID is missing on plain http; random bytes are not. */
function requestId() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
