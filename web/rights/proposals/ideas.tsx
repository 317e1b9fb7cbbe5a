import { Alert, Button, Skeleton } from 'antd'
import { useState } from 'react'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import type { Lang } from '../../../model/kit/fields.ts'
import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import { WRITTEN_IN } from '../../../model/rights/proposals/lifecycle.ts'
import { type Rec, useRecord } from '../../api/api.ts'
import { allows } from '../../api/allows.ts'
import { pageOf } from '../../api/page-of.ts'
import { CourseSteps } from '../../cases/course-steps.tsx'
import { Nothing } from '../../ui/faults/nothing.tsx'
import { PageHead } from '../../ui/page/page-head.tsx'
import { EntityPage } from '../../records/entity-page.tsx'
import { usePaged } from '../../records/list/use-paged.tsx'
import { useWords } from '../../words/language.ts'
import { ConfirmShare } from './confirm-share.tsx'
import { IdeaForm } from './idea-form.tsx'
import { opinionOn } from './opinion-on.ts'
import { OwnWork } from './own-work.tsx'
import '../../cases/case-screen.css'
import './ideas.css'

/** An inventor's page: a short form for an idea, and the state of each earlier one, of patents and of awards. */
export const Ideas = () => <EntityPage entity="proposal" content={IdeasBody} />

function IdeasBody({ schema }: { schema: WireSchema }) {
  const { t } = useWords()
  return (
    <div className="page ideas">
      <PageHead title={t('ideas.title')} name={t('ideas.title')} />
      <Waiting schema={schema} />
      {allows(schema, 'create') && <Written schema={schema} />}
      <Sent schema={schema} />
      <OwnWork />
    </div>
  )
}

/** A new one, or the draft that the address names. */
function Written({ schema }: { schema: WireSchema }) {
  const [query] = useSearchParams()
  const location = useLocation()
  const navigate = useNavigate()
  const [round, setRound] = useState(0)
  const named = query.get('draft')
  const [opened, setOpened] = useState(named)
  // An address that the form itself has set names the idea already shown.
  const isOwn = location.state === FROM_FORM
  if (!isOwn && named !== opened) setOpened(named)
  const found = useRecord('proposal', opened ?? undefined, { meta: { faults: 'own' } })
  if (opened && found.isPending) return <Skeleton active paragraph={{ rows: 6 }} />
  const record = opened && found.data && WRITTEN_IN.has(String(found.data['status'])) ? found.data : undefined
  return (
    <IdeaForm
      key={`${record?.sid ?? 'new'} ${round}`}
      schema={schema}
      record={record}
      onCreated={(sid) => void navigate(`?draft=${sid}`, { replace: true, state: FROM_FORM })}
      onSent={() => {
        setOpened(null)
        setRound(round + 1)
        void navigate('?', { replace: true })
      }}
    />
  )
}

const FROM_FORM = 'from the form'

const FL = ['sid', 'case_no', 'title', 'title_en', 'status', 'submit_date', 'agreed_date', 'decided_date', 'filed_date', 'close_date', 'dept_opinion', 'ip_opinion', 'inventors', 'confirmed_by'] // oxfmt-ignore
function useSent(schema: WireSchema) {
  const known = FL.filter((code) => schema.fields.some((field) => field.code === code))
  const iql = '(created_by = me() OR submitter_sid = me() OR inventors.inventor_sid.user_sid = me()) ORDER BY updated_at DESC'
  return usePaged('proposal', { fl: known, iql, rows: 50 })
}

/** Returned disclosures wait for their author, and shares for the inventor, so they come before the form. */
function Waiting({ schema }: { schema: WireSchema }) {
  const { t, lang } = useWords()
  const [query] = useSearchParams()
  const own = useSent(schema).record
  const found = own.filter(({ sid, status }) => status === 'RETURNED' && sid !== query.get('draft'))
  const shared = own.filter(({ status }) => status !== 'DRAFT')
  return (
    <>
      {shared.map((record) => (
        <ConfirmShare key={record.sid} record={record} isNamed />
      ))}
      {found.map((record) => (
        <Alert
          key={record.sid}
          type="warning"
          showIcon
          className="idea-back"
          title={t('home.cameBack', { name: titleIn(record, lang) })}
          description={opinionOn(record) ?? undefined}
          action={
            <Link to={`/ideas?draft=${record.sid}`}>
              <Button size="small">{t('ideas.goOn')}</Button>
            </Link>
          }
        />
      ))}
    </>
  )
}

const titleIn = (record: Rec, lang: Lang) => String((lang === 'en' && record['title_en']) || record['title'])

/** The own ideas, the latest first, each with its progress and, if it was returned, the next act. */
function Sent({ schema }: { schema: WireSchema }) {
  const { t } = useWords()
  const { data, record: sent, pages } = useSent(schema)
  if (!data) return <Skeleton active paragraph={{ rows: 6 }} />
  return (
    <section aria-labelledby="ideas-sent">
      <h2 id="ideas-sent">{t('ideas.mine')}</h2>
      {sent.length === 0 && <Nothing text={t('ideas.none')} hint={t('ideas.noneHint')} />}
      <ul className="ideas-list">
        {sent.map((record) => (
          <One key={record.sid} schema={schema} record={record} />
        ))}
      </ul>
      {pages}
    </section>
  )
}

function One({ schema, record }: { schema: WireSchema; record: Rec }) {
  const { t, lang } = useWords()
  const isDraft = WRITTEN_IN.has(String(record['status']))
  const opinion = opinionOn(record)
  return (
    <li>
      <Link to={pageOf('proposal', `/${record.sid}`)}>
        <b>{titleIn(record, lang)}</b> <small className="quiet">{String(record['case_no'])}</small>
      </Link>
      <CourseSteps schema={schema} record={record} />
      {isDraft && (
        <Link to={`/ideas?draft=${record.sid}`} className="idea-continue">
          {t('ideas.goOn')}
        </Link>
      )}
      {record['status'] === 'DRAFT' && <ConfirmShare record={record} />}
      {opinion !== null && (
        <p className="idea-returned">{t(record['status'] === 'REJECTED' ? 'ideas.rejected' : 'ideas.returned', { why: opinion })}</p>
      )}
    </li>
  )
}
