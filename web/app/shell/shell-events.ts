import { useQueryClient } from '@tanstack/react-query'
import { RECONNECTED, useEvents } from '../../api/events.ts'

/** The queries of the shell that each server event makes stale. */
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
