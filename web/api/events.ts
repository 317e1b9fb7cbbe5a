// Server-sent events over fetch: EventSource cannot carry the session's header.
import { useEffect, useRef } from 'react'
import { listen as listenRoute } from '../../model/settings/setting-routes.ts'
import { call, headersOf } from './call.ts'
import { readSession, tokenOf } from './tokens.ts'

type ServerEvent = { event: string; data: unknown }

/** The connection is back after a break: the events in between were not received. */
export const RECONNECTED = 'reconnected'

/** Calls `take` for each event while the component is mounted; reconnects after a broken connection, with growing delays. */
export function useEvents(take: (event: ServerEvent) => void) {
  const latest = useRef(take)
  useEffect(() => {
    latest.current = take
  })
  useEffect(() => {
    const ended = new AbortController()
    void listen(ended.signal, (event) => latest.current(event))
    return () => ended.abort()
  }, [])
}

async function listen(signal: AbortSignal, take: (event: ServerEvent) => void) {
  let isFirst = true
  for (let wait = 1000; !signal.aborted; wait = Math.min(wait * 2, 60_000)) {
    const session = readSession()
    try {
      if (session && !session.timed_out) {
        const response = await fetch(listenRoute.url, { headers: headersOf(tokenOf(session)), signal })
        if (response.ok && response.body) {
          wait = 1000
          if (!isFirst) take({ event: RECONNECTED, data: null })
          isFirst = false
          await readEvents(response.body, take)
        }
        // The session was ended elsewhere: an ordinary call gets the reason, and informs every tab.
        if (response.status === 401) await call('/innoe-webapi/model/user_info/do/my')
      }
    } catch {
      // A broken connection is normal here: the loop waits and retries.
    }
    await new Promise((resume) => setTimeout(resume, wait))
  }
}

async function readEvents(body: ReadableStream<Uint8Array>, take: (event: ServerEvent) => void) {
  let rest = ''
  const decoder = new TextDecoder()
  const reader = body.getReader()
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    const parts = (rest + decoder.decode(chunk.value, { stream: true })).split(/\r?\n\r?\n/)
    rest = parts.pop() ?? ''
    for (const part of parts) {
      const event = parseEvent(part)
      if (event) take(event)
    }
  }
}

/** Parses one block of the event stream; null for a comment or an empty block. */
function parseEvent(block: string): ServerEvent | null {
  const lines = block.split(/\r?\n/)
  const named = (name: string) => lines.filter((l) => l.startsWith(`${name}:`)).map((l) => l.slice(name.length + 1).replace(/^ /, ''))
  const text = named('data').join('\n')
  if (!text) return null
  const event = named('event').at(-1) ?? 'message'
  try {
    return { event, data: JSON.parse(text) }
  } catch {
    return { event, data: text }
  }
}
