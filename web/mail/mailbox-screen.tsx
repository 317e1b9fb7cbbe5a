import { ApiOutlined, CloudDownloadOutlined } from '@ant-design/icons'
import { App, Button } from 'antd'
import type { WireSchema } from '../../model/kit/wire/wire.ts'
import { fetchMailbox, testMailbox } from '../../model/mail/archive-actions.ts'
import { allowsOn } from '../api/allows.ts'
import { act, type Rec, useWrite } from '../api/api.ts'
import { RecordPage } from '../records/detail/detail.tsx'
import { OneRecord } from '../records/detail/one-record.tsx'
import { useWords } from '../words/language.ts'

const MODEL = 'incoming_mailbox'

/** A mailbox, tested by its saved settings and fetched at once. */
export const MailboxScreen = () => (
  <OneRecord model={MODEL}>
    {(schema, record) => <RecordPage schema={schema} record={record} acts={<Acts schema={schema} mailbox={record} />} />}
  </OneRecord>
)

function Acts({ schema, mailbox: { sid, ...rest } }: { schema: WireSchema; mailbox: Rec }) {
  const { t } = useWords()
  const { message, notification } = App.useApp()
  const test = useWrite(MODEL, () => act(testMailbox, { sid }))
  const fetch = useWrite(MODEL, () => act(fetchMailbox, { sid }))
  const mailbox = { sid, ...rest }
  const tell = async () => {
    const told = await test.mutateAsync(undefined).catch(() => undefined) // a refusal has already been shown
    if (told) notification[told.works ? 'success' : 'error']({ title: told.says })
  }
  const start = async () => {
    const started = await fetch.mutateAsync(undefined).catch(() => undefined) // a refusal has already been shown
    if (started) message.success(t('mailbox.fetching'))
  }
  return (
    <>
      {allowsOn(schema, mailbox, testMailbox.name) && (
        <Button icon={<ApiOutlined />} loading={test.isPending} onClick={() => void tell()}>
          {t('mailbox.test')}
        </Button>
      )}
      {allowsOn(schema, mailbox, fetchMailbox.name) && (
        <Button icon={<CloudDownloadOutlined />} loading={fetch.isPending} onClick={() => void start()}>
          {t('mailbox.fetch')}
        </Button>
      )}
    </>
  )
}
