import { DownloadOutlined, LeftOutlined, PlusOutlined, RightOutlined } from '@ant-design/icons'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Alert, Button, Drawer, Progress, Skeleton, Tag } from 'antd'
import { Link } from 'react-router'
import { budgetFile, type BudgetUse, useOfBudgets } from '../../../model/fees/costs/budget-actions.ts'
import { type Level, LEVELS } from '../../../model/fees/costs/budget-use.ts'
import { todayIn } from '../../../model/kit/days/clock.ts'
import { wordIn } from '../../../model/kit/fields.ts'
import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import { act, useSchema } from '../../api/api.ts'
import { allows } from '../../api/allows.ts'
import { fetchFile } from '../../api/call.ts'
import { pageOf } from '../../api/page-of.ts'
import { useAddress } from '../../cases/worklist/address.ts'
import { useSaveFile } from '../../fields/documents/save-file.ts'
import { Money } from '../../fields/money.tsx'
import { useZone } from '../../fields/moments.ts'
import { PlainTable } from '../../records/list/plain-table.tsx'
import { NotAllowed } from '../../ui/faults/notice.tsx'
import { Nothing } from '../../ui/faults/nothing.tsx'
import { PageHead } from '../../ui/page/page-head.tsx'
import { PageSkeleton } from '../../ui/page/page-skeleton.tsx'
import { useWords } from '../../words/language.ts'
import { Converted, Figure } from '../../cases/charts/in-company-currency.tsx'
import '../fees.css'

const COLOURS: Record<Level, string> = { OK: 'success', WARN: 'warning', OVER: 'error' }
const STATUS: Record<Level, 'normal' | 'active' | 'exception'> = { OK: 'normal', WARN: 'normal', OVER: 'exception' }

/** The budgets of one year against the costs paid and still to be paid; a budget opens the figures behind it. */
export function BudgetsScreen() {
  const schema = useSchema('budget').data
  if (!schema) return <PageSkeleton />
  if (!allows(schema, useOfBudgets.name)) return <NotAllowed />
  return <Budgets schema={schema} />
}

function Budgets({ schema }: { schema: WireSchema }) {
  const { t } = useWords()
  const { read, put } = useAddress()
  const zone = useZone()
  const year = /^2[01]\d\d$/.test(read('year')) ? Number(read('year')) : Number(todayIn(zone).slice(0, 4))
  const { data, error } = useQuery({
    queryKey: ['budget', 'use', year],
    queryFn: () => act(useOfBudgets, { year }),
    placeholderData: keepPreviousData,
    meta: { faults: 'own' },
  })
  const name = t('budget.title')
  const rows = data?.record ?? []
  const over = rows.filter(({ level }) => level === 'OVER')
  const opened = rows.find(({ sid }) => sid === read('open'))
  return (
    <div className="page">
      <PageHead title={name} name={name} acts={<Acts schema={schema} year={year} isEmpty={rows.length === 0} />} />
      {error && <Alert type="info" showIcon title={error.message} />}
      {!data && !error && <Skeleton active paragraph={{ rows: 6 }} />}
      {over.length > 0 && (
        <Alert
          type="error"
          showIcon
          className="spaced"
          title={t('budget.over', { count: over.length, names: over.map((one) => one.name).join(t('semicolon')) })}
        />
      )}
      {data && rows.length === 0 && <Nothing text={t('budget.none', { year })} hint={t('budget.noneHint')} />}
      {rows.length > 0 && <Uses rows={rows} onOpen={(sid) => put({ open: sid })} />}
      <Drawer open={opened !== undefined} onClose={() => put({ open: null }, true)} size={760} mask={false} title={opened?.name} destroyOnHidden>
        {opened && <Behind use={opened} />}
      </Drawer>
    </div>
  )
}

type ActsProps = { schema: WireSchema; year: number; isEmpty: boolean }

function Acts({ schema, year, isEmpty }: ActsProps) {
  const { t } = useWords()
  const { put } = useAddress()
  const saveFile = useSaveFile()
  const name = t('budget.title')
  return (
    <>
      <Button icon={<LeftOutlined />} aria-label={t('budget.before')} onClick={() => put({ year: `${year - 1}`, open: null })} />
      <b className="number">{year}</b>
      <Button icon={<RightOutlined />} aria-label={t('budget.after')} onClick={() => put({ year: `${year + 1}`, open: null })} />
      {allows(schema, 'export') && (
        <Button
          icon={<DownloadOutlined />}
          disabled={isEmpty}
          onClick={() => void saveFile(() => fetchFile(budgetFile, { year: `${year}` }), `${name} ${year}.xlsx`)}
        >
          {t('budget.export')}
        </Button>
      )}
      <Link to="/m/budget">
        <Button>{t('budget.list')}</Button>
      </Link>
      {allows(schema, 'create') && (
        <Link to="/m/budget/new">
          <Button type="primary" icon={<PlusOutlined />}>
            {t('budget.new')}
          </Button>
        </Link>
      )}
    </>
  )
}

function Uses({ rows, onOpen }: { rows: readonly BudgetUse[]; onOpen: (sid: string) => void }) {
  const { t, lang } = useWords()
  const amount = (of: BudgetUse, text: string) => <Money amount={text} currency={of.currency} />
  return (
    <PlainTable<BudgetUse>
      dataSource={rows}
      scroll={{ x: 860 }}
      columns={[
        {
          title: t('budget.name'),
          render: (_, use) => (
            <>
              <button type="button" className="plain link" onClick={() => onOpen(use.sid)}>
                {use.name}
              </button>
              <div className="quiet">{use.covers || t('budget.all')}</div>
            </>
          ),
        },
        { title: t('budget.amount'), align: 'right', width: 130, render: (_, use) => amount(use, use.amount) },
        { title: t('budget.paid'), align: 'right', width: 150, render: (_, use) => <Figure of={use.paid} /> },
        { title: t('budget.planned'), align: 'right', width: 150, render: (_, use) => <Figure of={use.planned} /> },
        { title: t('budget.left'), align: 'right', width: 130, render: (_, use) => amount(use, use.left) },
        {
          title: t('budget.used'),
          width: 180,
          render: (_, use) => (
            <>
              <Tag color={COLOURS[use.level]}>{wordIn(LEVELS[use.level], lang)}</Tag>{' '}
              <span className="number">{use.used === null ? '' : `${use.used} %`}</span>
              <Progress
                percent={Math.min(Number(use.used ?? 0), 100)}
                status={STATUS[use.level]}
                size="small"
                showInfo={false}
                aria-label={`${t('budget.used')} ${use.used ?? '0'} %`}
              />
            </>
          ),
        },
      ]}
    />
  )
}

/** The fees and bills behind the figures, and the rates by which they were converted. */
function Behind({ use }: { use: BudgetUse }) {
  const { t } = useWords()
  return (
    <>
      {(
        [
          ['paid', use.paid, use.paid_iql],
          ['planned', use.planned, use.planned_iql],
        ] as const
      ).map(([code, figure, iql]) => (
        <section key={code} className="group">
          <header className="part-head">
            <h2>{t(`budget.${code}`)}</h2>
            <Link to={`/m/fee?${new URLSearchParams({ iql })}`}>{t('budget.fees')}</Link>
          </header>
          {figure.converted.length === 0 && (
            <p>
              <Money amount={figure.total} currency={figure.currency} />
            </p>
          )}
          <Converted of={figure} />
        </section>
      ))}
      <section className="group">
        <header className="part-head">
          <h2>{t('budget.bills')}</h2>
        </header>
        {use.bills.length === 0 ? (
          <p className="quiet">{t('budget.noBills')}</p>
        ) : (
          <PlainTable<BudgetUse['bills'][number]>
            rowKey={(line) => `${line.invoice_sid} ${line.description} ${line.amount}`}
            dataSource={use.bills}
            columns={[
              { title: t('budget.bill'), render: (_, line) => <Link to={pageOf('invoice', `/${line.invoice_sid}`)}>{line.invoice_no}</Link> },
              { title: t('budget.line'), dataIndex: 'description' },
              { title: t('budget.state'), width: 90, render: (_, line) => t(line.paid ? 'budget.paid' : 'budget.planned') },
              { title: t('fees.amount'), width: 140, align: 'right', render: (_, line) => <Money amount={line.amount} currency={line.currency} /> },
            ]}
          />
        )}
      </section>
      <p>
        <Link to={`/m/budget/${use.sid}`}>{t('budget.open')}</Link>
      </p>
    </>
  )
}
