/** One request. `{n}` in a body is replaced by a number that is unique over all runs, `{day}` by one of a thousand days. */
export type Shot = { method: 'GET' | 'POST'; path: string; body?: unknown }
export type Task = {
  address: string
  token: string
  connections: number
  seconds: number
  shots: readonly Shot[]
  /** The minimum number of requests, for any duration. */ least?: number
}
/** Requests per second, their number, and milliseconds. `first` is the first response that was not 200. */
export type Measured = { perSecond: number; requests: number; p50: number; p95: number; p99: number; failed: number; first: string }

/** No two runs write the same number. */
export const RUN = `${Date.now().toString(36)}${process.pid}`

const FIRST_DAY = Date.UTC(2024, 0, 1)
const DAYS = 1000

/** The first number of a run, so that its first day differs from the last one written. */
export const FIRST = Math.floor(Math.random() * 1_000_000)

/** A day between 2024-01-01 and 2026-09-26; neighbouring numbers have distant days. */
export const dayOf = (n: number) => new Date(FIRST_DAY + ((n * 377) % DAYS) * 86_400_000).toISOString().slice(0, 10)

type Asked = { address: string; token: string }

/** The bytes of a browser's call. */
export function requestOf({ address, token }: Asked, { method, path, body }: Shot, n: number): Buffer {
  const payload = body === undefined ? '' : fill(JSON.stringify(body), n)
  const own = body === undefined ? '' : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(payload)}\r\n`
  const { host } = new URL(address)
  return Buffer.from(
    `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${token}\r\naccept-encoding: gzip, deflate, br\r\n${own}\r\n${payload}`,
  )
}

export const isVaried = ({ body }: Shot) => /\{n\}|\{day\}/.test(JSON.stringify(body ?? ''))

const fill = (text: string, n: number) => text.replaceAll('{n}', `${RUN}-${n}`).replaceAll('{day}', dayOf(n))
