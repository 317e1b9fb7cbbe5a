import { Tag } from 'antd'
import { Link } from 'react-router'
import { typeIn } from '../../../model/docketing/wording/rule-words.ts'
import { patentOption } from '../../../model/rights/patents/option-words.ts'
import { rowPrice } from '../../../model/fees/wording/explain.ts'
import { entityIn, tellPrice } from '../../../model/fees/wording/describe-price.ts'
import type { Rec } from '../../api/api.ts'
import { useSearch } from '../../api/api.ts'
import { dayText } from '../../fields/moments.ts'
import { pageOf } from '../../api/page-of.ts'
import { useWords } from '../../words/language.ts'
import { Account } from '../account.tsx'
import { priceIn, quoted } from '../content.ts'
import { LawScreen } from '../law-screen.tsx'

/** One official price: what is charged, and the other prices of the same fee. */
export const PriceScreen = () => (
  <LawScreen
    model="fee_schedule"
    follow="law.fee.next"
    told={(record) => (
      <>
        <PriceAccount record={record} />
        <OtherPrices record={record} />
      </>
    )}
  />
)

export function PriceAccount({ record }: { record: Rec }) {
  const { t, lang } = useWords()
  const price = priceIn(record['content'])
  return <Account label={t('law.price')} parts={price && tellPrice(price, lang, patentOption)} />
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
                {[price.right_type !== 'ALL' && typeIn(price.right_type, lang, patentOption), price.entity && entityIn(price.entity, lang)]
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
