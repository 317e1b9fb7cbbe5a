import { DownloadOutlined } from '@ant-design/icons'
import { App, Button, Drawer, Segmented, Skeleton, Table } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import type { WireSchema } from '../../model/kit/wire.ts'
import type { Rec } from '../api/api.ts'
import { doVerb, modelPath, useRecord, useSchema, useSearch, useWrite } from '../api/api.ts'
import { download } from '../api/call.ts'
import { useAddress } from '../cases/address.ts'
import { nameOf } from '../cases/dates/next-due.tsx'
import { amountText } from '../cases/charts/sums.ts'
import { saveAs } from '../fields/by-type/attachment.tsx'
import { decimalsOf, groupDigits, sumOf } from '../fields/decimals.ts'
import { dayText, timeText, useZone } from '../fields/moments.ts'
import { isRef } from '../fields/names.ts'
import { useKeys } from '../ui/keys.ts'
import { NotAllowed } from '../ui/notice.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { pageOf } from '../api/page-of.ts'
import { Nothing } from '../ui/nothing.tsx'
import { PageSkeleton } from '../ui/page-skeleton.tsx'
import { StateTag } from '../records/detail/state-tag.tsx'
import { allows } from '../api/allows.ts'
import { useWords } from '../words/language.ts'
import { PayList } from './pay-list.tsx'
import './fees.css'

const FL = ['sid', 'payment_no', 'payee', 'totals', 'fee_count', 'pay_date', 'official_order_no', 'status', 'created_at', 'created_by']
const ROWS = 50

type Total = { currency: string; count: number; amount: string }
const totalsOf = (record: Rec) => (Array.isArray(record['totals']) ? (record['totals'] as Total[]) : []) // kept so by the server
const isOpenList = (record: Rec) => ['DRAFT', 'APPROVED'].includes(String(record['status']))

/** Lists of fees that are paid together. */
export function PaymentLists() {
  const { t, tag } = useWords()
  const zone = useZone()
  const { read, put } = useAddress()
  const schema = useSchema('payment').data
  const isAll = read('which') === 'all'
  const page = Math.max(1, Number(read('page', '1')) || 1)
  const iql = `${isAll ? 'payment_no IS NOT EMPTY' : "status IN ('DRAFT', 'APPROVED')"} ORDER BY payment_no DESC`
  const may = schema && allows(schema, 'search')
  const { data, isPending } = useSearch('payment', { fl: FL, iql, rows: ROWS, start: (page - 1) * ROWS }, { enabled: may === true })
  useKeys({ Escape: () => put({ open: null }, true) })
  if (may === false) return <NotAllowed />
  if (!schema) return <PageSkeleton />
  const name = t('annuity.lists')
  return (
    <div className="page list desk">
      <PageHead title={name} name={name} crumbs={[{ label: t('annuity.title'), to: '/annuities' }]} />
      <div className="tab-bar">
        <Segmented
          value={isAll ? 'all' : ''}
          onChange={(which) => put({ which: which || null })}
          options={[
            { value: '', label: t('annuity.listOpen') },
            { value: 'all', label: t('annuity.listAll') },
          ]}
        />
      </div>
      <Table<Rec>
        rowKey="sid"
        size="small"
        className="desk-table"
        dataSource={data?.record ?? []}
        scroll={{ x: 860 }}
        pagination={{
          current: page,
          pageSize: ROWS,
          total: data?.total ?? 0,
          showSizeChanger: false,
          hideOnSinglePage: true,
          onChange: (next) => put({ page: next }),
        }}
        onRow={(record) => ({ onClick: () => put({ open: record.sid }, true) })}
        rowClassName={(record) => `clickable ${record.sid === read('open') ? 'opened' : ''}`}
        columns={[
          {
            title: t('annuity.no'),
            width: 140,
            render: (_, record) => (
              <button type="button" className="plain link">
                {String(record['payment_no'])}
              </button>
            ),
          },
          { title: t('deadlines.status'), width: 110, render: (_, record) => <StateTag schema={schema} state={record['status']} /> },
          { title: t('annuity.fees'), width: 80, align: 'right', dataIndex: 'fee_count' },
          {
            title: t('annuity.sums'),
            align: 'right',
            render: (_, record) => (
              <span className="owed number">
                {totalsOf(record).map((total) => (
                  <span key={total.currency}>{amountText(total)}</span>
                ))}
              </span>
            ),
          },
          { title: t('annuity.payee'), dataIndex: 'payee', ellipsis: true },
          {
            title: t('annuity.payDate'),
            width: 116,
            render: (_, record) => (typeof record['pay_date'] === 'string' ? dayText(record['pay_date'], tag) : <span className="none">—</span>),
          },
          { title: t('annuity.created'), width: 190, render: (_, record) => `${timeText(String(record['created_at']), tag, zone)}` },
        ]}
        locale={{
          emptyText: isPending ? (
            <Skeleton active title={false} paragraph={{ rows: 4 }} />
          ) : (
            <Nothing text={t('annuity.noneLists')} hint={t('annuity.noneListsHint')}>
              <Link to="/annuities">
                <Button type="primary">{t('annuity.toDesk')}</Button>
              </Link>
            </Nothing>
          ),
        }}
      />
      <Drawer open={Boolean(read('open'))} onClose={() => put({ open: null }, true)} size={720} title={t('annuity.lists')} destroyOnHidden>
        {read('open') && <PaymentList sid={read('open')} schema={schema} />}
      </Drawer>
    </div>
  )
}

const FEES = ['sid', 'fee_no', 'name', 'name_en', 'case_sid', 'currency', 'amount', 'surcharge', 'paid_amount', 'due_date', 'voucher_no', 'status']

/** One list: its fees, its file for the payment site, and its end: paid or cancelled. */
function PaymentList({ sid, schema }: { sid: string; schema: WireSchema }) {
  const { t, lang, tag } = useWords()
  const { modal, message } = App.useApp()
  const fees = useSchema('fee').data
  const [isPaying, setPaying] = useState(false)
  const { data: record } = useRecord('payment', sid, { meta: { faults: 'own' } })
  const { data } = useSearch('fee', { fl: FEES, iql: `payment_sid = '${sid}' ORDER BY due_date ASC`, rows: 100 })
  const take = useWrite('payment', (transition: string) => doVerb<Rec>('payment', 'transition', { sid, transition }))
  const takeOff = useWrite('fee', (fee: string) => doVerb<Rec>('fee', 'transition', { sid: fee, transition: 'take_back' }))
  if (!record || !fees) return <Skeleton active paragraph={{ rows: 6 }} />
  const no = String(record['payment_no'])
  const isOpen = isOpenList(record) && allows(schema, 'transition')
  const rows = data?.record ?? []
  const cancel = () =>
    modal.confirm({
      title: t('annuity.cancelTitle', { no }),
      content: t('annuity.cancelHint', { count: rows.length }),
      okText: t('annuity.cancelList'),
      okButtonProps: { danger: true },
      onOk: () =>
        take.mutateAsync('cancel').then(
          () => void message.success(t('annuity.cancelled', { no })),
          () => undefined, // what was refused has been announced
        ),
    })
  const save = async () => saveAs(await download(modelPath('payment', `do/export/${sid}`)), `${no}.xlsx`)
  return (
    <div className="deadline-drawer">
      <header className="why-head">
        <h2>{no}</h2>
        <StateTag schema={schema} state={record['status']} />
        {totalsOf(record).map((total) => (
          <b key={total.currency} className="number">
            {amountText(total)}
          </b>
        ))}
      </header>
      <div className="why-acts">
        {isOpen && (
          <Button type="primary" disabled={rows.length === 0} onClick={() => setPaying(true)}>
            {t('annuity.payList')}
          </Button>
        )}
        <Button icon={<DownloadOutlined />} disabled={rows.length === 0} onClick={() => void save()}>
          {t('annuity.export')}
        </Button>
        {isOpen && (
          <Button danger onClick={cancel}>
            {t('annuity.cancelList')}
          </Button>
        )}
      </div>
      <Table<Rec>
        rowKey="sid"
        size="small"
        dataSource={rows}
        pagination={false}
        columns={[
          {
            title: t('desk.case'),
            render: (_, fee) =>
              isRef(fee['case_sid']) && <Link to={pageOf('patent', `/${fee['case_sid'].sid}?tab=fees`)}>{fee['case_sid'].name.split(' ')[0]}</Link>,
          },
          { title: t('fees.what'), render: (_, fee) => nameOf(fee, lang) },
          { title: t('fees.dueDate'), width: 110, render: (_, fee) => dayText(String(fee['due_date']), tag) },
          { title: t('fees.amount'), width: 130, align: 'right', render: (_, fee) => <span className="number">{owedOf(fee)}</span> },
          { title: t('annuity.receipt'), dataIndex: 'voucher_no', width: 110 },
          {
            title: '',
            width: 90,
            render: (_, fee) =>
              isOpen ? (
                <Button size="small" type="link" onClick={() => takeOff.mutate(fee.sid)}>
                  {t('annuity.takeOff')}
                </Button>
              ) : (
                <StateTag schema={fees} state={fee['status']} />
              ),
          },
        ]}
      />
      {isPaying && <PayList record={record} fees={rows} onClose={() => setPaying(false)} />}
    </div>
  )
}

function owedOf(fee: Rec) {
  const currency = String(fee['currency'])
  const amounts = fee['status'] === 'PAID' ? [String(fee['paid_amount'] ?? '0')] : [String(fee['amount'] ?? '0'), String(fee['surcharge'] ?? '0')]
  return `${currency} ${groupDigits(sumOf(amounts, decimalsOf(currency)))}`
}
