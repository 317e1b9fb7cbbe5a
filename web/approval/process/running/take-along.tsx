import { useQuery } from '@tanstack/react-query'
import { App, Button } from 'antd'
import { Link } from 'react-router'
import { takeAlong } from '../../../../model/approval/process-actions.ts'
import { act, type Rec, useWrite } from '../../../api/api.ts'
import { pageOf } from '../../../api/page-of.ts'
import { PlainTable } from '../../../records/list/plain-table.tsx'
import { Nothing } from '../../../ui/faults/nothing.tsx'
import { useWords } from '../../../words/language.ts'

/** Previews the move of approvals from an earlier version to this one, and moves those that can be moved. */
export function TakeAlong({ record }: { record: Rec }) {
  const { t, lang } = useWords()
  const { message } = App.useApp()
  const found = useQuery({ queryKey: ['approval_process', 'along', record.sid], queryFn: () => act(takeAlong, { sid: record.sid }), meta: { faults: 'own' } })
  const write = useWrite('approval', (approval_sids: string[]) => act(takeAlong, { sid: record.sid, approval_sids }))
  const runs = found.data?.runs ?? []
  const able = runs.filter(({ why_zh }) => why_zh === null).map(({ approval }) => approval)
  const take = async () => {
    await write.mutateAsync(able)
    message.success(t('along.taken', { count: able.length }))
    await found.refetch()
  }
  return (
    <section aria-label={t('along.title')}>
      <h3>{t('along.title')}</h3>
      {able.length > 0 && (
        <Button type="primary" className="spaced" loading={write.isPending} onClick={() => void take().catch(() => undefined)}>
          {t('along.take', { count: able.length })}
        </Button>
      )}
      <PlainTable
        dataSource={[...runs]}
        rowKey="approval"
        loading={!found.data}
        columns={[
          { title: t('approval.record'), render: (_, run) => <Link to={pageOf('approval', `/${run.approval}`)}>{run.record_name}</Link> },
          { title: t('along.version'), width: 90, dataIndex: 'version_no' },
          { title: t('along.step'), render: (_, run) => (lang === 'zh' ? run.steps.join('、') : run.steps_en.join(', ')) },
          { title: t('along.what'), render: (_, run) => (run.why_zh === null ? t('along.can') : t('along.cannot', { why: (lang === 'zh' ? run.why_zh : run.why_en) ?? '' })) },
        ]}
        locale={{ emptyText: <Nothing text={t('along.none')} /> }}
      />
    </section>
  )
} // oxfmt-ignore
