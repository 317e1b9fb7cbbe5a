// The one way to the server: the header bundle, the envelope, the time limit, and the renewal of a session before it runs out.
import { refreshSession, signOut } from '../../model/auth/session-routes.ts'
import type { AnswerOf } from '../../model/kit/action.ts'
import { type RouteDeclaration, type SentPath, type SentTo, urlOf } from '../../model/kit/route.ts'
import type { Envelope } from '../../model/kit/wire.ts'
import { ApiFault, NO_NETWORK, NO_TIME } from './fault.ts'
import type { Session } from './tokens.ts'
import { changeSession, keepSession, readSession } from './tokens.ts'

const CALL_TIMEOUT = 60_000
export const PAGE_TIMEOUT = 900_000

type More = { method?: string; signal?: AbortSignal | undefined; timeout?: number; anonymous?: boolean; allCompanies?: boolean }

/** What the header bundle says beside the session; the shell keeps it up to date. */
export const bearing = { language: 'zh-CN', resource: '', company: null as string | null }

/** Without a body a GET, with one a POST; FormData goes as multipart. Answers the envelope's data. */
export async function call<T>(path: string, body?: unknown, more: More = {}): Promise<T> {
  const used = more.anonymous ? null : readSession()
  renewInTime(used)
  try {
    return await send<T>(path, body, more, used?.token)
  } catch (fault) {
    if (!(fault instanceof ApiFault) || fault.status !== 401 || !used) throw fault
    // Rotated while this call was under way, here or in another tab: refused at the door, so nothing was done twice.
    const now = await inTurn(async () => readSession())
    if (now && now.token !== used.token) return await send<T>(path, body, more, now.token)
    endSession(fault, used)
    throw fault
  }
}

type Places<R extends RouteDeclaration> = keyof SentPath<R> extends never ? [more?: More] : [more: More & { path: SentPath<R> }]

/** A declared route: what it takes and answers is what its declaration says. */
export function ask<const R extends RouteDeclaration>(route: R, body: SentTo<R> | FormData, ...[more = {}]: Places<R>): Promise<AnswerOf<R>> {
  return call<AnswerOf<R>>(urlOf(route, pathIn(more)), route.method === 'POST' ? body : undefined, more)
}

/** A file of ours, by its declared route. */
export const fetchFile = <const R extends RouteDeclaration>(route: R, path: SentPath<R>) => download(urlOf(route, path))

const pathIn = (more: More & { path?: Readonly<Record<string, string>> }) => more.path ?? {}

/** The server ends the session and lets go of the end that this browser holds, whether or not a session is left. */
export async function logOut() {
  await ask(signOut, {}).catch(() => undefined) // out of reach or over already, the session here ends all the same
  keepSession(null)
}

/** A file of ours: the address needs the session in a header, so it is fetched and shown from memory. */
export async function download(path: string): Promise<Blob> {
  const used = readSession()
  const response = await answer(path, undefined, { timeout: PAGE_TIMEOUT }, used?.token)
  if (response.ok) return response.blob()
  const fault = await faultOf(response)
  if (used && fault.status === 401) endSession(fault, used)
  throw fault
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
  if (!envelope) throw new ApiFault({ status: 500, code: 500, message: '', raw: raw.slice(0, 2000) })
  if (envelope.code !== 0) throw new ApiFault({ ...envelope, status: response.status, message: envelope.message ?? '' })
  // A success without data is a call whose answer nobody reads.
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
    throw new ApiFault({ status: 0, code: limit.aborted ? NO_TIME : NO_NETWORK, message: String(reason) })
  }
}

/** The server's envelope is its contract; what is none comes from something in between. */
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
  if (!envelope) return new ApiFault({ status: response.status, code: response.status, message: response.statusText, raw: raw.slice(0, 2000) })
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

/** One that timed out may be taken up again where it stood; one that is unknown is let go. */
function endSession(fault: ApiFault, used: Session) {
  const now = readSession()
  // One that timed out waits for what its owner says, whatever becomes of it on the server.
  if (now?.token !== used.token || now.timed_out) return
  if (fault.code === SESSION_OVER) changeSession({ timed_out: true })
  else keepSession(null)
}

/** While somebody works, their session does not run out: whoever calls shortly before its end renews it. */
const RENEW_BEFORE = 15 * 60_000
let renewing: Promise<void> | null = null

function renewInTime(used: Session | null) {
  if (!used?.refresh_token || used.timed_out || renewing) return
  const left = Date.parse(used.expires_at) - Date.now()
  // What has run out is asked about; it is not renewed behind anyone's back.
  if (left > 0 && left < RENEW_BEFORE) renewing = inTurn(() => renew(used)).finally(() => (renewing = null))
}

/** One renewal at a time for all tabs, where the browser has locks, and otherwise for this one. */
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
    // The session holds until its own end; the next call tries again.
  }
}

/** crypto.randomUUID is missing on plain http; random bytes are not. */
function requestId() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
