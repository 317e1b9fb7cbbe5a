import { lookup } from 'node:dns'
import { type IncomingHttpHeaders, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { Words } from '../../model/kit/fields.ts'
import { HOST_NOT_ALLOWED, isAllowedHost } from './allowed-hosts.ts'
import { isPublic } from './public-address.ts'

export type Posted = { code: number; text: string } | { fault: Words }

const TIMEOUT_MS = 10_000
const MAX_READ = 4096

/** Addresses of private networks, and plain http, are called only where the operator of the server allows it. */
const mayCallPrivate = () => process.env['INNOE_PRIVATE_TARGETS'] === 'allowed'

const NOT_PUBLIC: Words = ['地址属于本机或内部网络，不允许', 'the address is of this machine or an internal network, which is not allowed']
const NOT_HTTPS: Words = ['地址应以 https:// 开头', 'the address must begin with https://']

/** Faults of an address that need no DNS query */
export function addressFault(address: string): Words | undefined {
  if (!URL.canParse(address)) return ['地址无效', 'the address is not valid']
  const { protocol, hostname } = new URL(address)
  if (!isAllowedHost(hostname)) return [`主机${HOST_NOT_ALLOWED[0]}`, `the host ${HOST_NOT_ALLOWED[1]}`]
  if (mayCallPrivate()) return protocol === 'https:' || protocol === 'http:' ? undefined : NOT_HTTPS
  if (protocol !== 'https:') return NOT_HTTPS
  const literal = hostname.replace(/^\[|\]$/g, '')
  if (isIP(literal) !== 0 && !isPublic(literal)) return NOT_PUBLIC
  return /^localhost\.?$|\.localhost\.?$/i.test(hostname) ? NOT_PUBLIC : undefined
}

class NotPublic extends Error {}

/** Resolves the name for the connection itself, so that the checked address is the one called. */
export const lookupPublic: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    const wrong = found?.some(({ address }) => !isPublic(address)) ? new NotPublic(hostname) : null
    const [first] = found ?? []
    if (error || wrong || !first) return done(error ?? wrong ?? new Error('no address'), '')
    return options.all ? done(null, found) : done(null, first.address, first.family)
  })
}

/** Posts JSON; a redirect is not followed, and no more than the beginning of the answer is read. */
export async function post(address: string, body: string, headers: Readonly<Record<string, string>> = {}): Promise<Posted> {
  const own = { 'content-type': 'application/json', ...headers }
  const called = await callOut(address, { method: 'POST', body, headers: own, most: MAX_READ, timeoutMs: TIMEOUT_MS })
  return 'fault' in called ? called : { code: called.code, text: called.bytes.toString('utf8').slice(0, MAX_READ) }
}

/** `isWhole`: the answer ended, within the bytes that may be read. */
export type Called = { code: number; headers: IncomingHttpHeaders; bytes: Buffer; isWhole: boolean } | { fault: Words }
type Call = { method: 'GET' | 'POST'; body?: string; headers: Readonly<Record<string, string>>; most: number; timeoutMs: number }

/** Calls an address that an administrator entered; a redirect is not followed. The time is that of the whole call. */
export function callOut(address: string, { method, body, headers, most, timeoutMs }: Call): Promise<Called> {
  const fault = addressFault(address)
  if (fault) return Promise.resolve({ fault })
  const url = new URL(address)
  const send = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve) => {
    const signal = AbortSignal.timeout(timeoutMs)
    const own = { ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }), 'user-agent': 'Innoe', ...headers }
    const options = { method, headers: own, signal, agent: false as const, ...(!mayCallPrivate() && { lookup: lookupPublic }) }
    const call = send(url, options, (answer) => {
      const parts: Buffer[] = []
      let read = 0
      const end = () => {
        const isWhole = answer.complete && read <= most
        resolve({ code: answer.statusCode ?? 0, headers: answer.headers, bytes: Buffer.concat(parts), isWhole })
      }
      answer.on('data', (part: Buffer) => {
        parts.push(part)
        read += part.length
        if (read > most) answer.destroy()
      })
      answer.on('close', end)
      answer.on('error', end)
    })
    call.on('error', (error) => resolve({ fault: faultOf(error) }))
    call.end(body)
  })
}

const NO_ANSWER: Words = ['对方没有及时回答', 'there was no answer in time']
const FAULTS: Readonly<Record<string, Words>> = {
  ENOTFOUND: ['没有这个主机', 'there is no such host'],
  EAI_AGAIN: ['没有这个主机', 'there is no such host'],
  ECONNREFUSED: ['对方拒绝连接', 'the connection was refused'],
  CERT_HAS_EXPIRED: ['对方的证书已过期', 'the certificate has expired'],
}

function faultOf(error: Error): Words {
  if (error instanceof NotPublic) return NOT_PUBLIC
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return NO_ANSWER
  if (/CERT|SIGNED|ALTNAME|SSL/.test(code)) return FAULTS[code] ?? ['对方的证书无效', 'the certificate is not valid']
  return FAULTS[code] ?? ['连接中断', 'the connection broke off']
}
