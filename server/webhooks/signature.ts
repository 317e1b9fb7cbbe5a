import { createHmac } from 'node:crypto'

/** The receiver computes it again with the secret and compares; the time says how old the call is. See docs/webhooks.md. */
export function signedHeaders(secret: string, body: string, now = Date.now()): Record<string, string> {
  const timestamp = String(Math.floor(now / 1000))
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
  return { 'x-innoe-timestamp': timestamp, 'x-innoe-signature': `v1=${signature}` }
}
