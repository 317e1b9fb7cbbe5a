import { Skeleton } from 'antd'
import { Link } from 'react-router'
import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import { type Rec, useSchema, useSearch } from '../../api/api.ts'
import { pageOf } from '../../api/page-of.ts'
import { Nothing } from '../../ui/faults/nothing.tsx'
import { QueryFault } from '../../ui/faults/query-fault.tsx'
import { Table } from '../../ui/table.tsx'
import { useWords } from '../../words/language.ts'
import { ListCell } from '../list/list-table.tsx'
import { totalText } from '../list/total-text.ts'
import { fieldsFor } from '../list/use-list.ts'

type ListedRecordsProps = { sid: string } & NonNullable<WireSchema['lists']>[number]

const MAX_SHOWN = 50
const COLUMNS = 8

/** The records of another model that name this one, the latest first; all of them are the list with this condition. */
export function ListedRecords({ sid, model, field }: ListedRecordsProps) {
  const { t, lang } = useWords()
  const schema = useSchema(model).data
  const [name] = schema?.display ?? []
  const listed = schema?.fields.filter(({ list, code }) => list && code !== field) ?? []
  const shown = listed.toSorted((a, b) => Number(b.code === name) - Number(a.code === name)).slice(0, COLUMNS)
  const fl = schema ? fieldsFor(schema, shown.map(({ code }) => code)) : ['sid'] // oxfmt-ignore
  const iql = `${field} = '${sid}'`
  const found = useSearch(
    model,
    { fl, iql: `${iql} ORDER BY updated_at DESC`, rows: MAX_SHOWN, total: 'capped' },
    { enabled: schema !== undefined, meta: { faults: 'own' } },
  )
  if (found.isError) return <QueryFault fault={found.error} onRetry={() => void found.refetch()} />
  if (!schema || !found.data) return <Skeleton active paragraph={{ rows: 4 }} />
  if (found.data.record.length === 0) return <Nothing text={t('detail.listsNothing', { name: schema[lang] })} />
  return (
    <>
      <Table<Rec>
        rowKey="sid"
        size="small"
        className="listed"
        pagination={false}
        tableLayout="auto"
        scroll={{ x: 'max-content' }}
        dataSource={found.data.record}
        columns={shown.map((one, at) => ({
          key: one.code,
          title: one.label,
          render: (_: unknown, record: Rec) => (
            <ListCell schema={schema} field={one} record={record} {...(at === 0 && { link: { to: pageOf(model, `/${record.sid}`), state: null } })} />
          ),
        }))}
      />
      <p className="below">
        <Link to={pageOf(model, `?${new URLSearchParams({ iql })}`)}>{t('detail.listsAll', { count: totalText(found.data, lang) })}</Link>
      </p>
    </>
  )
}
