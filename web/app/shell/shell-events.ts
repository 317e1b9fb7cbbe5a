import { useQueryClient } from '@tanstack/react-query'
import { RECONNECTED, useEvents } from '../../api/events.ts'

/** What each event of the server makes out of date in the shell. */
const STALE: Readonly<Record<string, string>> = { notification: 'notification', notice: 'notification', menus: 'rbac_menu' }

export function useShellEvents() {
  const client = useQueryClient()
  useEvents(({ event }) => {
    const stale = event === RECONNECTED ? [...new Set(Object.values(STALE))] : [STALE[event]]
    for (const key of stale) if (key) void client.invalidateQueries({ queryKey: [key] })
  })
}
