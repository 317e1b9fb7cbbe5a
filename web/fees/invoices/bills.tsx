import { Link } from 'react-router'
import { type Rec, useSchema, useSearch } from '../../api/api.ts'
import { allows } from '../../api/allows.ts'
import { pageOf } from '../../api/page-of.ts'
import { isRef } from '../../fields/names.ts'
import { Money } from '../../fields/money.tsx'
import { StateTag } from '../../records/detail/state-tag.tsx'
import { PlainTable } from '../../records/list/plain-table.tsx'

const FL = ['invoice_no', 'agency_sid', 'seller_name', 'currency', 'total', 'request_amount', 'outstanding', 'status']

/** The invoices that a payment list pays, or has paid; empty for a list of fees. */
export function Bills({ sid }: { sid: string }) {
  const schema = useSchema('invoice').data
  const may = schema !== undefined && allows(schema, 'search')
  const iql = `payment_sid = '${sid}' OR payments.payment_sid = '${sid}' ORDER BY invoice_no ASC`
  const { data } = useSearch('invoice', { fl: FL, iql, rows: 100 }, { enabled: may, meta: { faults: 'own' } })
  const rows = data?.record ?? []
  if (!schema || rows.length === 0) return null
  const label = (code: string) => schema.fields.find((one) => one.code === code)?.label
  const amount = (code: string) => ({
    title: label(code),
    align: 'right' as const,
    render: (_: unknown, row: Rec) => <Money amount={row[code]} currency={row['currency']} />,
  })
  return (
    <PlainTable<Rec>
      dataSource={rows}
      scroll={{ x: 640 }}
      columns={[
        { title: label('invoice_no'), render: (_, row) => <Link to={pageOf('invoice', `/${row.sid}`)}>{String(row['invoice_no'])}</Link> },
        { title: label('agency_sid'), render: (_, row) => (isRef(row['agency_sid']) ? row['agency_sid'].name : String(row['seller_name'] ?? '')) },
        amount('total'),
        amount('request_amount'),
        amount('outstanding'),
        { title: label('status'), width: 120, render: (_, row) => <StateTag schema={schema} state={row['status']} /> },
      ]}
    />
  )
}
