import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Link } from 'react-router'
import { type Rec, useSchema, useSearch, useSession } from '../../api/api.ts'
import { pageOf } from '../../api/page-of.ts'
import { sidOf } from '../../fields/names.ts'
import { optionLabel } from '../../fields/option-label.ts'
import { Nothing } from '../../ui/nothing.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { PageSkeleton } from '../../ui/page-skeleton.tsx'
import { PageFault } from '../../ui/query-fault.tsx'
import { Table } from '../../ui/table.tsx'
import { useWords } from '../../words/language.ts'
import { nameOf } from '../names.ts'
import { SharedWith } from '../shared-with.tsx'
import '../editor.css'

const MODEL = 'report'
const FL = ['sid', 'name', 'name_en', 'language', 'period', 'share', 'created_by', 'updated_at']

/** This person's reports, and those that others share with them. */
export function ReportsScreen() {
  const { t, lang } = useWords()
  const me = useSession()?.user_sid
  const found = useSearch(MODEL, { fl: FL, iql: 'ORDER BY name ASC', rows: 100, total: 'none' })
  if (found.isError) return <PageFault fault={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <PageSkeleton />
  const { compare } = new Intl.Collator(lang)
  const rows = found.data.record.toSorted((one, other) => compare(nameOf(one, lang), nameOf(other, lang)))
  const mine = rows.filter((row) => sidOf(row['created_by']) === me)
  const shared = rows.filter((row) => !mine.includes(row))
  return (
    <div className="page">
      <PageHead
        title={t('report.title')}
        name={t('report.title')}
        acts={
          <Link to={pageOf(MODEL, '/new')}>
            <Button type="primary" icon={<PlusOutlined />}>
              {t('report.new')}
            </Button>
          </Link>
        }
      />
      {rows.length === 0 ? (
        <Nothing text={t('report.nothing')} hint={t('report.about')} />
      ) : (
        <>
          <p className="quiet">{t('report.about')}</p>
          <Section title={t('report.mine')} rows={mine} empty={t('report.noneMine')} />
          <Section title={t('report.shared')} rows={shared} empty={t('report.noneShared')} />
        </>
      )}
    </div>
  )
}

function Section({ title, rows, empty }: { title: string; rows: readonly Rec[]; empty: string }) {
  const { t, lang } = useWords()
  const schema = useSchema(MODEL).data
  const fieldOf = (code: string) => schema?.fields.find((one) => one.code === code)
  const labelIn = (code: string, value: unknown) => {
    const field = fieldOf(code)
    return field && value ? optionLabel(field, value) : ''
  }
  return (
    <section className="spaced" aria-label={title}>
      <h2 className="statistic-section">
        {title} <span className="quiet">{rows.length}</span>
      </h2>
      {rows.length === 0 ? (
        <p className="quiet">{empty}</p>
      ) : (
        <Table<Rec>
          rowKey="sid"
          size="small"
          pagination={false}
          scroll={{ x: 640 }}
          dataSource={rows}
          columns={[
            { key: 'name', title: t('statistic.name'), render: (_, row) => <Link to={pageOf(MODEL, `/${row.sid}`)}>{nameOf(row, lang)}</Link> },
            { key: 'period', title: fieldOf('period')?.label, width: 160, render: (_, row) => labelIn('period', row['period']) },
            {
              key: 'language',
              title: fieldOf('language')?.label,
              width: 180,
              render: (_, row) => labelIn('language', row['language']) || <span className="quiet">{t('report.readers')}</span>,
            },
            {
              key: 'share',
              title: fieldOf('share')?.label,
              width: 200,
              render: (_, row) => <SharedWith row={row} label={labelIn('share', row['share'])} />,
            },
          ]}
        />
      )}
    </section>
  )
}
