import type { IncomingHttpHeaders } from 'node:http'

/** Largest value read as seconds: of a proxy before the office, and of the office itself, which gives milliseconds. */
const MAX_SECONDS = { before: 3600, office: 60 }

/** Milliseconds after which the office wants to be asked again, from its Retry-After. */
export function waitFrom(headers: IncomingHttpHeaders, now = Date.now()): number | undefined {
  const said = headers['retry-after']
  if (said === undefined) return undefined
  const most = MAX_SECONDS[headers['x-throttling-control'] === undefined ? 'before' : 'office']
  if (/^\d{1,12}$/.test(said)) return Number(said) > most ? Number(said) : Number(said) * 1000
  const at = Date.parse(said)
  return Number.isNaN(at) ? undefined : Math.max(0, at - now)
}

/**
 * Requests a minute that the office wants now, at most ours: from a header such as `busy (images=green:100, other=yellow:50)`.
 * The register is counted among its other or its retrieval services, whichever has less; a black light means one a minute.
 */
export function paceFrom(said: string | string[] | undefined, ours: number): number {
  const found = [...String(said ?? '').matchAll(/\b(other|retrieval)=(green|yellow|red|black):(\d{1,6})/gi)]
  const stated = found.map(([, , light = '', most = '']) => (light.toLowerCase() === 'black' ? 1 : Number(most)))
  return Math.max(1, Math.min(ours, ...stated))
}
