import { useQueries } from '@tanstack/react-query'
import { Select } from 'antd'
import type { CSSProperties } from 'react'
import { Link } from 'react-router'
import { todayIn } from '../../../model/kit/days/clock.ts'
import { wordIn } from '../../../model/kit/fields.ts'
import { ASIDE, FUNNEL, GRANT_DAYS, submittedIn } from '../../../model/rights/proposals/funnel.ts'
import { allows } from '../../api/allows.ts'
import { doVerb, useSchemas } from '../../api/api.ts'
import { pageOf } from '../../api/page-of.ts'
import { useAddress } from '../../cases/worklist/address.ts'
import { useZone } from '../../fields/moments.ts'
import { EntityPage } from '../../records/entity-page.tsx'
import { PageHead } from '../../ui/page/page-head.tsx'
import { QueryFault } from '../../ui/faults/query-fault.tsx'
import { useWords } from '../../words/language.ts'
import './ideas.css'

/** The number of disclosures of a year that become rights, and the outcomes of the others; each figure opens its list. */
export const Funnel = () => <EntityPage entity="proposal" content={FunnelBody} />

const YEARS = 10

function FunnelBody() {
  const { t } = useWords()
  const { read, put } = useAddress()
  const thisYear = Number(todayIn(useZone()).slice(0, 4))
  const years = Array.from({ length: YEARS }, (_, at) => String(thisYear - at))
  const year = years.find((one) => one === read('year')) ?? ''
  return (
    <div className="page">
      <PageHead title={t('funnel.title')} name={t('funnel.title')} />
      <div className="tab-bar">
        <Select
          aria-label={t('funnel.year')}
          className="funnel-year"
          value={year}
          onChange={(value) => put({ year: value || null })}
          options={[{ value: '', label: t('funnel.all') }, ...years.map((value) => ({ value, label: t('funnel.of', { year: value }) }))]}
        />
      </div>
      <Stages year={year} />
    </div>
  )
}

function Stages({ year }: { year: string }) {
  const { t, lang, tag } = useWords()
  const whole = submittedIn(year)
  const untold = useUntold()
  const isAsked = (code: string) => code !== 'GRANTED' || untold?.length === 0
  const stages = useTotals(FUNNEL.map(({ code, iql }) => ({ iql: `${whole} AND ${iql}`, isAsked: isAsked(code) })))
  const aside = useTotals(ASIDE.map(({ iql }) => ({ iql: `${whole} AND ${iql}`, isAsked: true })))
  const failed = [...stages, ...aside].find(({ error }) => error)
  if (failed?.error) return <QueryFault fault={failed.error} onRetry={failed.retry} />
  const [first] = stages
  const most = first?.total ?? 0
  if (most === 0 && first?.total !== undefined) return <p className="quiet">{t('funnel.none')}</p>
  return (
    <>
      <ol className="funnel" aria-label={t('funnel.title')}>
        {FUNNEL.map(({ code, words }, at) => {
          const total = stages[at]?.total
          if (code === 'GRANTED' && untold && untold.length > 0)
            return (
              <li key={code}>
                <span>{wordIn(words, lang)}</span>
                <span className="quiet">{t('funnel.untold', { kinds: untold.join(t('semicolon')) })}</span>
              </li>
            )
          const style: CSSProperties & Record<'--share', number> = { '--share': most > 0 ? (total ?? 0) / most : 0 }
          return (
            <li key={code}>
              <span>{wordIn(words, lang)}</span>
              <Link className="funnel-bar" style={style} to={listOf(stages[at]?.iql ?? '')}>
                <span className="number">{total?.toLocaleString(tag) ?? '…'}</span>
              </Link>
              <span className="quiet">
                {at > 0 && total !== undefined && most > 0 && t('funnel.share', { percent: Math.round((total / most) * 100) })}
              </span>
            </li>
          )
        })}
      </ol>
      <h2 className="funnel-aside">{t('funnel.aside')}</h2>
      <ul className="funnel-others">
        {ASIDE.map(({ code, words }, at) => (
          <li key={code}>
            <Link to={listOf(aside[at]?.iql ?? '')}>
              {wordIn(words, lang)} <span className="number">{aside[at]?.total?.toLocaleString(tag) ?? '…'}</span>
            </Link>
          </li>
        ))}
      </ul>
      <p className="quiet">{t('funnel.hint')}</p>
    </>
  )
}

/** The kinds of right whose day of grant this person may not read; undefined until it is known. */
function useUntold(): string[] | undefined {
  const { lang } = useWords()
  const schemas = useSchemas(Object.keys(GRANT_DAYS))
  if (schemas.some(({ isPending }) => isPending)) return undefined
  return Object.values(GRANT_DAYS).flatMap((day, at) => {
    const schema = schemas[at]?.data
    return !schema || !allows(schema, 'search') || schema.fields.some(({ code }) => code === day) ? [] : [schema[lang]]
  })
}

type Asked = { iql: string; isAsked: boolean }
type Total = { iql: string; total: number | undefined; error: unknown; retry: () => void }

const useTotals = (conditions: readonly Asked[]): Total[] =>
  useQueries({
    queries: conditions.map(({ iql, isAsked }) => ({
      enabled: isAsked,
      queryKey: ['proposal', 'funnel', iql],
      queryFn: () => doVerb('proposal', 'count', { iql }),
      meta: { faults: 'own' as const },
    })),
  }).map(({ data, error, refetch }, at) => ({ iql: conditions[at]?.iql ?? '', total: data?.total, error, retry: () => void refetch() }))

const listOf = (iql: string) => pageOf('proposal', `?iql=${encodeURIComponent(iql)}`)
