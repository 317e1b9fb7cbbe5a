import { ApiOutlined } from '@ant-design/icons'
import { App, Button, Tag } from 'antd'
import type { WireSchema } from '../../model/kit/wire/wire.ts'
import { replayDelivery, testWebhook } from '../../model/webhooks/webhook-actions.ts'
import { allowsOn } from '../api/allows.ts'
import { act, type Rec, useWrite } from '../api/api.ts'
import { RecordPage } from '../records/detail/detail.tsx'
import { OneRecord } from '../records/detail/one-record.tsx'
import { SendAgain, SentTable } from '../records/detail/sent.tsx'
import { useWords } from '../words/language.ts'
import { eventsOf, useOffered, wordsOf } from './events.ts'

const DELIVERY = 'webhook_delivery'

/** A webhook: its events, and the outcome of its deliveries. */
export function WebhookScreen() {
  const { t } = useWords()
  return (
    <OneRecord model="webhook">
      {(schema, record) => (
        <RecordPage
          schema={schema}
          record={record}
          above={<Events record={record} />}
          acts={<Test schema={schema} record={record} />}
          tabs={[{ key: 'deliveries', label: t('webhook.deliveries'), children: <Deliveries sid={record.sid} /> }]}
        />
      )}
    </OneRecord>
  )
}

function Events({ record }: { record: Rec }) {
  const { t } = useWords()
  const { data: offered = [] } = useOffered()
  return (
    <p>
      <span className="quiet">{t('webhook.title')}</span>{' '}
      {eventsOf(record['events']).map((event) => (
        <Tag key={`${event.entity} ${event.change}`}>{wordsOf(offered, event)}</Tag>
      ))}
    </p>
  )
}

function Test({ schema, record }: { schema: WireSchema; record: Rec }) {
  const { t } = useWords()
  const { message } = App.useApp()
  const test = useWrite(DELIVERY, () => act(testWebhook, { sid: record.sid }))
  const go = async () => {
    const done = await test.mutateAsync(undefined).catch(() => undefined) // a refusal has already been shown
    if (done) message.success(t('webhook.tested'))
  }
  if (record['is_on'] !== true || !allowsOn(schema, record, testWebhook.name)) return null
  return (
    <Button icon={<ApiOutlined />} loading={test.isPending} onClick={() => void go()}>
      {t('webhook.test')}
    </Button>
  )
}

const COLUMNS = ['entity', 'change', 'state', 'response_code', 'attempts', 'reason']

function Deliveries({ sid }: { sid: string }) {
  const { t } = useWords()
  return <SentTable model={DELIVERY} of="webhook_sid" sid={sid} at="occurred_at" columns={COLUMNS} empty={t('webhook.none')} />
}

/** One delivery, with its attempts. */
export function DeliveryScreen() {
  const { t } = useWords()
  const words = { label: t('webhook.replay'), done: t('webhook.replayed') }
  return (
    <OneRecord model={DELIVERY}>
      {(schema, record) => {
        const send = () => act(replayDelivery, { sid: record.sid })
        return (
          <RecordPage
            schema={schema}
            record={record}
            acts={<SendAgain schema={schema} record={record} action={replayDelivery.name} send={send} words={words} />}
          />
        )
      }}
    </OneRecord>
  )
}
