import { reassign } from '../../model/docketing/deadline-actions.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { useRecord, useSchema } from '../api/api.ts'
import { ExtendButton } from '../cases/dates/extend.tsx'
import { DeadlineWhy } from '../cases/dates/why.tsx'
import { isRef } from '../fields/names.ts'
import { pageOf } from '../api/page-of.ts'
import { allows, allowsOn } from '../api/allows.ts'
import { useWords } from '../words/language.ts'
import { Reassign } from './batch.tsx'

/** One deadline: its case, the reason of its date, and its actions. */
export function DeadlineDrawer({ sid }: { sid: string }) {
  const { t } = useWords()
  const schema = useSchema('deadline').data
  const { data: record } = useRecord('deadline', sid, { meta: { faults: 'own' } })
  const [isReassigning, setReassigning] = useState(false)
  const found = record?.['case_sid']
  return (
    <div className="deadline-drawer">
      {isRef(found) && (
        <Link to={pageOf('case', `/${found.sid}?tab=deadlines`)} className="drawer-case">
          {found.name}
        </Link>
      )}
      <DeadlineWhy
        sid={sid}
        acts={
          schema &&
          record &&
          allowsOn(schema, record, 'update') && (
            <>
              <ExtendButton sid={sid} />
              {allows(schema, reassign.name) && <Button onClick={() => setReassigning(true)}>{t('deadlineList.reassign')}</Button>}
            </>
          )
        }
      />
      {isReassigning && schema && (
        <Reassign schema={schema} chosen={{ sids: [sid] }} onClose={() => setReassigning(false)} onDone={() => undefined} />
      )}
    </div>
  )
}
