// The systems outside to which this server opens connections at the word of an administrator: mail servers and identity providers.
import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import type { Words } from '../model/kit/fields.ts'

/** INNOE_OUTBOUND: host names, `*.` before one for all below it, and IP addresses, separated by commas. Without it every host but the closed ones. */
const listed = () => (process.env['INNOE_OUTBOUND'] ?? '').split(',').flatMap((one) => one.trim().toLowerCase() || []) // examined at the start

export const isListable = (one: string) => isIP(one) !== 0 || /^(\*\.)?([a-z\d]([a-z\d-]*[a-z\d])?\.)*[a-z\d]([a-z\d-]*[a-z\d])?$/i.test(one)

// Link-local addresses: there the metadata and credentials of cloud machines are.
const CLOSED = new BlockList()
CLOSED.addSubnet('169.254.0.0', 16, 'ipv4')
CLOSED.addSubnet('fe80::', 10, 'ipv6')
CLOSED.addAddress('fd00:ec2::254', 'ipv6')
CLOSED.addAddress('100.100.100.200', 'ipv4')
const CLOSED_NAMES = ['metadata.google.internal', 'metadata']

const isClosedAddress = (address: string) => isIP(address) !== 0 && CLOSED.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** In the one form of the address: `http://2852039166` and `http://0xa9.254.43518` are `169.254.169.254`. */
export function hostOf(text: string): string | undefined {
  const url = text.includes('://') ? text : `http://${isIP(text) === 6 ? `[${text}]` : text}`
  if (!URL.canParse(url)) return undefined
  return new URL(url).hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
}

/** Why this host, or the host of this URL, is not spoken to, as far as its name says; undefined if it may be. */
export function whyClosed(text: string): Words | undefined {
  const host = hostOf(text)
  if (host === undefined) return ['不是有效的主机', 'is no valid host']
  const names = listed()
  if (names.length > 0 && !names.some((one) => one === host || (one.startsWith('*.') && host.endsWith(one.slice(1)))))
    return ['不在运维允许的外部主机（INNOE_OUTBOUND）之内', 'is not among the hosts that the operator allows (INNOE_OUTBOUND)']
  return CLOSED_NAMES.includes(host) || isClosedAddress(mapped(host)) ? CLOSED_WORDS : undefined
}

const CLOSED_WORDS: Words = ['属于不对外连接的地址', 'is an address to which no connection is opened']

/** An IPv4 address written as IPv6. */
function mapped(host: string): string {
  const [, high, low] = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/i.exec(host) ?? []
  if (high === undefined || low === undefined) return host
  const [a, b] = [parseInt(high, 16), parseInt(low, 16)]
  return [a >> 8, a & 255, b >> 8, b & 255].join('.')
}

export class OutboundClosed extends Error {
  readonly code = 'EOUTBOUND'
}

/** Before each connection: neither the name nor any address that it has now is closed. */
export async function refuseClosed(text: string) {
  const why = whyClosed(text)
  if (why) throw new OutboundClosed(`${hostOf(text) ?? 'host'} ${why[1]}`)
  const host = hostOf(text) ?? ''
  if (isIP(host) !== 0) return
  const found = await lookup(host, { all: true }).catch(() => [])
  if (found.some(({ address }) => isClosedAddress(mapped(address)))) throw new OutboundClosed(`${host} ${CLOSED_WORDS[1]}`)
}

/** `fetch` to hosts that may be spoken to. */
export const outboundFetch: typeof fetch = async (input, init) => {
  await refuseClosed(input instanceof Request ? input.url : String(input))
  return fetch(input, init)
}
