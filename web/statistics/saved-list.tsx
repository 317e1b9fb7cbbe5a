import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Link } from 'react-router'
import { type Rec, useSchema, useSearch, useSession } from '../api/api.ts'
import { pageOf } from '../api/page-of.ts'
import { sidOf } from '../fields/names.ts'
import { optionLabel } from '../fields/option-label.ts'
import { Nothing } from '../ui/faults/nothing.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { PageSkeleton } from '../ui/page/page-skeleton.tsx'
import { PageFault } from '../ui/faults/query-fault.tsx'
import { Table } from '../ui/table.tsx'
import { useWords } from '../words/language.ts'
import { nameOf } from './names.ts'
import { SharedWith } from './shared-with.tsx'
import './editor.css'

type Props = {
  model: 'statistic' | 'report'
  /** The options that a row shows between its name and its audience; `none`: the text without a choice. */
  options: readonly { code: string; width: number; none?: string }[]
  isShown?: (row: Rec) => boolean
  /** Said above the rows. */
  intro?: string
}

/** Records that this person saved, and those that others share with them. */
export function SavedList({ model, options, isShown = () => true, intro }: Props) {
  const { t, lang } = useWords()
  const me = useSession()?.user_sid
  const fl = ['sid', 'name', 'name_en', ...options.map(({ code }) => code), 'share', 'created_by']
  const found = useSearch(model, { fl, iql: 'ORDER BY name ASC', rows: 100, total: 'none' })
  if (found.isError) return <PageFault fault={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <PageSkeleton />
  const { compare } = new Intl.Collator(lang)
  const rows = found.data.record.filter(isShown).toSorted((one, other) => compare(nameOf(one, lang), nameOf(other, lang)))
  const mine = rows.filter((row) => sidOf(row['created_by']) === me)
  const shared = rows.filter((row) => !mine.includes(row))
  return (
    <div className="page">
      <PageHead
        title={t(`${model}.title`)}
        name={t(`${model}.title`)}
        acts={
          <Link to={pageOf(model, '/new')}>
            <Button type="primary" icon={<PlusOutlined />}>
              {t(`${model}.new`)}
            </Button>
          </Link>
        }
      />
      {rows.length === 0 ? (
        <Nothing text={t(`${model}.nothing`)} hint={t(`${model}.about`)} />
      ) : (
        <>
          {intro && <p className="quiet">{intro}</p>}
          <Section model={model} options={options} title={t(`${model}.mine`)} rows={mine} empty={t(`${model}.noneMine`)} />
          <Section model={model} options={options} title={t(`${model}.shared`)} rows={shared} empty={t(`${model}.noneShared`)} />
        </>
      )}
    </div>
  )
}

type SectionProps = Pick<Props, 'model' | 'options'> & { title: string; rows: readonly Rec[]; empty: string }

function Section({ model, options, title, rows, empty }: SectionProps) {
  const { t, lang } = useWords()
  const schema = useSchema(model).data
  const fieldOf = (code: string) => schema?.fields.find((one) => one.code === code)
  const labelIn = (row: Rec, code: string) => {
    const field = fieldOf(code)
    return field && row[code] ? optionLabel(field, row[code]) : ''
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
            { key: 'name', title: t('statistic.name'), render: (_, row) => <Link to={pageOf(model, `/${row.sid}`)}>{nameOf(row, lang)}</Link> },
            ...options.map(({ code, width, none }) => ({
              key: code,
              title: fieldOf(code)?.label,
              width,
              render: (_: unknown, row: Rec) => labelIn(row, code) || <span className="quiet">{none}</span>,
            })),
            {
              key: 'share',
              title: fieldOf('share')?.label,
              width: 200,
              render: (_, row) => <SharedWith row={row} label={labelIn(row, 'share')} />,
            },
          ]}
        />
      )}
    </section>
  )
}
