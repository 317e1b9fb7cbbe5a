import { ApiOutlined, RedoOutlined } from '@ant-design/icons'
import { App, Button, Tag } from 'antd'
import type { WireSchema } from '../../model/kit/wire.ts'
import { replayDelivery, testWebhook } from '../../model/webhooks/webhook-actions.ts'
import { allowsOn } from '../api/allows.ts'
import { act, type Rec, useSchema, useSearch, useWrite } from '../api/api.ts'
import { pageOf } from '../api/page-of.ts'
import { timeText, useZone } from '../fields/moments.ts'
import { RecordPage } from '../records/detail/detail.tsx'
import { OneRecord } from '../records/detail/one-record.tsx'
import { PlainTable } from '../records/list/plain-table.tsx'
import { useWords } from '../words/language.ts'
import { Link } from 'react-router'
import { eventsOf, useOffered, wordsOf } from './events.ts'

/** A webhook: what it is told, and what became of it. */
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
  const test = useWrite('webhook_delivery', () => act(testWebhook, { sid: record.sid }))
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

const FL = ['sid', 'entity', 'change', 'occurred_at', 'state', 'response_code', 'attempts', 'reason', 'reason_en']
const MOST = 100

function Deliveries({ sid }: { sid: string }) {
  const { t, lang, tag } = useWords()
  const zone = useZone()
  const { data: schema } = useSchema('webhook_delivery')
  const { data } = useSearch('webhook_delivery', { fl: FL, iql: `webhook_sid = '${sid}' ORDER BY occurred_at DESC`, rows: MOST, total: 'capped' })
  if (!schema || !data) return null
  const field = (code: string) => schema.fields.find((one) => one.code === code)
  const optionOf = (code: string, value: unknown) => field(code)?.options?.find((one) => one.code === value)?.label ?? ''
  const reason = (row: Rec) => String((lang === 'en' ? row['reason_en'] : row['reason']) ?? '')
  const time = (row: Rec) => (typeof row['occurred_at'] === 'string' ? timeText(row['occurred_at'], tag, zone) : '')
  return (
    <PlainTable<Rec>
      rowKey="sid"
      dataSource={data.record}
      locale={{ emptyText: t('webhook.none') }}
      columns={[
        { title: field('occurred_at')?.label, render: (_, row) => <Link to={pageOf('webhook_delivery', `/${row.sid}`)}>{time(row)}</Link> },
        { title: field('entity')?.label, render: (_, row) => optionOf('entity', row['entity']) },
        { title: field('change')?.label, render: (_, row) => optionOf('change', row['change']) },
        { title: field('state')?.label, render: (_, row) => optionOf('state', row['state']) },
        { title: field('response_code')?.label, render: (_, row) => <span className="number">{String(row['response_code'] ?? '')}</span> },
        { title: field('attempts')?.label, render: (_, row) => <span className="number">{String(row['attempts'] ?? '')}</span> },
        { title: field('reason')?.label, render: (_, row) => reason(row) },
      ]}
    />
  )
}

/** One delivery, with its attempts. */
export const DeliveryScreen = () => (
  <OneRecord model="webhook_delivery">
    {(schema, record) => <RecordPage schema={schema} record={record} acts={<Replay schema={schema} record={record} />} />}
  </OneRecord>
)

function Replay({ schema, record }: { schema: WireSchema; record: Rec }) {
  const { t } = useWords()
  const { message } = App.useApp()
  const replay = useWrite('webhook_delivery', () => act(replayDelivery, { sid: record.sid }))
  const go = async () => {
    const done = await replay.mutateAsync(undefined).catch(() => undefined) // a refusal has already been shown
    if (done) message.success(t('webhook.replayed'))
  }
  if (record['state'] === 'QUEUED' || !allowsOn(schema, record, replayDelivery.name)) return null
  return (
    <Button icon={<RedoOutlined />} loading={replay.isPending} onClick={() => void go()}>
      {t('webhook.replay')}
    </Button>
  )
}
