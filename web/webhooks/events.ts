import { useQuery } from '@tanstack/react-query'
import { offeredEvents, type OfferedEvents } from '../../model/webhooks/webhook-actions.ts'
import type { WebhookEvent } from '../../model/webhooks/webhook-events.ts'
import { act } from '../api/api.ts'
import { bearing } from '../api/call.ts'

export const useOffered = () =>
  useQuery({
    queryKey: ['webhook', 'offered', bearing.language],
    queryFn: () => act(offeredEvents, {}),
    staleTime: Infinity,
    select: ({ events }) => events,
  })

/** The events as the server has checked them. */
export const eventsOf = (value: unknown): WebhookEvent[] => (Array.isArray(value) ? (value as WebhookEvent[]) : [])

export function wordsOf(offered: readonly OfferedEvents[], { entity, change }: WebhookEvent): string {
  const model = offered.find((one) => one.entity === entity)
  const label = model?.changes.find((one) => one.change === change)?.label
  return `${model?.label ?? '–'} · ${label ?? '–'}`
}
