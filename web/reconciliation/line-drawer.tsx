import { Alert, Descriptions, Skeleton } from 'antd'
import { Link } from 'react-router'
import { useRecord, useSchema } from '../api/api.ts'
import { pageOf } from '../api/page-of.ts'
import { DeadlineWhy } from '../cases/dates/why.tsx'
import { isRef } from '../fields/names.ts'
import { StateTag } from '../records/detail/state-tag.tsx'
import { Transitions } from '../records/detail/transitions.tsx'
import { useWords } from '../words/language.ts'

/** One line: the values of both sides, the reason of our date, and the decision. */
export function LineDrawer({ sid, isOpen }: { sid: string; isOpen: boolean }) {
  const { t, lang } = useWords()
  const schema = useSchema('docket_line').data
  const { data: record, isError } = useRecord('docket_line', sid, { meta: { faults: 'own' } })
  if (isError) return <Alert type="info" showIcon title={t('detail.gone')} />
  if (!schema || !record) return <Skeleton active paragraph={{ rows: 8 }} />
  const words = (code: string) => String((lang === 'en' && record[`${code}_en`]) || record[code] || '')
  const { case_sid: found, deadline_sid: deadline, task_sid: task } = record
  const labelOf = (code: string) => schema.fields.find((one) => one.code === code)?.label ?? code
  const items = [
    {
      key: isRef(found) ? 'case_sid' : 'about',
      children: isRef(found) ? <Link to={pageOf('case', `/${found.sid}`)}>{found.name}</Link> : words('about'),
    },
    { key: 'what', children: words('what') },
    { key: 'theirs', children: words('theirs') },
    { key: 'ours', children: words('ours') },
    { key: 'note', children: words('note') },
    { key: 'status', children: <StateTag schema={schema} state={record['status']} /> },
    { key: 'decision_reason', children: words('decision_reason') },
    { key: 'task_sid', children: isRef(task) ? <Link to={pageOf('task', `/${task.sid}`)}>{task.name}</Link> : '' },
    { key: 'decided_by', children: isRef(record['decided_by']) ? record['decided_by'].name : '' },
  ].filter(({ children }) => children !== '')
  return (
    <>
      <Descriptions size="small" bordered column={1} items={items.map((item) => ({ ...item, label: labelOf(item.key) }))} />
      {record['waits'] === true && <p>{t('docket.waitsHint')}</p>}
      {isOpen && (
        <p className="docket-acts">
          <Transitions schema={schema} record={record} />
        </p>
      )}
      {isRef(deadline) && (
        <section>
          <h3>{t('docket.ourReason')}</h3>
          <DeadlineWhy sid={deadline.sid} />
        </section>
      )}
    </>
  )
}
