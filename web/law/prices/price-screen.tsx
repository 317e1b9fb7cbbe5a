import type { FeeRow } from '../../../model/fees/schedule/schedule.ts'
import type { Lang } from '../../../model/kit/fields.ts'
import { typeIn } from '../../../model/docketing/wording/rule-words.ts'
import { rowPrice } from '../../../model/fees/wording/explain.ts'
import { entityIn, describePrice } from '../../../model/fees/wording/describe-price.ts'
import type { Rec } from '../../api/api.ts'
import { useSearch } from '../../api/api.ts'
import { useSearchParams } from 'react-router'
import { useWords } from '../../words/language.ts'
import { Account } from '../account.tsx'
import { quoted } from '../../api/iql.ts'
import { priceIn } from '../content.ts'
import { type KindWords, optionWords, usePriceWords } from '../kind-words.ts'
import { ChangedPrice } from '../versioned/changes.tsx'
import { OtherVersions } from '../versioned/other-versions.tsx'
import { VersionedScreen } from '../versioned/versioned-screen.tsx'

/** One official price: the charge, and the other prices of the same fee. */
export const PriceScreen = () => (
  <VersionedScreen
    model="fee_schedule"
    follow="law.fee.next"
    describe={(record) => (
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
  const words = usePriceWords(price?.case_kind)
  return <Account label={t('law.price')} parts={price && words && describePrice(price, lang, optionWords(words))} />
}

function OtherPrices({ record }: { record: Rec }) {
  const { t, lang } = useWords()
  const iql = `fee_code = ${quoted(String(record['fee_code']))} AND sid != ${quoted(record.sid)} ORDER BY right_type, entity, year_from, from_date`
  const { data } = useSearch('fee_schedule', { fl: ['content', 'certainty'], iql, rows: 100 }, { meta: { faults: 'own' } })
  const words = usePriceWords(priceIn(record['content'])?.case_kind)
  const versions = (data?.record ?? []).flatMap(({ sid, content, certainty }) => {
    const price = priceIn(content)
    if (!price) return []
    const cells = [payersOf(price, lang, words), yearsOf(price.year_from, price.year_to)]
    return [{ sid, name: rowPrice(price, lang), cells, from: price.from_date, to: price.to_date, certainty }]
  })
  const compared = useSearchParams()[0].get('with') ?? ''
  const [mine, theirs] = [priceIn(record['content']), priceIn(data?.record.find(({ sid }) => sid === compared)?.['content'])]
  return (
    <>
      <OtherVersions
        model="fee_schedule"
        title={t('law.prices')}
        heads={[t('law.amount'), t('law.right'), t('law.years')]}
        versions={versions}
        compared={compared}
      />
      {mine &&
        theirs &&
        (mine.from_date < theirs.from_date ? <ChangedPrice before={mine} after={theirs} /> : <ChangedPrice before={theirs} after={mine} />)}
    </>
  )
}

const payersOf = (price: FeeRow, lang: Lang, words: KindWords | undefined) =>
  [price.right_type !== 'ALL' && typeIn(price.right_type, lang, words && optionWords(words)), price.entity && entityIn(price.entity, lang)]
    .filter(Boolean)
    .join(', ')

const yearsOf = (from: number | null, to: number | null) => (from === null ? '' : from === to ? `${from}` : `${from}–${to ?? ''}`)
