import { SendOutlined } from '@ant-design/icons'
import { App, Button, Form, Skeleton } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Fault, WireSchema } from '../../../model/kit/wire.ts'
import { type Rec, useSave, useSchema, useSearch, useTransition } from '../../api/api.ts'
import { ApiFault, faultLines, UNCONFIRMED, WAITS_FOR_APPROVAL } from '../../api/fault.ts'
import { allows } from '../../api/allows.ts'
import { pageOf } from '../../api/page-of.ts'
import { CourseSteps } from '../../cases/course-steps.tsx'
import { FieldItem } from '../../records/form/record-form.tsx'
import { FaultLines } from '../../ui/fault-lines.tsx'
import { Nothing } from '../../ui/nothing.tsx'
import { NotAllowed } from '../../ui/notice.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { PageSkeleton } from '../../ui/page-skeleton.tsx'
import { useWords } from '../../words/language.ts'
import '../../cases/case-screen.css'
import './ideas.css'

type Values = Record<string, unknown>

/** An inventor's page: an idea is sent in a minute, and each earlier one says where it is. */
export function Ideas() {
  const { t } = useWords()
  const schema = useSchema('proposal').data
  if (!schema) return <PageSkeleton />
  if (!allows(schema, 'search')) return <NotAllowed />
  return (
    <div className="page ideas">
      <PageHead title={t('ideas.title')} name={t('ideas.title')} />
      {allows(schema, 'create') && <Idea schema={schema} />}
      <Sent schema={schema} />
    </div>
  )
}

/** What one needs to say of an idea; the rest can be added on its page. */
const ASKED = ['title', 'solution', 'proposal_type', 'plan_disclosure_date', 'disclosure_doc']

function Idea({ schema }: { schema: WireSchema }) {
  const { t } = useWords()
  const [form] = Form.useForm<Values>()
  const { send, faults, isPending } = useSending(() => form.resetFields())
  const fields = ASKED.flatMap((code) => schema.fields.find((one) => one.code === code) ?? [])
  const start = Object.fromEntries(fields.flatMap(({ code, default: value }) => (value === undefined ? [] : [[code, value]])))
  return (
    <section className="idea" aria-labelledby="idea-new">
      <h2 id="idea-new">{t('ideas.new')}</h2>
      <p className="quiet">{t('ideas.hint')}</p>
      <FaultLines lines={faultLines(faults, t('colon'))} />
      <Form form={form} layout="vertical" initialValues={start} onFinish={(values) => void send(values, true)}>
        <div className="fields">
          {fields.map((field) => (
            <FieldItem key={field.code} field={field} form={form} />
          ))}
        </div>
        <div className="idea-acts">
          <Button type="primary" size="large" htmlType="submit" icon={<SendOutlined aria-hidden />} loading={isPending}>
            {t('ideas.send')}
          </Button>
          <Button
            size="large"
            disabled={isPending}
            onClick={() => void form.validateFields(['title']).then(() => send(form.getFieldsValue(), false))}
          >
            {t('ideas.keep')}
          </Button>
        </div>
      </Form>
    </section>
  )
}

/** Saves the idea as a draft, and submits it; what stops the submission leaves the draft. */
function useSending(onSent: () => void) {
  const { t } = useWords()
  const { message } = App.useApp()
  const save = useSave('proposal')
  const submit = useTransition('proposal')
  const [faults, setFaults] = useState<readonly Fault[]>([])
  const send = async (values: Values, isSubmitted: boolean) => {
    setFaults([])
    try {
      const { sid } = await save.mutateAsync(values)
      onSent()
      if (isSubmitted) await submit.mutateAsync({ sid, transition: 'submit' })
      message.success(t(isSubmitted ? 'ideas.sent' : 'ideas.kept'))
    } catch (fault) {
      if (!(fault instanceof ApiFault)) throw fault
      if (fault.code === WAITS_FOR_APPROVAL) return // said in a dialog
      if (fault.code === UNCONFIRMED) message.info(t('ideas.kept'))
      else setFaults(fault.errors.length > 0 ? fault.errors : [{ field: '', label: '', reason: fault.message }])
    }
  }
  return { send, faults, isPending: save.isPending || submit.isPending }
}

const FL = ['sid', 'case_no', 'title', 'title_en', 'status', 'submit_date', 'agreed_date', 'decided_date', 'filed_date', 'close_date', 'dept_opinion', 'ip_opinion'] // oxfmt-ignore
const MOST = 50

/** The own ideas, the latest first, each with its progress and, where it came back, what to do. */
function Sent({ schema }: { schema: WireSchema }) {
  const { t } = useWords()
  const known = FL.filter((code) => schema.fields.some((field) => field.code === code))
  const iql = '(created_by = me() OR submitter_sid = me() OR inventors.inventor_sid.user_sid = me()) ORDER BY updated_at DESC'
  const { data } = useSearch('proposal', { fl: known, iql, rows: MOST, total: 'none' })
  if (!data) return <Skeleton active paragraph={{ rows: 6 }} />
  return (
    <section aria-labelledby="ideas-sent">
      <h2 id="ideas-sent">{t('ideas.mine')}</h2>
      {data.record.length === 0 && <Nothing text={t('ideas.none')} hint={t('ideas.noneHint')} />}
      <ul className="ideas-list">
        {data.record.map((record) => (
          <One key={record.sid} schema={schema} record={record} />
        ))}
      </ul>
    </section>
  )
}

function One({ schema, record }: { schema: WireSchema; record: Rec }) {
  const { t, lang } = useWords()
  const opinion = record['status'] === 'RETURNED' ? record['ip_opinion'] || record['dept_opinion'] : null
  return (
    <li>
      <Link to={pageOf('proposal', `/${record.sid}`)}>
        <b>{String((lang === 'en' && record['title_en']) || record['title'])}</b> <small className="quiet">{String(record['case_no'])}</small>
      </Link>
      <CourseSteps schema={schema} record={record} />
      {opinion !== null && opinion !== undefined && <p className="idea-returned">{t('ideas.returned', { why: String(opinion) })}</p>}
    </li>
  )
}
