import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Rec } from '../../api/api.ts'
import { modelPath } from '../../api/api.ts'
import { call } from '../../api/call.ts'
import { useEvents } from '../../api/events.ts'

const LOOK_EVERY = 3000
const ENDED = new Set(['DONE', 'FAILED', 'CANCELLED'])

export const hasEnded = (job: Rec | undefined) => ENDED.has(String(job?.['state'] ?? ''))

/** A running job: pushed by the server, and polled in case the connection was broken. */
export function useJob(sid: string | null | undefined) {
  const client = useQueryClient()
  const queryKey = ['job', 'record', sid]
  useEvents(({ event, data }) => {
    if (event !== 'job' || !sid || typeof data !== 'object' || data === null || !('sid' in data) || data.sid !== sid) return
    client.setQueryData<Rec>(queryKey, (known) => (known ? { ...known, ...data, sid } : known))
    if ('state' in data && ENDED.has(String(data.state))) void client.invalidateQueries({ queryKey: ['job'] })
  })
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => call<Rec>(modelPath('job', sid ?? ''), undefined, { signal }),
    enabled: Boolean(sid),
    refetchInterval: ({ state }) => (hasEnded(state.data) ? false : LOOK_EVERY),
    meta: { faults: 'own' },
  })
}

export function percentOf(job: Rec | undefined): number {
  const total = Number(job?.['total'])
  if (job?.['state'] === 'DONE') return 100
  return total > 0 ? Math.min(100, Math.floor((Number(job?.['done'] ?? 0) / total) * 100)) : 0
}
