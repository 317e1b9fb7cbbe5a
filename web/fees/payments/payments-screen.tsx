import { Button, Segmented } from 'antd'
import { Link } from 'react-router'
import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import type { Rec } from '../../api/api.ts'
import { useSchema } from '../../api/api.ts'
import { useAddress } from '../../cases/worklist/address.ts'
import { DayCell } from '../../cases/worklist/cells.tsx'
import { OpenedDrawer } from '../../cases/worklist/opened-drawer.tsx'
import { useWorklist } from '../../cases/worklist/use-worklist.ts'
import { type WorklistColumn, WorklistTable } from '../../cases/worklist/worklist-table.tsx'
import { timeText, useZone } from '../../fields/moments.ts'
import { NotAllowed } from '../../ui/faults/notice.tsx'
import { PageHead } from '../../ui/page/page-head.tsx'
import { Nothing } from '../../ui/faults/nothing.tsx'
import { PageSkeleton } from '../../ui/page/page-skeleton.tsx'
import { StateTag } from '../../records/detail/state-tag.tsx'
import { allows } from '../../api/allows.ts'
import { useWords } from '../../words/language.ts'
import { PaymentList } from './payment-list.tsx'
import { totalsOf } from './payment-totals.ts'
import { Settlements } from './settlements.tsx'
import '../fees.css'

const FL = ['sid', 'payment_no', 'payee', 'totals', 'fee_count', 'bill_count', 'pay_date', 'official_order_no', 'status', 'created_at', 'created_by']

/** Lists of fees to be paid together. */
export function PaymentsScreen() {
  const { t } = useWords()
  const { read, put } = useAddress()
  const schema = useSchema('payment').data
  const isAll = read('which') === 'all'
  const may = schema && allows(schema, 'search')
  if (may === false) return <NotAllowed />
  if (!schema) return <PageSkeleton />
  const name = t('annuity.lists')
  return (
    <div className="page list worklist">
      <PageHead title={name} name={name} crumbs={[{ label: t('annuity.title'), to: '/annuities' }]} acts={<Settlements />} />
      <div className="tab-bar">
        <Segmented
          aria-label={t('deadlines.status')}
          value={isAll ? 'all' : ''}
          onChange={(which) => put({ which: which || null })}
          options={[
            { value: '', label: t('annuity.listOpen') },
            { value: 'all', label: t('annuity.listAll') },
          ]}
        />
      </div>
      <PaymentTable schema={schema} isAll={isAll} />
      <OpenedDrawer title={t('annuity.lists')} size={720}>
        {(sid) => <PaymentList sid={sid} schema={schema} />}
      </OpenedDrawer>
    </div>
  )
}

function PaymentTable({ schema, isAll }: { schema: WireSchema; isAll: boolean }) {
  const { t } = useWords()
  const iql = `${isAll ? 'payment_no IS NOT EMPTY' : "status IN ('DRAFT', 'APPROVED')"} ORDER BY payment_no DESC`
  const list = useWorklist({ model: 'payment', fl: FL, iql })
  return (
    <WorklistTable
      list={list}
      columns={useColumns(schema)}
      nameOf={(record) => String(record['payment_no'])}
      minWidth={860}
      brief={(record) => (
        <>
          <StateTag schema={schema} state={record['status']} />
          {typeof record['payee'] === 'string' && <span className="quiet">{record['payee']}</span>}
        </>
      )}
      empty={
        <Nothing text={t('annuity.noneLists')} hint={t('annuity.noneListsHint')}>
          <Link to="/annuities">
            <Button type="primary">{t('annuity.open')}</Button>
          </Link>
        </Nothing>
      }
    />
  )
}

function useColumns(schema: WireSchema): WorklistColumn[] {
  const { t, tag } = useWords()
  const zone = useZone()
  return [
    { title: t('annuity.no'), width: 140, render: (record) => <ListNumber record={record} /> },
    { title: t('deadlines.status'), width: 110, isWide: true, render: (record) => <StateTag schema={schema} state={record['status']} /> },
    {
      title: t('annuity.fees'),
      width: 80,
      align: 'right',
      isWide: true,
      render: (record) => <>{Number(record['bill_count'] ?? 0) || record['fee_count']}</>,
    },
    { title: t('annuity.sums'), align: 'right', render: (record) => <Totals record={record} /> },
    { title: t('annuity.payee'), isCut: true, isWide: true, render: (record) => <>{record['payee']}</> },
    { title: t('annuity.payDate'), width: 116, isWide: true, render: (record) => <DayCell value={record['pay_date']} /> },
    { title: t('annuity.created'), width: 190, isWide: true, render: (record) => timeText(String(record['created_at']), tag, zone) },
  ]
}

const ListNumber = ({ record }: { record: Rec }) => (
  <button type="button" className="plain link">
    {String(record['payment_no'])}
  </button>
)

const Totals = ({ record }: { record: Rec }) => (
  <span className="owed number">
    {totalsOf(record).map((total) => (
      <span key={total}>{total}</span>
    ))}
  </span>
)
