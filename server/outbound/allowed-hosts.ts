import type { Words } from '../../model/kit/fields.ts'

/** Whether the operator lets the product connect to this host, which an administrator entered; without a list, to any. INNOE_OUTBOUND_HOSTS was examined at the start. */
export function isAllowedHost(host: string, list = process.env['INNOE_OUTBOUND_HOSTS'] ?? ''): boolean {
  const allowed = list.split(',').map((one) => one.trim().toLowerCase()).filter(Boolean) // oxfmt-ignore
  const asked = host.toLowerCase().replace(/^\[|\]$|\.$/g, '')
  return allowed.length === 0 || allowed.some((one) => (one.startsWith('*.') ? asked.endsWith(one.slice(1)) : asked === one))
}

export const HOST_NOT_ALLOWED: Words = [
  '不在运维人员允许连接的主机之内（INNOE_OUTBOUND_HOSTS）',
  'is not among the hosts to which the operator allows connections (INNOE_OUTBOUND_HOSTS)',
]

/** A fetch that reaches allowed hosts alone, wherever the addresses came from. */
export const fetchAllowed: typeof fetch = async (input, init) => {
  const { hostname } = new URL(input instanceof Request ? input.url : input)
  if (!isAllowedHost(hostname)) throw new Error(`INNOE_OUTBOUND_HOSTS does not contain ${hostname}`)
  return fetch(input, init)
}
