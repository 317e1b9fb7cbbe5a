import { useQuery } from '@tanstack/react-query'
import { Alert, App, Button, Skeleton, Tag } from 'antd'
import { useState } from 'react'
import { acceptNotice, FILING_FACTS, type FilingFact, previewNotice, rejectNotice } from '../../model/notices/notice-intake-actions.ts'
import { bestOf, SURE } from '../../model/notices/reading.ts'
import type { SentBody } from '../../model/kit/action.ts'
import { act, type Rec, useWrite } from '../api/api.ts'
import { ApiFault, faultLines } from '../api/fault.ts'
import { MovedTable } from '../cases/dates/date-changes.tsx'
import { isRef, sidOf } from '../fields/names.ts'
import { viewFor } from '../fields/views.ts'
import { FaultLines } from '../ui/faults/fault-lines.tsx'
import { useKeys } from '../ui/keys.ts'
import { useWords } from '../words/language.ts'
import { readingsOf, type Schema, sureness } from './readings.ts'

const FIELDS = ['case_sid', 'doc_type', 'issue_date', 'serial_no', 'set_due', 'round_no'] as const
const NEEDED = ['case_sid', 'doc_type', 'issue_date'] as const
type Body = SentBody<typeof acceptNotice>
type Code = (typeof FIELDS)[number] | FilingFact

/** The proposed values of a notice, each correctable, and the effects of accepting it. */
export function IntakeForm({ row, schema, onDone }: { row: Rec; schema: Schema; onDone: () => void }) {
  const { t, lang } = useWords()
  const { message } = App.useApp()
  const [values, setValues] = useState(() => proposedIn(row))
  const [faults, setFaults] = useState<readonly string[]>([])
  const accept = useWrite('notice_intake', (body: Body) => act(acceptNotice, body), { faults: 'form' })
  const reject = useWrite('notice_intake', () => act(rejectNotice, { sid: row.sid }), { faults: 'form' })
  const isWhole = NEEDED.every((code) => values[code])
  const isBusy = accept.isPending || reject.isPending
  const isDecided = [accept, reject].some(({ isPending, isSuccess }) => isPending || isSuccess)
  const asked = usePreview(bodyOf(row.sid, values, FIELDS), isWhole && !isDecided).data?.asked ?? []
  const body = bodyOf(row.sid, values, [...FIELDS, ...asked])
  const finish = async (work: () => Promise<unknown>, said: 'intake.accepted' | 'intake.rejected') => {
    if (isBusy) return
    try {
      await work()
      setFaults([])
      message.success(t(said))
      onDone()
    } catch (fault) {
      setFaults(fault instanceof ApiFault ? (fault.errors.length > 0 ? faultLines(fault.errors, t('colon')) : [fault.message]) : [t('fault.failed')])
    }
  }
  const take = () => void finish(() => accept.mutateAsync(body), 'intake.accepted')
  useKeys({ Enter: () => isWhole && take() })
  const proposed = (code: Code) => (
    <Proposed key={code} code={code} row={row} schema={schema} values={values} onChange={(value) => setValues({ ...values, [code]: value })} />
  )
  const reason = String((lang === 'en' ? row['reason_en'] : row['reason']) ?? '')
  return (
    <section className="intake-form" aria-label={t('intake.facts')}>
      <FaultLines lines={faults} />
      {row['state'] === 'TWICE' && <Alert type="warning" showIcon title={t('intake.twice')} description={<Same row={row} />} />}
      {reason && <Alert type="warning" showIcon title={reason} />}
      {FIELDS.map(proposed)}
      {isWhole && asked.length > 0 && <h2>{t('intake.asked')}</h2>}
      {isWhole && asked.map(proposed)}
      <Following body={body} isWhole={isWhole} isDecided={isDecided} />
      <div className="queue-acts">
        <Button type="primary" disabled={!isWhole} loading={accept.isPending} onClick={take}>
          {t('intake.accept')}
        </Button>
        <Button disabled={isBusy} loading={reject.isPending} onClick={() => void finish(() => reject.mutateAsync(undefined), 'intake.rejected')}>
          {t('intake.reject')}
        </Button>
      </div>
    </section>
  )
}

type Values = Readonly<Record<string, unknown>>

/** The values read from the notice, with the number and the filing date that a case may lack. */
const proposedIn = (row: Rec): Values => ({
  ...Object.fromEntries(FIELDS.map((code) => [code, row[code] ?? null])),
  application_no: row['number'] ?? null,
  filing_date: bestOf(readingsOf(row).filing_date)?.value ?? null,
})

function bodyOf(sid: string, values: Values, codes: readonly string[]): Body {
  const given = codes.map((code) => [code, isRef(values[code]) ? sidOf(values[code]) : (values[code] ?? null)] as const)
  return { sid, ...Object.fromEntries(given) } as Body // the server names each missing field in its refusal
}

const Same = ({ row }: { row: Rec }) => {
  const same = [row['twice_event'], row['twice_of']].find(isRef)
  return same ? <span>{same.name}</span> : null
}

/** The field of the notice whose editor a filing fact has. */
const LIKE: Readonly<Record<FilingFact, string>> = { application_no: 'number', filing_date: 'issue_date' }

type ProposedProps = {
  code: Code
  row: Rec
  schema: Schema
  values: Values
  onChange: (value: unknown) => void
}

function Proposed({ code, row, schema, values, onChange }: ProposedProps) {
  const { t } = useWords()
  const asked = FILING_FACTS.find((fact) => fact === code)
  const like = schema.fields.find((one) => one.code === (asked ? LIKE[asked] : code))
  const field = like && asked ? { ...like, label: t(`intake.${asked}`) } : like
  if (!field) return null
  const { Editor } = viewFor(field)
  const sure = sureness(row, code)
  const isChanged = sidOf(values[code]) !== sidOf(proposedIn(row)[code])
  return (
    <div className="intake-field">
      <label htmlFor={`intake-${code}`}>
        {field.label}
        {sure !== undefined && !isChanged && (
          <Tag color={sure >= SURE ? 'success' : 'warning'}>{t('intake.sure', { percent: Math.round(sure * 100) })}</Tag>
        )}
      </label>
      <Editor field={field} value={values[code]} onChange={onChange} id={`intake-${code}`} label={field.label} record={values} />
    </div>
  )
}

/** Not fetched once the notice is decided: the write of the decision refreshes every query. */
const usePreview = (body: Body, enabled: boolean) =>
  useQuery({
    queryKey: ['deadlines of a notice', body],
    queryFn: () => act(previewNotice, body),
    enabled,
    // The answer for another case or another kind of notice does not apply here.
    placeholderData: (before, query) => {
      const asked = query?.queryKey[1] as Body | undefined // the key below
      return asked?.case_sid === body.case_sid && asked.doc_type === body.doc_type ? before : undefined
    },
    retry: false,
    meta: { faults: 'own' },
  })

/** The deadlines that would follow, before anything is saved. */
function Following({ body, isWhole, isDecided }: { body: Body; isWhole: boolean; isDecided: boolean }) {
  const { t } = useWords()
  const { data: known, error, isPlaceholderData } = usePreview(body, isWhole && !isDecided)
  const data = isPlaceholderData ? undefined : known
  const deadlines = data?.deadlines ?? []
  const moved = deadlines.map((one, at) => ({ ...one, case_sid: body.case_sid, key: String(at), status: '' }))
  return (
    <section aria-live="polite">
      <h2>{t('intake.follows')}</h2>
      {!isWhole && <p className="quiet">{t('intake.incomplete')}</p>}
      {isWhole && error instanceof ApiFault && <p className="quiet">{error.message}</p>}
      {isWhole && !isDecided && !data && !error && <Skeleton active title={false} paragraph={{ rows: 1 }} />}
      {isWhole && data && (deadlines.length > 0 ? <MovedTable moved={moved} /> : <p className="quiet">{t('intake.noDeadline')}</p>)}
      {isWhole && data?.waits && <Alert type="warning" showIcon title={t('intake.waits')} description={data.waits} />}
      {isWhole && data?.stays && <Alert type="warning" showIcon title={data.stays} />}
      {isWhole && data && data.fees > 0 && <p>{t('intake.fees', { count: data.fees })}</p>}
    </section>
  )
}
