import type { webhooksZh } from '../zh/webhooks.ts'

export const webhooksEn: Record<keyof typeof webhooksZh, string> = {
  'webhook.title': 'Events',
  'robot.test': 'Send a test message',
  'robot.messages': 'Messages',
  'robot.noMessage': 'Nothing was to be said in the last thirty days',
  'robot.replay': 'Send again',
  'robot.replayed': 'The message is queued again',
  'webhook.test': 'Deliver a test event',
  'webhook.tested': 'The test event is queued; see “Deliveries” for its result',
  'webhook.deliveries': 'Deliveries',
  'webhook.none': 'Nothing has been delivered yet',
  'webhook.replay': 'Deliver again',
  'webhook.replayed': 'It is queued',
  'webhook.choose': 'Choose record types and changes',
}
