import { Link, useLocation } from 'react-router'
import { type ComparedPart, compareRules } from '../../../model/docketing/wording/compare-rules.ts'
import type { Difference } from '../../../model/docketing/wording/differences.ts'
import type { Rule } from '../../../model/docketing/rules/rule.ts'
import type { FeeRow } from '../../../model/fees/schedule/schedule.ts'
import { type ComparedPricePart, comparePrices } from '../../../model/fees/wording/compare-prices.ts'
import { useWords, type Word } from '../../words/language.ts'
import { optionWords, usePriceWords } from '../kind-words.ts'
import { useNamesOf } from '../rules/rule-names.ts'
import '../law.css'

type Told = { before: string; after: string }

/** The differences of two versions of a rule, in sentences. */
export function ChangedRule({ before, after, heads }: { before: Rule; after: Rule; heads?: Told }) {
  const { lang } = useWords()
  const names = useNamesOf([before, after])
  return names ? <Changes differences={compareRules(before, after, names, lang)} {...(heads && { heads })} /> : null
}

export function ChangedPrice({ before, after, heads }: { before: FeeRow; after: FeeRow; heads?: Told }) {
  const { lang } = useWords()
  const words = usePriceWords(after.case_kind ?? before.case_kind)
  return words ? <Changes differences={comparePrices(before, after, lang, optionWords(words))} {...(heads && { heads })} /> : null
}

const PARTS: Record<ComparedPart | ComparedPricePart, Word> = {
  named: 'law.named',
  begins: 'law.begins',
  applies: 'law.applies',
  period: 'law.period',
  afterwards: 'law.afterwards',
  ends: 'law.ends',
  missed: 'law.missed',
  fees: 'law.fees',
  ours: 'law.ours',
  law: 'law.law',
  amount: 'law.amount',
  payer: 'law.payer',
  force: 'law.force',
  basis: 'law.basis',
  cited: 'law.edit.source',
  further: 'law.further',
}

type ChangesProps = { differences: readonly Difference<ComparedPart | ComparedPricePart>[]; heads?: Told }

function Changes({ differences, heads }: ChangesProps) {
  const { t } = useWords()
  if (differences.length === 0) return <p className="quiet">{t('law.compare.same')}</p>
  const none = <span className="none">—</span>
  return (
    <section aria-label={t('law.compare.title')} className="law-changes">
      <h2>{t('law.compare.title')}</h2>
      <table className="rows">
        <thead>
          <tr>
            <td />
            <th scope="col">{heads?.before ?? t('law.compare.before')}</th>
            <th scope="col">{heads?.after ?? t('law.compare.after')}</th>
          </tr>
        </thead>
        <tbody>
          {differences.map(({ part, from, to }) => (
            <tr key={`${part} ${from ?? ''} ${to ?? ''}`}>
              <th scope="row">{t(PARTS[part])}</th>
              <td>{from === null ? none : <del>{from}</del>}</td>
              <td>{to === null ? none : <ins>{to}</ins>}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Beside another version: shows or hides its differences. The address names the compared one. */
export function CompareLink({ sid, isOpen }: { sid: string; isOpen: boolean }) {
  const { t } = useWords()
  const { state } = useLocation()
  return (
    <Link to={isOpen ? '?' : `?with=${sid}`} state={state} replace preventScrollReset>
      {t(isOpen ? 'law.compare.close' : 'law.compare.open')}
    </Link>
  )
}
