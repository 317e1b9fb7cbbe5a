import { MailOutlined, PlusOutlined } from '@ant-design/icons'
import type { TableColumnType } from 'antd'
import { Button, Drawer, Segmented, Skeleton } from 'antd'
import { Link, useSearchParams } from 'react-router'
import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import type { Rec } from '../../api/api.ts'
import { useSchema } from '../../api/api.ts'
import { NewDeadline } from '../dates/new-deadline.tsx'
import { ExtendButton } from '../dates/extend.tsx'
import { DoneOrNot } from '../dates/done-or-not.tsx'
import { Reason, useShortWhy } from '../dates/reason.tsx'
import { DeadlineWhy } from '../dates/why.tsx'
import { DayCell } from '../worklist/cells.tsx'
import { isRef } from '../../fields/names.ts'
import { Nothing } from '../../ui/faults/nothing.tsx'
import { allows } from '../../api/allows.ts'
import { useWords } from '../../words/language.ts'
import { DaysToLoss, DueDaysLeft } from '../dates/days-left.tsx'
import { dueDayOf } from '../dates/due-day.ts'
import { nameOf } from '../dates/next-due.tsx'
import { PlainTable } from '../../records/list/plain-table.tsx'
import { usePaged } from '../../records/list/use-paged.tsx'

const FL = [
  ...['sid', 'name', 'name_en', 'kind', 'official_due', 'internal_due', 'grace_end', 'owner_sid', 'status', 'done_date', 'certainty', 'provisional'],
  ...['extended_due', 'free_to', 'final_due', 'manual', 'annuity_year', 'explanation', 'handled_reason', 'if_missed', 'if_missed_en'],
]
const OPEN = "status IN ('OPEN', 'MISSED')"

/** Every deadline of one case: open ones first, settled ones on request; a click shows the reasons. */
export function CaseDeadlines({ sid, name, onRecord }: { sid: string; name: string; onRecord?: () => void }) {
  const { t } = useWords()
  const { read, put } = useQueryPart()
  const schema = useSchema('deadline').data
  const isAll = read('which') === 'all'
  const opened = read('why')
  const iql = `case_sid = '${sid}'${isAll ? '' : ` AND ${OPEN}`} ORDER BY ${isAll ? 'official_due ASC' : 'final_due ASC, official_due ASC'}`
  const { data, record: rows, isPending, pages } = usePaged('deadline', { fl: FL, iql, rows: 100 })
  const columns = useColumns(schema, rows, (record) => put({ why: record.sid }))
  if (isPending || !schema) return <Skeleton active paragraph={{ rows: 6 }} />
  return (
    <>
      <div className="tab-bar">
        <Segmented
          value={isAll ? 'all' : 'open'}
          options={[
            { value: 'open', label: t('deadlines.open') },
            { value: 'all', label: t('deadlines.all') },
          ]}
          onChange={(which) => put({ which: which === 'all' ? 'all' : '' })}
        />
        <span className="quiet">{t('list.total', { total: data?.total ?? 0 })}</span>
        <Link to={`/deadlines/day?case=${sid}`}>{t('day.asOf')}</Link>
        {allows(schema, 'create') && (
          <Button icon={<PlusOutlined />} className="tab-bar-end" title={t('deadlineList.newHint')} onClick={() => put({ new: '1' })}>
            {t('deadlineList.new')}
          </Button>
        )}
      </div>
      {read('new') && allows(schema, 'create') && <NewDeadline schema={schema} of={{ sid, name }} onClose={() => put({ new: '' })} />}
      <PlainTable<Rec>
        dataSource={rows}
        scroll={{ x: 980 }}
        onRow={(record) => ({ onClick: () => put({ why: record.sid }), className: 'clickable' })}
        columns={columns}
        locale={{
          emptyText: (
            <Nothing text={t(isAll ? 'deadlines.none' : 'deadlines.noneOpen')} hint={t('deadlines.noneHint')}>
              {onRecord && (
                <Button icon={<MailOutlined />} onClick={onRecord}>
                  {t('officialDocument.open')}
                </Button>
              )}
            </Nothing>
          ),
        }}
      />
      {pages}
      <Drawer open={Boolean(opened)} onClose={() => put({ why: '' })} size={520} mask={false} title={t('deadlines.why')} destroyOnHidden>
        {opened && <DeadlineWhy sid={opened} acts={<ExtendButton sid={opened} />} />}
      </Drawer>
    </>
  )
}

/** The address parameters of this tab, besides those of its page. */
function useQueryPart() {
  const [query, setQuery] = useSearchParams()
  const put = (changes: Record<string, string>) =>
    setQuery(
      (now) => {
        for (const [key, value] of Object.entries(changes)) {
          if (value) now.set(key, value)
          else now.delete(key)
        }
        return now
      },
      { replace: true },
    )
  return { read: (key: string) => query.get(key), put }
}

function useColumns(schema: WireSchema | undefined, records: readonly Rec[], onOpen: (record: Rec) => void): TableColumnType<Rec>[] {
  const { t, lang } = useWords()
  const why = useShortWhy(records)
  return [
    {
      title: t('deadlines.what'),
      render: (_, record) => (
        <button type="button" className="plain link" onClick={() => onOpen(record)}>
          {nameOf(record, lang)}
        </button>
      ),
    },
    { title: t('deadlines.official'), width: 110, render: (_, record) => <DayCell value={dueDayOf(record)} /> },
    { title: t('deadlines.internal'), width: 110, render: (_, record) => <DayCell value={record['internal_due']} /> },
    {
      title: t('deadlines.left'),
      width: 120,
      render: (_, record) => <Left record={record} />,
    },
    { title: t('deadlineList.why'), width: '22%', ellipsis: true, render: (_, record) => <Reason text={why(record)} record={record} /> },
    {
      title: t('deadlines.owner'),
      width: 120,
      ellipsis: true,
      render: (_, record) => (isRef(record['owner_sid']) ? record['owner_sid'].name : ''),
    },
    { title: t('deadlines.status'), width: 160, render: (_, record) => schema && <DoneOrNot schema={schema} record={record} /> },
  ]
}

/** The days left while it is open. */
function Left({ record }: { record: Rec }) {
  const due = dueDayOf(record)
  const isOpen = ['OPEN', 'MISSED'].includes(String(record['status']))
  if (!due || !isOpen) return null
  return (
    <span className="two-lines">
      <DueDaysLeft record={record} due={due} />
      <DaysToLoss record={record} />
    </span>
  )
}
