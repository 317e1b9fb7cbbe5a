import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Link } from 'react-router'
import { type Rec, useSchema, useSearch, useSession } from '../api/api.ts'
import { pageOf } from '../api/page-of.ts'
import { useCountable } from '../cases/statistics/countable.ts'
import { sidOf } from '../fields/names.ts'
import { optionLabel } from '../fields/option-label.ts'
import { Nothing } from '../ui/nothing.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { PageSkeleton } from '../ui/page-skeleton.tsx'
import { PageFault } from '../ui/query-fault.tsx'
import { Table } from '../ui/table.tsx'
import { useWords } from '../words/language.ts'
import { nameOf } from './names.ts'
import { SharedWith } from './shared-with.tsx'
import './editor.css'

const MODEL = 'statistic'
const FL = ['sid', 'name', 'name_en', 'entity', 'drawing', 'share', 'created_by', 'updated_at']

/** This person's statistics, and those that others share with them, over records that they may count. */
export function StatisticsScreen() {
  const { t, lang } = useWords()
  const me = useSession()?.user_sid
  const found = useSearch(MODEL, { fl: FL, iql: 'ORDER BY name ASC', rows: 100, total: 'none' })
  const countable = useCountable()
  if (found.isError) return <PageFault fault={found.error} onRetry={() => void found.refetch()} />
  if (!found.data || !countable) return <PageSkeleton />
  const known = found.data.record.filter((row) => countable.some(({ code }) => code === row['entity']))
  const { compare } = new Intl.Collator(lang)
  const rows = known.toSorted((one, other) => compare(nameOf(one, lang), nameOf(other, lang)))
  const mine = rows.filter((row) => sidOf(row['created_by']) === me)
  const shared = rows.filter((row) => !mine.includes(row))
  return (
    <div className="page">
      <PageHead
        title={t('statistic.title')}
        name={t('statistic.title')}
        acts={
          <Link to={pageOf(MODEL, '/new')}>
            <Button type="primary" icon={<PlusOutlined />}>
              {t('statistic.new')}
            </Button>
          </Link>
        }
      />
      {rows.length === 0 ? (
        <Nothing text={t('statistic.nothing')} hint={t('statistic.about')} />
      ) : (
        <>
          <Section title={t('statistic.mine')} rows={mine} empty={t('statistic.noneMine')} />
          <Section title={t('statistic.shared')} rows={shared} empty={t('statistic.noneShared')} />
        </>
      )}
    </div>
  )
}

function Section({ title, rows, empty }: { title: string; rows: readonly Rec[]; empty: string }) {
  const { t, lang } = useWords()
  const schema = useSchema(MODEL).data
  const labelIn = (code: string, value: unknown) => {
    const field = schema?.fields.find((one) => one.code === code)
    return field ? optionLabel(field, value) : ''
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
            { key: 'entity', title: labelOfField(schema, 'entity'), width: 180, render: (_, row) => labelIn('entity', row['entity']) },
            { key: 'drawing', title: labelOfField(schema, 'drawing'), width: 140, render: (_, row) => labelIn('drawing', row['drawing']) },
            {
              key: 'share',
              title: labelOfField(schema, 'share'),
              width: 220,
              render: (_, row) => <SharedWith row={row} label={labelIn('share', row['share'])} />,
            },
          ]}
        />
      )}
    </section>
  )
}

const labelOfField = (schema: ReturnType<typeof useSchema>['data'], code: string) => schema?.fields.find((field) => field.code === code)?.label ?? ''
