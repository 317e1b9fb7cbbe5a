import { ApiOutlined } from '@ant-design/icons'
import { App, Button } from 'antd'
import type { WireSchema } from '../../model/kit/wire.ts'
import { testRobot } from '../../model/robots/robot-actions.ts'
import { allowsOn } from '../api/allows.ts'
import { act, type Rec, useWrite } from '../api/api.ts'
import { RecordPage } from '../records/detail/detail.tsx'
import { OneRecord } from '../records/detail/one-record.tsx'
import { useWords } from '../words/language.ts'

const MODEL = 'chat_robot'

/** A robot of a group, tested by its saved settings. */
export const RobotScreen = () => (
  <OneRecord model={MODEL}>
    {(schema, record) => <RecordPage schema={schema} record={record} acts={<Test schema={schema} robot={record} />} />}
  </OneRecord>
)

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
