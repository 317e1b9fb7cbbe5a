import pg from 'pg'
import { channelOf } from './channel.ts'
import { quote } from './sync/sync.ts'

// PostgreSQL refuses a notice of 8,000 bytes or more.
const MAX_PAYLOAD_CHARS = 7000
const MOMENT_MS = 20

/** Messages about changes to other processes, and to the streams of this one */
export type PubSub = { publish(topic: string, content: unknown): void; subscribe(topic: string, hear: (content: unknown) => void): () => void }

export type OpenPubSub = { of(tenant: string): PubSub; close(): Promise<void> }

type Hear = (content: unknown) => void

/**
 * One listening connection for the process. Notices are not part of the transactions that cause them: those would then have to commit
 * one after the other.
 */
export async function openPubSub(url: string, pool: pg.Pool, settings?: pg.ClientConfig): Promise<OpenPubSub> {
  const subscribers = new Map<string, Set<Hear>>()
  const tell = (key: string, content: unknown) => {
    for (const subscribe of subscribers.get(key) ?? []) guarded(() => subscribe(content))
  }
  const hear = (payload: string) =>
    guarded(() => {
      const { key, content } = JSON.parse(payload) as { key: string; content: unknown } // the sender below writes to the channel
      tell(key, content)
    })
  // Messages published while the connection was down are lost, so all subscribers get a refresh.
  const onAgain = () => {
    for (const key of subscribers.keys()) if (key.endsWith(' refresh')) tell(key, null)
  }
  const listener = await openListener({ connectionString: url, keepAlive: true, ...settings }, hear, onAgain)
  const sender = openSender(pool, listener.channel)
  return {
    of: (tenant) => ({
      publish: (topic, content) => sender.send(`${tenant} ${topic}`, content),
      subscribe(topic, subscribe) {
        const key = `${tenant} ${topic}`
        const set = subscribers.get(key) ?? new Set()
        subscribers.set(key, set.add(subscribe))
        return () => void set.delete(subscribe)
      },
    }),
    async close() {
      await sender.close()
      await listener.close()
    },
  }
}

let isTold = false

/** Thrown within an event of the connection, a fault would end the process. */
function guarded(work: () => void) {
  try {
    work()
  } catch (error) {
    if (!isTold) console.error('进程间通知无法处理（只记录一次） / a notice between processes could not be used (told once):', error)
    isTold = true
  }
}

/** Listens until it is closed; a connection that ends is opened again. */
async function openListener(settings: pg.ClientConfig, hear: (payload: string) => void, onAgain: () => void) {
  let client: pg.Client | undefined
  let closed = false
  let channel = ''
  const listen = async () => {
    const next = new pg.Client(settings)
    next.on('notification', ({ payload }) => payload && hear(payload))
    next.on('error', () => {})
    try {
      await next.connect()
      channel = await channelOf(next)
      await next.query(`listen ${quote(channel)}`)
    } catch (error) {
      await next.end().catch(() => {})
      throw error
    }
    if (closed) return void (await next.end())
    // Only an established connection is reopened here; the caller retries a connection that never opened.
    next.on('end', () => void again())
    client = next
  }
  const again = async () => {
    while (!closed) {
      await new Promise((resolve) => setTimeout(resolve, 500))
      try {
        await listen()
        return onAgain()
      } catch {
        continue
      }
    }
  }
  await listen()
  return {
    channel: () => channel,
    async close() {
      closed = true
      await client?.end()
    },
  }
}

/** All notices of a moment are sent by one statement, and those of the same topic and content once. */
function openSender(pool: pg.Pool, channel: () => string) {
  const waiting = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  const flush = async () => {
    timer = undefined
    const payloads = [...waiting]
    waiting.clear()
    await pool.query('select pg_notify($1, payload) from unnest($2::text[]) as payload', [channel(), payloads]).catch(() => {})
  }
  return {
    send(key: string, content: unknown) {
      const payload = JSON.stringify({ key, content })
      if (payload.length > MAX_PAYLOAD_CHARS) return
      waiting.add(payload)
      timer ??= setTimeout(() => void flush(), MOMENT_MS).unref()
    },
    async close() {
      clearTimeout(timer)
      if (waiting.size > 0) await flush()
    },
  }
}
