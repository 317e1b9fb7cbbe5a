import { Alert, Tag } from 'antd'
import { Link, useParams } from 'react-router'
import { typeIn } from '../../model/deadlines/tell-rule-words.ts'
import { rowPrice } from '../../model/fees/explain.ts'
import { entityIn, tellPrice } from '../../model/fees/tell-price.ts'
import type { WireSchema } from '../../model/kit/wire.ts'
import type { Rec } from '../api.ts'
import { useRecord, useSchema, useSearch } from '../api.ts'
import { dayText } from '../fields/moments.ts'
import { Notice } from '../layout/notice.tsx'
import { pageOf } from '../page-of.ts'
import { RecordPage } from '../records/detail.tsx'
import { PageSkeleton } from '../records/list.tsx'
import { Overview } from '../records/overview.tsx'
import { allows } from '../records/use-list.ts'
import { useWords } from '../words/language.ts'
import { Account, SourceData } from './account.tsx'
import { priceIn, quoted } from './content.ts'

/** One official price: what is charged, its record, and the other prices of the same fee. */
export function PriceScreen() {
  const { sid } = useParams()
  const { t } = useWords()
  const { data: schema } = useSchema('fee_schedule')
  const { data: record, isError } = useRecord('fee_schedule', sid)
  if (isError) return <Notice isPage={false} title={t('detail.gone')} extra={<Link to={pageOf('fee_schedule')}>{t('detail.toList')}</Link>} />
  if (!schema || !record) return <PageSkeleton />
  return (
    <RecordPage
      schema={schema}
      record={record}
      above={record['certainty'] === 'CHECK' && <Alert type="warning" showIcon title={t('law.checkHint')} />}
      overview={<PriceOverview schema={schema} record={record} />}
    />
  )
}

function PriceOverview({ schema, record }: { schema: WireSchema; record: Rec }) {
  const { t } = useWords()
  return (
    <>
      <PriceAccount record={record} />
      <OtherPrices record={record} />
      {allows(schema, 'create') && (
        <p className="law-more">
          <Link to={pageOf('fee_schedule', `/new?from=${record.sid}`)}>{t('law.fee.next')}</Link>
        </p>
      )}
      <Overview schema={schema} record={record} skip={['content']} />
      <SourceData content={record['content']} />
    </>
  )
}

export function PriceAccount({ record }: { record: Rec }) {
  const { t, lang } = useWords()
  const price = priceIn(record['content'])
  return <Account label={t('law.price')} parts={price && tellPrice(price, lang)} />
}

function OtherPrices({ record }: { record: Rec }) {
  const { t, lang, tag } = useWords()
  const iql = `fee_code = ${quoted(record['fee_code'])} AND sid != ${quoted(record.sid)} ORDER BY right_type, entity, year_from, from_date`
  const { data } = useSearch('fee_schedule', { fl: ['content', 'certainty'], iql, rows: 100 }, { meta: { faults: 'own' } })
  const prices = data?.record.flatMap((other) => {
    const price = priceIn(other['content'])
    return price ? [{ sid: other.sid, price, certainty: other['certainty'] }] : []
  })
  if (!prices?.length) return null
  return (
    <section className="group">
      <h2>{t('law.prices')}</h2>
      <table className="rows">
        <thead>
          <tr>
            <th scope="col">{t('law.amount')}</th>
            <th scope="col">{t('law.right')}</th>
            <th scope="col">{t('law.years')}</th>
            <th scope="col">{t('law.from')}</th>
            <th scope="col">{t('law.to')}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {prices.map(({ sid, price, certainty }) => (
            <tr key={sid}>
              <th scope="row">
                <Link to={pageOf('fee_schedule', `/${sid}`)}>{rowPrice(price, lang)}</Link>
              </th>
              <td>
                {[price.right_type !== 'ALL' && typeIn(price.right_type, lang), price.entity && entityIn(price.entity, lang)]
                  .filter(Boolean)
                  .join(', ')}
              </td>
              <td className="number">{yearsOf(price.year_from, price.year_to)}</td>
              <td>{dayText(price.from_date, tag)}</td>
              <td>{price.to_date ? dayText(price.to_date, tag) : t('law.open')}</td>
              <td>{certainty === 'CHECK' && <Tag color="warning">{t('law.check')}</Tag>}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const yearsOf = (from: number | null, to: number | null) => (from === null ? '' : from === to ? `${from}` : `${from}–${to ?? ''}`)
