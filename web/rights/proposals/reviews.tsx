import { App, Button, Input, Popconfirm, Radio, Segmented, Skeleton } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { declineReview, submitReview } from '../../../model/rights/proposals/actions.ts'
import { CRITERIA, CRITERION_CODES, type Criterion } from '../../../model/rights/proposals/criteria.ts'
import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import { act, type Rec, useRecord, useSchema, useWrite } from '../../api/api.ts'
import { ApiFault, linesOf } from '../../api/fault.ts'
import { pageOf } from '../../api/page-of.ts'
import { isRef } from '../../fields/names.ts'
import { optionLabel } from '../../fields/option-label.ts'
import { viewFor } from '../../fields/views.ts'
import { usePaged } from '../../records/list/use-paged.tsx'
import { FaultLines } from '../../ui/faults/fault-lines.tsx'
import { useKeys } from '../../ui/keys.ts'
import { Nothing } from '../../ui/faults/nothing.tsx'
import { PageHead } from '../../ui/page/page-head.tsx'
import { useWords } from '../../words/language.ts'
import './ideas.css'

const VIEWS = ['open', 'done'] as const
type View = (typeof VIEWS)[number]
const IQL: Readonly<Record<View, string>> = {
  open: "reviewer_sid = me() AND state = 'OPEN' ORDER BY due_date ASC",
  done: "reviewer_sid = me() AND state IN ('DONE', 'DECLINED') ORDER BY decided_at DESC",
}
const FL = ['sid', 'case_sid', 'due_date', 'state', 'vote', 'total_score']

/** An expert's disclosures to evaluate: the text, five scores and a vote; the next one follows by itself. */
export function Reviews() {
  const { t } = useWords()
  const [view, setView] = useState<View>('open')
  const [chosen, setChosen] = useState('')
  const { data, record: records, pages } = usePaged('proposal_review', { fl: FL, iql: IQL[view], rows: 100 })
  const now = records.find(({ sid }) => sid === chosen) ?? records[0]
  return (
    <div className="page">
      <PageHead title={t('reviews.title')} name={t('reviews.title')} />
      <div className="tab-bar">
        <Segmented<View> aria-label={t('reviews.which')} value={view} onChange={setView} options={VIEWS.map((value) => ({ value, label: t(`reviews.${value}`) }))} />
      </div>
      {!data && <Skeleton active paragraph={{ rows: 8 }} />}
      {data && !now && <Nothing text={t(view === 'open' ? 'reviews.none' : 'reviews.noneDone')} hint={view === 'open' ? t('reviews.noneHint') : ''} />}
      {now && (
        <div className="reviews">
          <ul className="reviews-list">
            {records.map((record) => (
              <li key={record.sid}>
                <button type="button" aria-current={record.sid === now.sid ? true : undefined} onClick={() => setChosen(record.sid)}>
                  <b>{nameOf(record)}</b>
                  <br />
                  <small className="quiet">{view === 'open' ? t('reviews.due', { date: String(record['due_date'] ?? '—') }) : <Given record={record} />}</small>
                </button>
              </li>
            ))}
          </ul>
          <One key={now.sid} review={now} isOpen={view === 'open'} />
        </div>
      )}
      {pages}
    </div>
  )
} // oxfmt-ignore

const nameOf = (record: Rec) => (isRef(record['case_sid']) ? record['case_sid'].name : '')

function Given({ record }: { record: Rec }) {
  const schema = useSchema('proposal_review').data
  const shown = (code: string) => {
    const field = schema?.fields.find((one) => one.code === code)
    return field && record[code] ? optionLabel(field, record[code]) : ''
  }
  return <>{[shown('state'), shown('vote'), record['total_score']].filter(Boolean).join(' · ')}</>
}

/** Texts that an expert reads, in this order. */
const TEXTS = ['problem', 'solution', 'effect', 'key_points', 'background', 'prior_art', 'search_result']

function One({ review, isOpen }: { review: Rec; isOpen: boolean }) {
  const sid = isRef(review['case_sid']) ? review['case_sid'].sid : ''
  const schema = useSchema('proposal').data
  const proposal = useRecord('proposal', sid, { meta: { faults: 'own' } }).data
  if (!schema || !proposal) return <Skeleton active paragraph={{ rows: 8 }} />
  return (
    <article aria-labelledby="review-title">
      <h2 id="review-title">{String(proposal['title'])}</h2>
      <p className="quiet">
        <Link to={pageOf('proposal', `/${sid}`)}>{String(proposal['case_no'])}</Link>
      </p>
      <Texts schema={schema} proposal={proposal} />
      <Paper schema={schema} proposal={proposal} />
      {isOpen && <Sheet review={review.sid} />}
    </article>
  )
}

const Texts = ({ schema, proposal }: { schema: WireSchema; proposal: Rec }) =>
  TEXTS.flatMap((code) => {
    const label = schema.fields.find((one) => one.code === code)?.label
    const text = proposal[code]
    return label && typeof text === 'string' && text ? [{ code, label, text }] : []
  }).map(({ code, label, text }) => (
    <section key={code}>
      <h3>{label}</h3>
      <p className="review-text">{text}</p>
    </section>
  ))

/** The disclosure document of the inventors. */
function Paper({ schema, proposal }: { schema: WireSchema; proposal: Rec }) {
  const field = schema.fields.find(({ code }) => code === 'disclosure_doc')
  const value = proposal['disclosure_doc']
  if (!field || !Array.isArray(value) || value.length === 0) return null
  const { Cell } = viewFor(field)
  return (
    <section>
      <h3>{field.label}</h3>
      <Cell field={field} value={value} record={proposal} />
    </section>
  )
}

type Scores = Partial<Record<Criterion, number>>

function Sheet({ review }: { review: string }) {
  const { t, lang } = useWords()
  const { message } = App.useApp()
  const [scores, setScores] = useState<Scores>({})
  const [opinion, setOpinion] = useState('')
  const [lines, setLines] = useState<readonly string[]>([])
  const write = useWrite('proposal_review', (send: () => Promise<{ left: number }>) => send(), { faults: 'own' })
  const put = (code: Criterion, score: number) => {
    setLines([])
    setScores((before) => ({ ...before, [code]: score }))
  }
  const next = CRITERION_CODES.find((code) => scores[code] === undefined)
  useKeys(Object.fromEntries([1, 2, 3, 4, 5].map((score) => [String(score), () => next && put(next, score)])))
  const run = async (send: () => Promise<{ left: number }>, said: 'reviews.given' | 'reviews.declined') => {
    setLines([])
    try {
      const { left } = await write.mutateAsync(send)
      message.success(t(said, { count: left }))
    } catch (fault) {
      if (!(fault instanceof ApiFault)) throw fault
      setLines(linesOf(fault, t('colon')))
    }
  }
  const give = (vote: 'AGREE' | 'REFUSE') => {
    const { novelty_score, inventive_score, practical_score, market_score, detect_score } = scores
    if (!novelty_score || !inventive_score || !practical_score || !market_score || !detect_score) return setLines([t('reviews.missing')])
    const body = { sid: review, vote, novelty_score, inventive_score, practical_score, market_score, detect_score, ...(opinion.trim() && { opinion: opinion.trim() }) }
    return void run(() => act(submitReview, body), 'reviews.given')
  }
  return (
    <section aria-label={t('reviews.scores')}>
      <h3>{t('reviews.scores')}</h3>
      <p className="quiet">
        {t('reviews.keys')} · {t('reviews.total')}
      </p>
      {CRITERION_CODES.map((code) => (
        <div key={code} className="review-score">
          <span id={`score-${code}`}>{CRITERIA[code][lang === 'zh' ? 0 : 1]}</span>
          <Radio.Group aria-labelledby={`score-${code}`} optionType="button" value={scores[code]} onChange={({ target }) => put(code, Number(target.value))} options={[1, 2, 3, 4, 5].map((value) => ({ value, label: String(value) }))} />
        </div>
      ))}
      <label htmlFor="review-opinion">{t('reviews.opinion')}</label> <small className="quiet">{t('reviews.opinionHint')}</small>
      <Input.TextArea id="review-opinion" autoSize={{ minRows: 2, maxRows: 8 }} maxLength={2000} value={opinion} onChange={({ target }) => setOpinion(target.value)} />
      <FaultLines lines={lines} />
      <div className="idea-acts spaced">
        <Button type="primary" loading={write.isPending} onClick={() => give('AGREE')}>
          {t('reviews.agree')}
        </Button>
        <Button disabled={write.isPending} onClick={() => give('REFUSE')}>
          {t('reviews.refuse')}
        </Button>
        <Popconfirm title={t('reviews.conflictAsk')} onConfirm={() => run(() => act(declineReview, { sid: review }), 'reviews.declined')}>
          <Button type="text">{t('reviews.conflict')}</Button>
        </Popconfirm>
      </div>
    </section>
  )
} // oxfmt-ignore
