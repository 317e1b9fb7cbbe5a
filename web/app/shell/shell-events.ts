import { useQueryClient } from '@tanstack/react-query'
import { RECONNECTED, useEvents } from '../../api/events.ts'

/** What each event of the server makes out of date in the shell. */
const STALE: Readonly<Record<string, readonly string[]>> = {
  notification: ['notification', 'approval_task'],
  notice: ['notification', 'approval_task'],
  menus: ['rbac_menu'],
}

export function useShellEvents() {
  const client = useQueryClient()
  useEvents(({ event }) => {
    const stale = event === RECONNECTED ? [...new Set(Object.values(STALE).flat())] : (STALE[event] ?? [])
    for (const key of stale) void client.invalidateQueries({ queryKey: [key] })
  })
}
