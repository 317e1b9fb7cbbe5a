import { defineAction, facts, sidOf } from '../kit/action.ts'

export const testWebhook = defineAction({
  model: 'webhook',
  name: 'test',
  zh: '向网络回调推送一个测试事件',
  en: 'Deliver a test event to the webhook',
  body: { sid: sidOf('webhook') },
  answer: { record: 'webhook' },
  permission: 'update',
  on: 'record',
})

export const replayDelivery = defineAction({
  model: 'webhook_delivery',
  name: 'replay',
  zh: '再次推送这个事件',
  en: 'Deliver the event again',
  body: { sid: sidOf('webhook_delivery') },
  answer: { record: 'webhook_delivery' },
  permission: 'get',
  also: { webhook: 'update' },
  on: 'record',
})

/** A record type and its events, in the caller's language. */
export type OfferedEvents = { entity: string; label: string; changes: { change: string; label: string }[] }

export const offeredEvents = defineAction({
  model: 'webhook',
  name: 'offered_events',
  zh: '可推送的对象和变更',
  en: 'Record types and changes that may be told',
  body: {},
  answer: {
    events: facts<OfferedEvents[]>('事件', 'Events', { type: 'array', items: { type: 'object', required: ['entity', 'label', 'changes'] } }),
  },
  permission: 'get',
})
