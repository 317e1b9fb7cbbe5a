import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { readTextMessages, type TextMessage } from '../../model/auth/codes/code-routes.ts'
import { ask } from '../api/call.ts'
import { timeText, useZone } from '../fields/moments.ts'
import { PlainTable } from '../records/list/plain-table.tsx'
import { PageFault } from '../ui/faults/query-fault.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { PageSkeleton } from '../ui/page/page-skeleton.tsx'
import { useWords } from '../words/language.ts'

const KEY = ['text_messages']

/** Text messages that no gateway carries: administrators read them here, which the audit log records. */
export function TextMessages() {
  const { t, tag } = useWords()
  const zone = useZone()
  const client = useQueryClient()
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: KEY,
    queryFn: () => ask(readTextMessages, {}),
    retry: false,
    refetchOnWindowFocus: false,
    gcTime: 0,
    meta: { faults: 'own' },
  })
  if (error) return <PageFault fault={error} onRetry={() => void refetch()} />
  if (!data) return <PageSkeleton />
  return (
    <div className="page">
      <PageHead title={t('sms.title')} name={t('sms.title')} />
      <Alert type="warning" showIcon className="spaced" title={t('sms.only')} description={t('sms.text')} />
      <Button loading={isFetching} onClick={() => void client.invalidateQueries({ queryKey: KEY })}>
        {t('sms.refresh')}
      </Button>
      <PlainTable<TextMessage>
        className="below"
        dataSource={[...data.messages]}
        locale={{ emptyText: t('sms.none') }}
        columns={[
          { dataIndex: 'at', title: t('sms.at'), width: 200, render: (at: string) => timeText(at, tag, zone) },
          { dataIndex: 'to', title: t('sms.to'), width: 160 },
          { dataIndex: 'text', title: t('sms.message') },
        ]}
      />
    </div>
  )
}
