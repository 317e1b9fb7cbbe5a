// The one way to the server: the header bundle, the envelope, the time limit, and one renewal of a session that ran out.
import type { Envelope } from '../model/kit/wire.ts'
import { ApiFault, NO_NETWORK, NO_TIME } from './fault.ts'
import type { Session } from './tokens.ts'
import { keepSession, readSession } from './tokens.ts'

export const CALL_TIMEOUT = 60_000
export const PAGE_TIMEOUT = 900_000

type More = { method?: string; signal?: AbortSignal | undefined; timeout?: number; anonymous?: boolean; allCompanies?: boolean }

/** What the header bundle says beside the session; the shell keeps it up to date. */
export const bearing = { language: 'zh-CN', resource: '', company: null as string | null }

/** Without a body a GET, with one a POST; FormData goes as multipart. Answers the envelope's data. */
export async function call<T>(path: string, body?: unknown, more: More = {}): Promise<T> {
  const used = more.anonymous ? null : readSession()
  try {
    return await send<T>(path, body, more, used?.token)
  } catch (fault) {
    if (!(fault instanceof ApiFault) || fault.status !== 401 || !used) throw fault
    const renewed = await renew(used)
    if (!renewed) throw fault
    return await send<T>(path, body, more, renewed.token)
  }
}

/** A file of ours: the address needs the session in a header, so it is fetched and shown from memory. */
export async function download(path: string): Promise<Blob> {
  const response = await answer(path, undefined, { timeout: PAGE_TIMEOUT }, readSession()?.token)
  if (!response.ok) throw await faultOf(response)
  return response.blob()
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
  const { code, message, errors, request_id, data } = envelope
  return new ApiFault({ status: response.status, code, message: message ?? '', request_id, data, raw, ...(errors && { errors }) })
}

let renewing: Promise<Session | null> | null = null

/** Once for all calls of this tab, and, where the browser has locks, once for all tabs. */
function renew(used: Session): Promise<Session | null> {
  renewing ??= inTurn(() => renewIfStale(used)).finally(() => (renewing = null))
  return renewing
}

const inTurn = <T>(work: () => Promise<T>): Promise<T> => ('locks' in navigator ? navigator.locks.request('innoe.refresh', work) : work())

async function renewIfStale(used: Session): Promise<Session | null> {
  const now = readSession()
  if (now && now.token !== used.token) return now
  if (!now) return null
  try {
    const pair = await send<Partial<Session>>('/innoe-passport/refresh', { refresh_token: now.refresh_token }, {})
    const session = { ...now, ...pair }
    keepSession(session)
    return session
  } catch {
    // The first fault tells what happened; whoever shows it decides whether the session is let go.
    return null
  }
}

/** crypto.randomUUID is missing on plain http; random bytes are not. */
function requestId() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
