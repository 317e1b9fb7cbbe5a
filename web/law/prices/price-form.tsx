import { newPriceVersion } from '../../../model/docketing/law/new-version-actions.ts'
import { newPrice } from '../../../model/fees/schedule/price-columns.ts'
import type { FeeRow } from '../../../model/fees/schedule/schedule.ts'
import { act } from '../../api/api.ts'
import { usePriceQuestion } from '../impact/questions.tsx'
import { useWords, type Word } from '../../words/language.ts'
import { priceIn } from '../content.ts'
import type { FieldsProps, Versioned } from '../versioned/versioned.ts'
import { EditVersioned, NewVersioned } from '../versioned/versioned-form.tsx'
import { AmountPart, ForcePart, PayerPart, WhatPart } from './price-parts.tsx'
import { PriceAccount } from './price-screen.tsx'

export const EditPrice = () => <EditVersioned kind={PRICE} />
export const NewPrice = () => <NewVersioned kind={PRICE} />

const PRICE: Versioned<FeeRow> = {
  model: 'fee_schedule',
  words: { list: 'law.fee.prices', follows: 'law.fee.follows' },
  read: priceIn,
  fresh: () => newPrice,
  next: (last) => ({ ...last, from_date: '', to_date: null, certainty: 'CHECK' }),
  missing: missingIn,
  follow: ({ sid }, content, reason) => act(newPriceVersion, { sid, content, reason }),
  Fields: PriceFields,
  Telling,
  useQuestion: usePriceQuestion,
}

function missingIn({ fee_code: code, zh, en, base, from_date: from, legal_basis: basis, source }: FeeRow): Word[] {
  const all: [unknown, Word][] = [
    [code, 'law.fee.code'],
    [zh && en, 'law.edit.names'],
    [base, 'law.amount'],
    [from, 'law.fee.from'],
    [basis, 'law.edit.basis'],
    [source, 'law.edit.source'],
  ]
  return all.flatMap(([isThere, word]) => (isThere ? [] : [word]))
}

function PriceFields({ content: price, put, isNew }: FieldsProps<FeeRow>) {
  const parts = { price, change: (part: Partial<FeeRow>) => put((now) => ({ ...now, ...part })) }
  return (
    <>
      <WhatPart {...parts} isNew={isNew} />
      <AmountPart {...parts} />
      <PayerPart {...parts} />
      <ForcePart {...parts} />
    </>
  )
}

function Telling({ content }: { content: FeeRow }) {
  const { t } = useWords()
  return content.base ? <PriceAccount record={{ sid: '', version: 0, content }} /> : <p className="quiet">{t('law.fee.tellingNotYet')}</p>
}
