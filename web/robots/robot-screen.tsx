import { ApiOutlined, RedoOutlined } from '@ant-design/icons'
import { App, Button } from 'antd'
import { Link } from 'react-router'
import type { WireSchema } from '../../model/kit/wire.ts'
import { replayMessage, testRobot } from '../../model/robots/robot-actions.ts'
import { allowsOn } from '../api/allows.ts'
import { act, type Rec, useSchema, useSearch, useWrite } from '../api/api.ts'
import { pageOf } from '../api/page-of.ts'
import { timeText, useZone } from '../fields/moments.ts'
import { RecordPage } from '../records/detail/detail.tsx'
import { OneRecord } from '../records/detail/one-record.tsx'
import { PlainTable } from '../records/list/plain-table.tsx'
import { useWords } from '../words/language.ts'

const MODEL = 'chat_robot'
const MESSAGE = 'robot_message'

/** A robot of a group: tested by its saved settings, and what became of what it was to say. */
export function RobotScreen() {
  const { t } = useWords()
  return (
    <OneRecord model={MODEL}>
      {(schema, record) => (
        <RecordPage
          schema={schema}
          record={record}
          acts={<Test schema={schema} robot={record} />}
          tabs={[{ key: 'messages', label: t('robot.messages'), children: <Messages sid={record.sid} /> }]}
        />
      )}
    </OneRecord>
  )
}

function Test({ schema, robot }: { schema: WireSchema; robot: Rec }) {
  const { t } = useWords()
  const { notification } = App.useApp()
  const test = useWrite(MODEL, () => act(testRobot, { sid: robot.sid }))
  const tell = async () => {
    const told = await test.mutateAsync(undefined).catch(() => undefined) // a refusal has already been shown
    if (told) notification[told.works ? 'success' : 'error']({ title: told.says })
  }
  if (!allowsOn(schema, robot, testRobot.name)) return null
  return (
    <Button icon={<ApiOutlined />} loading={test.isPending} onClick={() => void tell()}>
      {t('robot.test')}
    </Button>
  )
}

const FL = ['sid', 'title', 'created_at', 'state', 'attempts', 'reason', 'reason_en']
const MOST = 100

function Messages({ sid }: { sid: string }) {
  const { t, lang, tag } = useWords()
  const zone = useZone()
  const { data: schema } = useSchema(MESSAGE)
  const { data } = useSearch(MESSAGE, { fl: FL, iql: `robot_sid = '${sid}' ORDER BY created_at DESC`, rows: MOST, total: 'capped' })
  if (!schema || !data) return null
  const field = (code: string) => schema.fields.find((one) => one.code === code)
  const state = (row: Rec) => field('state')?.options?.find(({ code }) => code === row['state'])?.label ?? ''
  const time = (row: Rec) => (typeof row['created_at'] === 'string' ? timeText(row['created_at'], tag, zone) : '')
  return (
    <PlainTable<Rec>
      rowKey="sid"
      dataSource={data.record}
      locale={{ emptyText: t('robot.noMessage') }}
      columns={[
        { title: field('created_at')?.label, width: 180, render: (_, row) => <Link to={pageOf(MESSAGE, `/${row.sid}`)}>{time(row)}</Link> },
        { title: field('title')?.label, render: (_, row) => String(row['title'] ?? '') },
        { title: field('state')?.label, width: 110, render: (_, row) => state(row) },
        { title: field('attempts')?.label, width: 100, render: (_, row) => <span className="number">{String(row['attempts'] ?? '')}</span> },
        { title: field('reason')?.label, render: (_, row) => String((lang === 'en' ? row['reason_en'] : row['reason']) ?? '') },
      ]}
    />
  )
}

/** One message, with its attempts. */
export const MessageScreen = () => (
  <OneRecord model={MESSAGE}>
    {(schema, record) => <RecordPage schema={schema} record={record} acts={<Replay schema={schema} record={record} />} />}
  </OneRecord>
)

function Replay({ schema, record }: { schema: WireSchema; record: Rec }) {
  const { t } = useWords()
  const { message } = App.useApp()
  const replay = useWrite(MESSAGE, () => act(replayMessage, { sid: record.sid }))
  const go = async () => {
    const done = await replay.mutateAsync(undefined).catch(() => undefined) // a refusal has already been shown
    if (done) message.success(t('robot.replayed'))
  }
  if (record['state'] === 'QUEUED' || !allowsOn(schema, record, replayMessage.name)) return null
  return (
    <Button icon={<RedoOutlined />} loading={replay.isPending} onClick={() => void go()}>
      {t('robot.replay')}
    </Button>
  )
}
