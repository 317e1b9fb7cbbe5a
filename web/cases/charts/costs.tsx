import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Alert, Button, Drawer, Skeleton, Space } from 'antd'
import { Link } from 'react-router'
import type { SentBody } from '../../../model/kit/action.ts'
import { apartOf } from '../../../model/fees/currencies/convert.ts'
import { type CostRow, sumCosts } from '../../../model/fees/costs/cost-actions.ts'
import { type CostKey, SEVERAL } from '../../../model/fees/costs/cost-keys.ts'
import { act, useSchema } from '../../api/api.ts'
import { allows } from '../../api/allows.ts'
import { pageOf } from '../../api/page-of.ts'
import { useAddress } from '../worklist/address.ts'
import { Money } from '../../fields/money.tsx'
import { PlainTable } from '../../records/list/plain-table.tsx'
import { NotAllowed } from '../../ui/faults/notice.tsx'
import { Nothing } from '../../ui/faults/nothing.tsx'
import { useWords } from '../../words/language.ts'
import { Converted, Figure } from './in-company-currency.tsx'

export type AskedCosts = SentBody<typeof sumCosts>

type CostsProps = {
  asked: AskedCosts
  /** The filters of the screen, asked of the record that names the case by this field. */
  filters?: (through: string) => string
  /** Opens the same costs of one group by another key. */
  onDivide?: ((by: CostKey, row: CostRow) => void) | undefined
}

/** Costs by one key, with their total; a row opens the rates, the fees and the bills behind it. */
export function Costs({ asked, filters = () => '', onDivide }: CostsProps) {
  const { t } = useWords()
  const schema = useSchema('fee').data
  const { read, put } = useAddress()
  const may = schema !== undefined && allows(schema, sumCosts.name)
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ['fee', 'costs', asked],
    queryFn: () => act(sumCosts, asked),
    enabled: may,
    placeholderData: keepPreviousData,
    meta: { faults: 'own' },
  })
  if (schema && !may) return <NotAllowed />
  if (error) return <Alert type="info" showIcon title={error.message} />
  if (!data) return <Skeleton active paragraph={{ rows: 6 }} />
  if (data.record.length === 0) return <Nothing text={t('costs.none')} hint={t('costs.noneHint')} />
  // While another question is answered, its rows are still those of the one before.
  const opened = isPlaceholderData ? undefined : data.record.find((row) => placeOf(row) === read('open'))
  const close = () => put({ open: null }, true)
  return (
    <>
      {!data.has_bills && asked.of !== 'CLASS' && <p className="quiet">{t('costs.noBills')}</p>}
      {SEVERAL.includes(asked.by) && <p className="quiet">{t('costs.several')}</p>}
      {data.is_cut && <p className="quiet">{t('costs.cut', { count: data.most })}</p>}
      <CostTable rows={data.record} total={data.total} currency={data.currency} by={asked.by} onOpen={(row) => put({ open: placeOf(row) })} />
      <Drawer open={opened !== undefined} onClose={close} size={720} mask={false} title={opened && <NameOf row={opened} />} destroyOnHidden>
        {opened && <Behind row={opened} by={asked.by} filters={filters} onDivide={onDivide && ((by) => onDivide(by, opened))} />}
      </Drawer>
    </>
  )
}

/** The row in the address; the group without a key has one too. */
const placeOf = ({ key }: CostRow) => `of ${key ?? ''}`

type TableProps = {
  rows: readonly CostRow[]
  total: Omit<CostRow, 'key' | 'name' | 'fees_iql' | 'bills_iql'>
  currency: string
  by: CostKey
  onOpen: (row: CostRow) => void
}

function CostTable({ rows, total, currency, onOpen }: TableProps) {
  const { t } = useWords()
  const whole: CostRow = { ...total, key: null, name: t('costs.whole'), fees_iql: null, bills_iql: null }
  const all = [...rows, whole]
  return (
    <PlainTable<CostRow>
      rowKey={(row) => (row === whole ? 'whole' : placeOf(row))}
      dataSource={all}
      scroll={{ x: 640 }}
      rowClassName={(row) => (row === whole ? 'total-row' : '')}
      columns={[
        {
          title: '',
          render: (_, row) =>
            row === whole ? (
              <b>{row.name}</b>
            ) : (
              <button type="button" className="plain link" onClick={() => onOpen(row)}>
                <NameOf row={row} />
              </button>
            ),
        },
        { title: t('costs.spent'), align: 'right', width: 170, render: (_, row) => <Figure of={row.spent} /> },
        { title: t('costs.planned'), align: 'right', width: 170, render: (_, row) => <Figure of={row.planned} /> },
        {
          title: t('costs.total'),
          align: 'right',
          width: 170,
          render: (_, row) => <Figure of={{ total: row.total, currency, apart: apartOf(row.spent, row.planned) }} />,
        },
      ]}
    />
  )
}

function NameOf({ row }: { row: CostRow }) {
  const { t } = useWords()
  if (row.key === null) return <span className="quiet">{t('costs.without')}</span>
  return row.name === '' ? <span className="quiet">{t('costs.hidden')}</span> : <>{row.name}</>
}

type BehindProps = { row: CostRow; by: CostKey; filters: (through: string) => string; onDivide: ((by: CostKey) => void) | undefined }

function Behind({ row, by, filters, onDivide }: BehindProps) {
  const { t } = useWords()
  const within = (iql: string, through: string) => [iql, filters(through)].filter(Boolean).join(' AND ')
  const list = (model: string, iql: string) => `/m/${model}?${new URLSearchParams({ iql })}`
  return (
    <>
      {(['spent', 'planned'] as const).map((code) => (
        <section key={code} className="group">
          <header className="part-head">
            <h2>{t(`costs.${code}`)}</h2>
          </header>
          <p>
            <Money amount={row[code].total} currency={row[code].currency} />
          </p>
          <Converted of={row[code]} />
        </section>
      ))}
      <Space wrap>
        {row.fees_iql !== null && <Link to={list('fee', within(row.fees_iql, 'case_sid'))}>{t('costs.fees')}</Link>}
        {row.bills_iql !== null && <Link to={list('invoice', within(row.bills_iql, 'case_sids'))}>{t('costs.bills')}</Link>}
        {by === 'CASE' && row.key !== null && <Link to={pageOf('case', `/${row.key}?tab=fees&which=cost`)}>{t('deadlineList.case')}</Link>}
        {onDivide && by !== 'CASE' && row.key !== null && <Button onClick={() => onDivide('CASE')}>{t('costs.cases')}</Button>}
        {onDivide && by !== 'CLASS' && row.key !== null && <Button onClick={() => onDivide('CLASS')}>{t('costs.classes')}</Button>}
      </Space>
      {row.fees_iql === null && <p className="quiet">{t('costs.tooMany')}</p>}
    </>
  )
}
