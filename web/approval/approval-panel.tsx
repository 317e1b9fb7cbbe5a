import { Alert, Button, Dropdown, Skeleton } from 'antd'
import { DownOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { Link } from 'react-router'
import type { ApprovalForm, ApprovalView, TaskAct } from '../../model/approval/approval-actions.ts'
import type { WireSchema } from '../../model/kit/wire/wire.ts'
import { type Rec, useSchema, useSession } from '../api/api.ts'
import { pageOf } from '../api/page-of.ts'
import { timeText, useZone } from '../fields/moments.ts'
import { isRef, useNames } from '../fields/names.ts'
import { ApprovalActs } from '../records/approval/approval-acts.tsx'
import { ApprovalState } from '../records/approval/approval-state.tsx'
import { returnOf, textIn, useApproval, useForm } from '../records/approval/approvals.ts'
import { ApprovalCourse } from '../records/approval/course.tsx'
import { ApprovalLog } from '../records/approval/log.tsx'
import { LogValue } from '../records/detail/changes.tsx'
import { Overview } from '../records/detail/overview.tsx'
import { StateTag } from '../records/detail/state-tag.tsx'
import { Nothing } from '../ui/faults/nothing.tsx'
import { QueryFault } from '../ui/faults/query-fault.tsx'
import { Tabs } from '../ui/page/tabs.tsx'
import { useWords } from '../words/language.ts'
import { actWord, ActDialog, type Asked, partOf } from './act-dialog.tsx'
import { CourseDrawn } from './course-drawn.tsx'
import { FillIn } from './fill-in.tsx'
import { useDocumentTypes } from './process/steps/use-document-types.ts'

/** One approval beside the list (and below its drawing, if shown): the request, the record, the opinions so far, and the caller's own. */
export function ApprovalPanel({ sid, isDrawn = true }: { sid: string; isDrawn?: boolean }) {
  const found = useApproval(sid)
  if (found.isError) return <QueryFault fault={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <Skeleton active paragraph={{ rows: 8 }} />
  return <Panel approval={found.data} isDrawn={isDrawn} />
}

function Panel({ approval, isDrawn }: { approval: ApprovalView; isDrawn: boolean }) {
  const { t, lang, tag } = useWords()
  const zone = useZone()
  const [isUnsaved, setUnsaved] = useState(false)
  return (
    <div className="approval-panel">
      <header>
        <h2>{textIn(approval, 'transition_name', lang)}</h2>
        <ApprovalState state={approval.state} />
        <ApprovalActs approval={approval} />
      </header>
      <p>
        <Link to={pageOf(approval.entity, `/${approval.record_sid}`)}>{approval.record_name}</Link>
      </p>
      <p className="quiet">{t('approval.startedBy', { name: approval.starter?.name ?? '—', time: timeText(approval.started_at, tag, zone) })}</p>
      {approval.waits_for && <Alert type="warning" showIcon className="spaced" title={textIn(approval, 'waits_for', lang)} />}
      <Tasks approval={approval} isUnsaved={isUnsaved} />
      <Tabs
        items={[
          { key: 'course', label: t('approval.course'), children: <ApprovalCourse approval={approval} /> },
          ...(isDrawn ? [{ key: 'drawn', label: t('approval.drawn'), children: <CourseDrawn approval={approval} /> }] : []),
          { key: 'record', label: t('approval.record'), children: <TheRecord approval={approval} onUnsaved={setUnsaved} /> },
          { key: 'log', label: t('approval.log'), children: <ApprovalLog approval={approval} /> },
        ]}
      />
    </div>
  )
}

/** The acts in sight, and those behind "more". */
const FIRST: readonly TaskAct[] = ['agree', 'refuse', 'give_back']

/** The tasks that the caller may act on: their own, and those of an absent person. Inputs are saved before an agreement. */
function Tasks({ approval, isUnsaved }: { approval: ApprovalView; isUnsaved: boolean }) {
  const { t } = useWords()
  const me = useSession()?.user_sid
  const [asked, setAsked] = useState<Asked | null>(null)
  const tasks = tasksToDo(approval)
  const unable = approval.starter?.sid === me ? asDeputy(approval, me) : undefined
  return (
    <>
      {unable && <p className="quiet">{t('approval.ownAsDeputy', { name: unable })}</p>}
      {tasks.map((task) => {
        const { part } = task
        const ask = (name: TaskAct) => setAsked({ act: name, task: task.sid, name: approval.record_name, returnTo: approval.return_to, part })
        const more = task.acts.filter((one) => !FIRST.includes(one))
        return (
          <section key={task.sid} className="approval-task" aria-label={t('approval.yours')}>
            {task.person.sid !== me && <p className="quiet">{t('approval.forWhom', { name: task.person.name })}</p>}
            {part === 'adviser' && <p className="quiet">{t('approval.advises', { name: task.advises?.name ?? '' })}</p>}
            {part === 'starter' && <Returned approval={approval} />}
            <Documents codes={task.docs} />
            {task.opens.length > 0 && <FieldsIn words="approval.opens" entity={approval.entity} codes={task.opens} />}
            {task.requires.length > 0 && <FieldsIn words="approval.requires" entity={approval.entity} codes={task.requires} />}
            <div className="approval-bar-acts">
              {FIRST.filter((one) => task.acts.includes(one)).map((one) => (
                <Button
                  key={one}
                  type={one === 'agree' ? 'primary' : 'default'}
                  danger={one === 'refuse'}
                  disabled={one === 'agree' && isUnsaved}
                  onClick={() => ask(one)}
                >
                  {t(actWord(one, part))}
                </Button>
              ))}
              {more.length > 0 && (
                <Dropdown
                  trigger={['click']}
                  menu={{
                    items: more.map((key) => ({ key, label: t(actWord(key, part)) })),
                    onClick: ({ key }) => more.filter((one) => one === key).forEach(ask),
                  }}
                >
                  <Button>
                    {t('approval.more')} <DownOutlined aria-hidden />
                  </Button>
                </Dropdown>
              )}
            </div>
            {isUnsaved && task.acts.includes('agree') && (
              <p className="quiet" role="status">
                {t('approval.unsaved')}
              </p>
            )}
          </section>
        )
      })}
      {asked && <ActDialog asked={asked} onClose={() => setAsked(null)} />}
    </>
  )
}

/** The absent person for whom one would act, but may not. */
const asDeputy = ({ nodes }: ApprovalView, me: string | undefined) =>
  nodes.flatMap(({ tasks }) => tasks).find(({ barred }) => barred?.sid === me)?.person.name

const tasksToDo = ({ nodes }: ApprovalView) =>
  nodes.flatMap(({ type, tasks, doc_types: docs, opens, requires }) =>
    tasks.flatMap((task) => (task.acts.length > 0 ? [{ ...task, docs, opens, requires, part: partOf(type, task.advises !== null) }] : [])),
  )

/** The person who returned the approval, and their opinion. */
function Returned({ approval }: { approval: ApprovalView }) {
  const { t } = useWords()
  const line = returnOf(approval)
  return line ? <p>{t('approval.returnedBy', { name: line.person?.name ?? '—', opinion: line.note ?? '' })}</p> : null
}

/** The documents that must be filed before one may agree. */
function Documents({ codes }: { codes: readonly string[] }) {
  const { t, lang } = useWords()
  const names = useDocumentTypes(codes)
  if (codes.length === 0) return null
  const list = codes.map((code) => names.get(code) ?? '…').join(lang === 'zh' ? '、' : ', ')
  return <p className="quiet">{t('approval.needsDocuments', { list })}</p>
}

/** The fields of the record that may, or must, be filled in at this step. */
function FieldsIn({ words, entity, codes }: { words: 'approval.opens' | 'approval.requires'; entity: string; codes: readonly string[] }) {
  const { t, lang } = useWords()
  const schema = useSchema(entity).data
  const list = (schema?.fields ?? []).filter(({ code }) => codes.includes(code)).map(({ label }) => label)
  return list.length > 0 ? <p className="quiet">{t(words, { list: list.join(lang === 'zh' ? '、' : ', ') })}</p> : null
}

type RecordProps = { approval: ApprovalView; onUnsaved: (isUnsaved: boolean) => void }

/** The record under the rights of the caller's steps, below the input of the transition. */
function TheRecord({ approval: { sid, entity }, onUnsaved }: RecordProps) {
  const { t } = useWords()
  const schema = useSchema(entity)
  const form = useForm(entity, sid)
  if (schema.isError || form.isError) return <Nothing text={t('approval.recordHidden')} />
  if (!schema.data || !form.data) return <Skeleton active paragraph={{ rows: 6 }} />
  const { record, asked, hides, edits, requires } = form.data
  const state = schema.data.states?.field ?? ''
  return (
    <>
      {asked.length > 0 && <AskedValues schema={schema.data} asked={asked} />}
      {isRecord(record) && (
        <FillIn key={String(record['version'])} schema={schema.data} record={record} edits={edits} requires={requires} onUnsaved={onUnsaved} />
      )}
      {isRecord(record) && !hides.includes(state) && <StateTag schema={schema.data} state={record[state]} />}
      {isRecord(record) ? <Overview schema={schema.data} record={record} isDense skip={hides} /> : <Nothing text={t('approval.recordHidden')} />}
    </>
  )
}

const isRecord = (record: object | null): record is Rec => record !== null && 'sid' in record

/** Parts of the record that have a table of their own there. */
const WHOLE: ReadonlySet<string> = new Set(['rows', 'attachment', 'json'])

function AskedValues({ schema, asked }: { schema: WireSchema; asked: ApprovalForm['asked'] }) {
  const { t } = useWords()
  const known = asked.flatMap(({ field, value }) =>
    schema.fields.filter(({ code, type }) => code === field && !WHOLE.has(type)).map((one) => ({ field: one, value })),
  )
  if (known.length === 0) return null
  return (
    <section className="group" aria-label={t('approval.asked')}>
      <h3>{t('approval.asked')}</h3>
      <table className="rows plain-rows">
        <tbody>
          {known.map(({ field, value }) => (
            <tr key={field.code}>
              <th scope="row">{field.label}</th>
              <td>{field.to ? <Named to={field.to} value={value} /> : <LogValue field={field} value={value} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Records that are kept by their sids. */
function Named({ to, value }: { to: string; value: unknown }) {
  const { lang } = useWords()
  const sids = [value].flat().flatMap((one) => (isRef(one) ? [one.sid] : typeof one === 'string' ? [one] : []))
  const names = useNames(to, sids)
  return <>{sids.map((one) => names.get(one) ?? '…').join(lang === 'zh' ? '、' : ', ')}</>
}
