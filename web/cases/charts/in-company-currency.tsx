import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Popover } from 'antd'
import type { SentBody } from '../../../model/kit/action.ts'
import type { Conversion } from '../../../model/fees/currencies/convert.ts'
import { convertAmounts } from '../../../model/fees/currencies/exchange-actions.ts'
import { act, useSchema } from '../../api/api.ts'
import { allows } from '../../api/allows.ts'
import { amountText } from './sums.ts'
import { Money } from '../../fields/money.tsx'
import { dayText } from '../../fields/moments.ts'
import { PlainTable } from '../../records/list/plain-table.tsx'
import { useWords } from '../../words/language.ts'
import './converted.css'

type Sum = { currency: string; amount: string }

/** The total of sums in the currency of the company; empty if all sums already are in that currency. */
export function InCompanyCurrency({ sums }: { sums: readonly Sum[] }) {
  const schema = useSchema('exchange_rate').data
  const amounts = sums.filter(({ currency }) => currency !== '%').map(({ currency, amount }) => ({ currency, amount }) as Wanted) // of the same currencies
  const { data } = useQuery({
    queryKey: ['exchange_rate', 'convert', amounts],
    queryFn: () => act(convertAmounts, { amounts }),
    enabled: amounts.length > 0 && schema !== undefined && allows(schema, 'search'),
    placeholderData: keepPreviousData,
    meta: { faults: 'own' },
  })
  return amounts.length > 0 && data ? <Converted of={data} /> : null
}

type Wanted = SentBody<typeof convertAmounts>['amounts'][number]

type FigureProps = { of: Pick<Conversion, 'total' | 'currency' | 'apart'> }

/** A figure of a table. Amounts without a rate are shown below it in their own currency, with a note that they are not included. */
export function Figure({ of }: FigureProps) {
  const { t } = useWords()
  return (
    <>
      <Money amount={of.total} currency={of.currency} />
      {of.apart.length > 0 && <small className="apart">{t('money.apart', { amounts: of.apart.map(amountText).join(t('semicolon')) })}</small>}
    </>
  )
}

/** A converted figure opens its rates and days; amounts without a rate are shown beside it in their own currency. */
export function Converted({ of }: { of: Conversion }) {
  const { t } = useWords()
  if (of.converted.length === 0 && of.apart.length === 0) return null
  const total = amountText({ currency: of.currency, amount: of.total })
  return (
    <span className="converted">
      {of.converted.length > 0 && (
        <Popover trigger="click" title={t('money.rates')} content={<Rates of={of} />}>
          <Button type="link" size="small" className="number">
            {t('money.about', { amount: total })}
          </Button>
        </Popover>
      )}
      {of.apart.length > 0 && <span className="apart">{t('money.apart', { amounts: of.apart.map(amountText).join(t('semicolon')) })}</span>}
    </span>
  )
}

function Rates({ of: { converted, currency } }: { of: Conversion }) {
  const { t, tag } = useWords()
  return (
    <PlainTable<Conversion['converted'][number]>
      rowKey={(line) => `${line.currency} ${line.rate_date}`}
      dataSource={converted}
      columns={[
        { title: t('money.amount'), align: 'right', render: (_, line) => <Money amount={line.amount} currency={line.currency} /> },
        {
          title: t('money.rate'),
          align: 'right',
          render: (_, line) => <span className="number">{line.per === 1 ? line.rate : `${line.rate} / ${line.per}`}</span>,
        },
        { title: t('money.rateDay'), render: (_, line) => (line.rate_date ? dayText(line.rate_date, tag) : t('money.ofPayment')) },
        { title: t('money.source'), dataIndex: 'source' },
        { title: currency, align: 'right', render: (_, line) => <Money amount={line.converted} currency={currency} /> },
      ]}
    />
  )
}
