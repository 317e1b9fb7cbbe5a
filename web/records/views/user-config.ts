// One person's settings on the server: one row of user_define_config for each key.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import type { Rec } from '../../api/api.ts'
import { doVerb, useSession } from '../../api/api.ts'

type Kept = { row: Rec | null; config: unknown }
const MODEL = 'user_define_config'
const SETTLED = 600

/** Shown at once, and saved after a pause: dragging a column edge is one save, not fifty. */
export function useUserConfig(key: string): { config: unknown; isReady: boolean; save: (config: unknown) => void } {
  const client = useQueryClient()
  const me = useSession()?.user_sid
  const queryKey = [MODEL, key, me]
  const { data, isPending } = useQuery({
    queryKey,
    queryFn: async (): Promise<Kept> => {
      const iql = `config_key = '${key}' AND created_by = me()`
      const { record } = await doVerb(MODEL, 'search', { fl: ['sid', 'version', 'config_key', 'config'], iql, rows: 1, total: 'none' })
      return { row: record[0] ?? null, config: record[0]?.['config'] ?? null }
    },
    staleTime: 300_000,
    meta: { faults: 'own' },
  })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const save = useCallback(
    (config: unknown) => {
      client.setQueryData<Kept>([MODEL, key, me], (kept) => ({ row: kept?.row ?? null, config }))
      clearTimeout(timer.current)
      timer.current = setTimeout(async () => {
        const row = client.getQueryData<Kept>([MODEL, key, me])?.row
        const saved = await doVerb(MODEL, row ? 'update' : 'create', row ? { sid: row.sid, config } : { config_key: key, config })
        client.setQueryData<Kept>([MODEL, key, me], (kept) => ({ row: saved, config: kept?.config ?? config }))
      }, SETTLED)
    },
    [client, key, me],
  )
  return { config: data?.config, isReady: !isPending, save }
}
