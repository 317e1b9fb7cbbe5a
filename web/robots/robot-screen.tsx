import { ApiOutlined } from '@ant-design/icons'
import { App, Button } from 'antd'
import type { WireSchema } from '../../model/kit/wire/wire.ts'
import { replayMessage, testRobot } from '../../model/robots/robot-actions.ts'
import { allowsOn } from '../api/allows.ts'
import { act, type Rec, useWrite } from '../api/api.ts'
import { RecordPage } from '../records/detail/detail.tsx'
import { OneRecord } from '../records/detail/one-record.tsx'
import { SendAgain, SentTable } from '../records/detail/sent.tsx'
import { useWords } from '../words/language.ts'

const MODEL = 'chat_robot'
const MESSAGE = 'robot_message'

/** A robot of a group: its test by the saved settings, and the outcome of its messages. */
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

const COLUMNS = ['title', 'state', 'attempts', 'reason']

function Messages({ sid }: { sid: string }) {
  const { t } = useWords()
  return <SentTable model={MESSAGE} of="robot_sid" sid={sid} at="created_at" columns={COLUMNS} empty={t('robot.noMessage')} />
}

/** One message, with its attempts. */
export function MessageScreen() {
  const { t } = useWords()
  const words = { label: t('robot.replay'), done: t('robot.replayed') }
  return (
    <OneRecord model={MESSAGE}>
      {(schema, record) => {
        const send = () => act(replayMessage, { sid: record.sid })
        return (
          <RecordPage
            schema={schema}
            record={record}
            acts={<SendAgain schema={schema} record={record} action={replayMessage.name} send={send} words={words} />}
          />
        )
      }}
    </OneRecord>
  )
}
