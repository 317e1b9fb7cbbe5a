import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { modelPath, useSession } from '../../api/api.ts'
import { call } from '../../api/call.ts'

const LOOK_EVERY = 10 * 60_000

/** Typing makes no calls: a periodic keep-alive call reports activity. Queries that failed without a session are repeated. */
export function useStayingIn() {
  const client = useQueryClient()
  const isOut = useSession()?.timed_out === true
  const wasOut = useRef(isOut)
  useEffect(() => {
    if (wasOut.current && !isOut) void client.invalidateQueries()
    wasOut.current = isOut
  }, [client, isOut])
  useEffect(() => {
    let isAtWork = false
    const note = () => {
      isAtWork = true
    }
    const timer = setInterval(() => {
      if (isAtWork) void call(modelPath('user_info', 'do/my?flat=1')).catch(() => undefined) // an ended session is reported elsewhere
      isAtWork = false
    }, LOOK_EVERY)
    for (const sign of SIGNS) addEventListener(sign, note)
    return () => {
      clearInterval(timer)
      for (const sign of SIGNS) removeEventListener(sign, note)
    }
  }, [])
}

const SIGNS = ['keydown', 'pointerdown'] as const
