import { PlusOutlined } from '@ant-design/icons'
import { Button, Tag } from 'antd'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { allows } from '../api/allows.ts'
import { type Rec, useSchema, useSearch, useSession } from '../api/api.ts'
import { pageOf } from '../api/page-of.ts'
import { isRef, sidOf } from '../fields/names.ts'
import { timeText, useZone } from '../fields/moments.ts'
import { optionLabel } from '../fields/option-label.ts'
import { Nothing } from '../ui/faults/nothing.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { PageSkeleton } from '../ui/page/page-skeleton.tsx'
import { NotAllowed } from '../ui/faults/notice.tsx'
import { PageFault } from '../ui/faults/query-fault.tsx'
import { Table } from '../ui/table.tsx'
import { useWords } from '../words/language.ts'
import { MODEL } from './plan.ts'

const FL = ['sid', 'name', 'case_sid', 'country', 'share', 'carried_out_at', 'created_by', 'updated_at']
const MAX_COMPARED = 3

/** This person's plans and those shared with them; two or three can be compared. */
export function PlanList() {
  const { t } = useWords()
  const schema = useSchema(MODEL).data
  const navigate = useNavigate()
  const me = useSession()?.user_sid
  const [marked, setMarked] = useState<string[]>([])
  const found = useSearch(MODEL, { fl: FL, iql: 'ORDER BY updated_at DESC', rows: 100, total: 'none' })
  if (found.isError) return <PageFault fault={found.error} onRetry={() => void found.refetch()} />
  if (!schema || !found.data) return <PageSkeleton />
  if (!allows(schema, 'search')) return <NotAllowed />
  const rows = found.data.record
  const mine = rows.filter((row) => sidOf(row['created_by']) === me)
  const shared = rows.filter((row) => !mine.includes(row))
  const mark = { marked, setMarked }
  return (
    <div className="page">
      <PageHead
        title={t('plan.title')}
        name={t('plan.title')}
        acts={
          <>
            <Button
              disabled={marked.length < 2}
              title={t('plan.compareHint')}
              onClick={() => void navigate(pageOf(MODEL, `/compare?plans=${marked.join(',')}`))}
            >
              {t('plan.compare')}
            </Button>
            {allows(schema, 'create') && (
              <Link to={pageOf(MODEL, '/new')}>
                <Button type="primary" icon={<PlusOutlined />}>
                  {t('plan.new')}
                </Button>
              </Link>
            )}
          </>
        }
      />
      {rows.length === 0 ? (
        <Nothing text={t('plan.nothing')} hint={t('plan.about')} />
      ) : (
        <>
          <Section title={t('plan.mine')} rows={mine} {...mark} />
          <Section title={t('plan.shared')} rows={shared} {...mark} />
        </>
      )}
    </div>
  )
}

type SectionProps = { title: string; rows: readonly Rec[]; marked: readonly string[]; setMarked: (marked: string[]) => void }

function Section({ title, rows, marked, setMarked }: SectionProps) {
  const { t, tag } = useWords()
  const zone = useZone()
  const schema = useSchema(MODEL).data
  const share = schema?.fields.find(({ code }) => code === 'share')
  const others = marked.filter((sid) => !rows.some((row) => row.sid === sid))
  return (
    <section className="spaced" aria-label={title}>
      <h2>
        {title} <span className="quiet">{rows.length}</span>
      </h2>
      {rows.length === 0 ? (
        <p className="quiet">{t('plan.none')}</p>
      ) : (
        <Table<Rec>
          rowKey="sid"
          size="small"
          pagination={false}
          scroll={{ x: 760 }}
          dataSource={[...rows]}
          rowSelection={{
            hideSelectAll: true,
            selectedRowKeys: [...marked],
            onChange: (keys) => setMarked([...others, ...keys.map(String)].slice(0, MAX_COMPARED)),
            getCheckboxProps: ({ sid, name }) => ({
              'aria-label': String(name),
              disabled: marked.length >= MAX_COMPARED && !marked.includes(sid),
            }),
          }}
          columns={[
            { key: 'name', title: t('plan.name'), render: (_, row) => <Link to={pageOf(MODEL, `/${row.sid}`)}>{String(row['name'])}</Link> },
            {
              key: 'case_sid',
              title: t('plan.from'),
              render: (_, row) => (isRef(row['case_sid']) ? row['case_sid'].name : <span className="quiet">{t('plan.supposed')}</span>),
            },
            { key: 'share', title: share?.label ?? '', width: 140, render: (_, row) => (share ? optionLabel(share, row['share']) : '') },
            {
              key: 'carried_out_at',
              title: t('plan.carriedOut'),
              width: 170,
              render: (_, row) => Boolean(row['carried_out_at']) && <Tag color="success">{timeText(String(row['carried_out_at']), tag, zone)}</Tag>,
            },
            { key: 'updated_at', title: t('plan.updated'), width: 170, render: (_, row) => timeText(String(row['updated_at']), tag, zone) },
          ]}
        />
      )}
    </section>
  )
}
