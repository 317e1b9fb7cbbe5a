import { Alert, App, Button } from 'antd'
import { useState } from 'react'
import { enterNotice, FILING_FACTS } from '../../model/notices/notice-intake-actions.ts'
import { Link } from 'react-router'
import { act, type Rec, useWrite } from '../api/api.ts'
import { ApiFault, faultLines } from '../api/fault.ts'
import { pageOf } from '../api/page-of.ts'
import { dayText } from '../fields/moments.ts'
import { isRef } from '../fields/names.ts'
import { FaultLines } from '../ui/faults/fault-lines.tsx'
import { useWords } from '../words/language.ts'
import type { Schema } from './readings.ts'

/** Facts that an accepted notice could not enter in its case, because the case was being approved. */
export function EnterFacts({ row, schema, onDone }: { row: Rec; schema: Schema; onDone: () => void }) {
  const { t, tag } = useWords()
  const { message } = App.useApp()
  const [faults, setFaults] = useState<readonly string[]>([])
  const enter = useWrite('notice_intake', (leaves_out: boolean) => act(enterNotice, { sid: row.sid, leaves_out }), { faults: 'form' })
  const take = async (leavesOut = false) => {
    try {
      await enter.mutateAsync(leavesOut)
      message.success(t(leavesOut ? 'intake.leftOut' : 'intake.entered'))
      onDone()
    } catch (fault) {
      setFaults(fault instanceof ApiFault ? (fault.errors.length > 0 ? faultLines(fault.errors, t('colon')) : [fault.message]) : [t('fault.failed')])
    }
  }
  const shown = { application_no: row['application_no'], filing_date: row['filing_date'] && dayText(String(row['filing_date']), tag) }
  return (
    <section className="intake-form" aria-label={t('intake.toEnter')}>
      <FaultLines lines={faults} />
      <Alert type="info" showIcon title={t('intake.enterWhy')} />
      <dl className="facts">
        {isRef(row['case_sid']) && (
          <div className="fact">
            <dt>{schema.fields.find(({ code }) => code === 'case_sid')?.label}</dt>
            <dd>
              <Link to={pageOf('case', `/${row['case_sid'].sid}`)}>{row['case_sid'].name}</Link>
            </dd>
          </div>
        )}
        {FILING_FACTS.filter((fact) => shown[fact]).map((fact) => (
          <div className="fact" key={fact}>
            <dt>{t(`intake.${fact}`)}</dt>
            <dd>{String(shown[fact])}</dd>
          </div>
        ))}
      </dl>
      <div className="queue-acts">
        <Button type="primary" loading={enter.isPending} onClick={() => void take()}>
          {t('intake.enter')}
        </Button>
        <Button disabled={enter.isPending} onClick={() => void take(true)}>
          {t('intake.leaveOut')}
        </Button>
      </div>
    </section>
  )
}
