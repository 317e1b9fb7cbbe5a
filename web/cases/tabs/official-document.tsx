import { CheckCircleOutlined, InboxOutlined } from '@ant-design/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Collapse, Form, type FormInstance, Input, Modal, Radio, Skeleton, Upload } from 'antd'
import type dayjs from 'dayjs'
import { useState } from 'react'
import { DatePicker } from '../../ui/date-picker.tsx'
import type { Rec } from '../../api/api.ts'
import { doVerb, useSchema } from '../../api/api.ts'
import { DaysLeft } from '../dates/days-left.tsx'
import { nameOf } from '../dates/next-due.tsx'
import { DeadlineWhy } from '../dates/why.tsx'
import { ApiFault, linesOf } from '../../api/fault.ts'
import { useFits } from '../../fields/documents/use-fits.ts'
import { dayText } from '../../fields/moments.ts'
import { Nothing } from '../../ui/faults/nothing.tsx'
import { fieldOfFault } from '../../records/form/form-fields.ts'
import { markRequired } from '../../records/form/record-form.tsx'
import { warningsOf } from '../../records/warnings.ts'
import { useWords } from '../../words/language.ts'
import { DocumentTypePicker, useDocumentTypes } from './document-type.tsx'
import { sendDocument } from './send-document.ts'
import { useOptions } from '../../fields/use-options.ts'

type NewDocument = {
  doc_type: string
  issue_date: dayjs.Dayjs
  receive_date?: dayjs.Dayjs
  receipt_reason?: string
  delivery_way: string
  set_due?: dayjs.Dayjs
}
/** `warnings`: remarks of the server, such as the reason why the case stays in its state. */
type Recorded = { event: Rec; warnings: readonly string[] }
const DAY = 'YYYY-MM-DD'

/** Records an official document; its deadlines are shown at once. */
export function OfficialDocumentDialog({ sid, office, onClose }: { sid: string; office: string; onClose: () => void }) {
  const { t } = useWords()
  const [recorded, setRecorded] = useState<Recorded | null>(null)
  return (
    <Modal open onCancel={onClose} title={t(recorded ? 'officialDocument.done' : 'officialDocument.title')} width={620} footer={null} destroyOnHidden>
      {recorded ? (
        <Consequences {...recorded} onClose={onClose} onNext={() => setRecorded(null)} />
      ) : (
        <OfficialDocumentForm sid={sid} office={office} onSaved={setRecorded} />
      )}
    </Modal>
  )
}

function OfficialDocumentForm({ sid, office, onSaved }: { sid: string; office: string; onSaved: (recorded: Recorded) => void }) {
  const { t } = useWords()
  const [form] = Form.useForm<NewDocument>()
  const [file, setFile] = useState<File | null>(null)
  const fits = useFits()
  const { save, faults, isBusy } = useFiling({ sid, office, file, form, onSaved })
  return (
    <Form
      form={form}
      layout="vertical"
      requiredMark={markRequired}
      className="dialog-form"
      onFinish={(entered) => void save(entered)}
      initialValues={{ delivery_way: 'ELECTRONIC' }}
    >
      {faults && <Alert type="error" showIcon title={faults} className="spaced" role="alert" />}
      <OfficialDocumentFields office={office} />
      <Form.Item label={t('officialDocument.file')}>
        <Upload.Dragger
          maxCount={1}
          beforeUpload={(one) => (fits(one) && setFile(one), false)}
          onRemove={() => setFile(null)}
          fileList={file ? [{ uid: '1', name: file.name, size: file.size }] : []}
          className="drop"
        >
          <InboxOutlined aria-hidden /> {t('officialDocument.drop')}
        </Upload.Dragger>
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={isBusy} block>
        {t('officialDocument.save')}
      </Button>
    </Form>
  )
}

type Filing = { sid: string; office: string; file: File | null; form: FormInstance<NewDocument>; onSaved: (recorded: Recorded) => void }

/** The fields of the form by those of an event: a fault of either is shown at the same one. */
const FIELD_OF: Readonly<Record<string, keyof NewDocument>> = {
  code: 'doc_type', event_date: 'issue_date',
  doc_type: 'doc_type', issue_date: 'issue_date', receive_date: 'receive_date', receipt_reason: 'receipt_reason', set_due: 'set_due',
} // oxfmt-ignore

const NAMES = [...new Set(Object.values(FIELD_OF))]

/** Files the official document, or records an event alone, and finds the resulting event. */
function useFiling({ sid, office, file, form, onSaved }: Filing) {
  const { t } = useWords()
  const client = useQueryClient()
  const types = useDocumentTypes(office)
  const [isBusy, setBusy] = useState(false)
  const [faults, setFaults] = useState('')

  const save = async (entered: NewDocument) => {
    setBusy(true)
    setFaults('')
    showAtFields(form, { errors: [], message: '' }, '')
    const type = types.find((one) => one.sid === entered.doc_type)
    const issued = entered.issue_date.format(DAY)
    const { delivery_way, receive_date, receipt_reason, set_due } = entered
    const about = { case_sid: sid, delivery_way, receive_date: receive_date?.format(DAY), receipt_reason, set_due: set_due?.format(DAY) }
    try {
      const saved = file
        ? await sendDocument(file, { ...about, doc_type: entered.doc_type, issue_date: issued })
        : await doVerb('official_event', 'create', { ...about, code: type?.['code'], event_date: issued })
      const iql = `case_sid = '${sid}' AND code = '${String(type?.['code'])}' AND event_date = '${issued}' ORDER BY created_at DESC`
      const { record: events } = await doVerb('official_event', 'search', { iql, rows: 1 })
      const [event] = events
      if (event) onSaved({ event, warnings: warningsOf(saved) })
    } catch (wrong) {
      if (!(wrong instanceof ApiFault)) throw wrong
      setFaults(showAtFields(form, wrong, t('colon')).join(t('semicolon')))
    } finally {
      setBusy(false)
      await client.invalidateQueries()
    }
  }
  return { save, faults, isBusy }
}

/** Shows the faults at their fields, instead of those before; the lines of all others are returned. */
function showAtFields(form: FormInstance<NewDocument>, { errors, message }: Pick<ApiFault, 'errors' | 'message'>, colon: string): readonly string[] {
  const byName = Map.groupBy(errors, ({ field }) => FIELD_OF[fieldOfFault(field)])
  form.setFields(NAMES.map((name) => ({ name, errors: (byName.get(name) ?? []).map(({ reason }) => reason) })))
  const others = byName.get(undefined) ?? []
  return linesOf({ errors: others, message: byName.size > 0 ? '' : message }, colon).filter((line) => line !== '')
}

function OfficialDocumentFields({ office }: { office: string }) {
  const { t } = useWords()
  const ways = useOptions('document', 'delivery_way')
  const fields = useSchema('official_event').data?.fields ?? []
  const said = (code: string) => {
    const field = fields.find((one) => one.code === code)
    return { label: field?.label, tooltip: field?.help }
  }
  return (
    <>
      <Form.Item name="doc_type" label={t('documents.type')} rules={[{ required: true, message: t('must.fill') }]}>
        <DocumentTypePicker office={office} direction="IN" autoFocus />
      </Form.Item>
      <div className="fields">
        <Form.Item name="issue_date" label={t('documents.issued')} rules={[{ required: true, message: t('must.fill') }]}>
          <DatePicker style={{ width: '100%' }} />
        </Form.Item>
        <Form.Item name="receive_date" {...said('receive_date')}>
          <DatePicker style={{ width: '100%' }} />
        </Form.Item>
      </div>
      <Form.Item noStyle dependencies={['issue_date', 'receive_date']}>
        {({ getFieldsValue }) =>
          isReceivedLater(getFieldsValue()) && (
            <Form.Item name="receipt_reason" {...said('receipt_reason')}>
              <Input maxLength={255} />
            </Form.Item>
          )
        }
      </Form.Item>
      <Form.Item name="delivery_way" label={t('documents.delivery')}>
        <Radio.Group options={ways} />
      </Form.Item>
      <div className="fields">
        <Form.Item name="set_due" label={t('officialDocument.named')} tooltip={t('officialDocument.namedHint')}>
          <DatePicker style={{ width: '100%' }} />
        </Form.Item>
      </div>
    </>
  )
}

/** From when a later receipt needs its reason is decided by the rules of service of each office. */
const isReceivedLater = ({ issue_date: issued, receive_date: received }: Partial<NewDocument>) =>
  issued && received && received.isAfter(issued, 'day')

/** The deadlines of this official document, each with its reasons. */
function Consequences({ event, warnings, onClose, onNext }: Recorded & { onClose: () => void; onNext: () => void }) {
  const { t, lang, tag } = useWords()
  const { data, isPending } = useQuery({
    queryKey: ['deadline', 'of event', event.sid],
    queryFn: () => doVerb('deadline', 'search', { iql: `trigger_event_sid = '${event.sid}' ORDER BY official_due ASC`, rows: 50 }),
  })
  const deadlines = data?.record ?? []
  const [first] = deadlines
  if (isPending) return <Skeleton active />
  return (
    <div className="stack">
      <p>
        <CheckCircleOutlined className="done" aria-hidden /> <b>{nameOf(event, lang)}</b>{' '}
        {typeof event['event_date'] === 'string' && <time dateTime={event['event_date']}>{dayText(event['event_date'], tag)}</time>}
      </p>
      {warnings.map((line) => (
        <Alert key={line} type="warning" showIcon title={line} role="alert" />
      ))}
      {deadlines.length === 0 ? (
        <Nothing text={t('officialDocument.noDeadline')} {...(warnings.length === 0 && { hint: t('officialDocument.noDeadlineHint') })} />
      ) : (
        <>
          <p>{t('officialDocument.deadlines', { count: deadlines.length })}</p>
          <Collapse
            size="small"
            defaultActiveKey={first ? [first.sid] : []}
            items={deadlines.map((one) => ({
              key: one.sid,
              label: (
                <span className="document-line">
                  <b>{nameOf(one, lang)}</b>
                  {typeof one['official_due'] === 'string' && (
                    <>
                      <time dateTime={one['official_due']}>{dayText(one['official_due'], tag)}</time> <DaysLeft date={one['official_due']} />
                    </>
                  )}
                </span>
              ),
              children: <DeadlineWhy sid={one.sid} isBare />,
            }))}
          />
        </>
      )}
      <footer className="dialog-foot">
        <Button onClick={onNext}>{t('officialDocument.another')}</Button>
        <Button type="primary" onClick={onClose}>
          {t('officialDocument.close')}
        </Button>
      </footer>
    </div>
  )
}
