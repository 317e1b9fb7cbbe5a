import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { modelPath, useSession } from '../api/api.ts'
import { call } from '../api/call.ts'

const LOOK_EVERY = 10 * 60_000

/** Who types for an hour calls nothing, yet is at work: now and then the server is told so. What failed for want of a session is asked again. */
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
      if (isAtWork) void call(modelPath('user_info', 'do/my?flat=1')).catch(() => undefined) // whoever is out will hear of it
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
