import { CheckOutlined } from '@ant-design/icons'
import { App, Button } from 'antd'
import { confirmShare } from '../../model/awards/award-actions.ts'
import { act, type Rec, useWrite } from '../api/api.ts'
import { RecordPage } from '../records/detail/detail.tsx'
import { OneRecord } from '../records/detail/one-record.tsx'
import { useWords } from '../words/language.ts'

/** The share of an inventor in an award, which the inventor confirms here. */
export const ShareScreen = () => (
  <OneRecord model="award_share">
    {(schema, record) => <RecordPage key={record.sid} schema={schema} record={record} acts={<Confirm record={record} />} />}
  </OneRecord>
)

function Confirm({ record }: { record: Rec }) {
  const { t } = useWords()
  const { message } = App.useApp()
  const confirm = useWrite('award_share', () => act(confirmShare, { sid: record.sid }))
  if (record['status'] !== 'TO_CONFIRM' || record['confirmed_on']) return null
  const take = () =>
    confirm.mutateAsync(undefined).then(
      () => void message.success(t('award.confirmed')),
      () => undefined, // a refusal has already been shown
    )
  return (
    <Button type="primary" icon={<CheckOutlined />} loading={confirm.isPending} onClick={() => void take()}>
      {t('award.confirm')}
    </Button>
  )
}
