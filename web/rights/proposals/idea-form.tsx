import { SendOutlined } from '@ant-design/icons'
import { App, Button, Form } from 'antd'
import { useState } from 'react'
import type { Fault, WireSchema } from '../../../model/kit/wire/wire.ts'
import { READ_FIELDS } from '../../../model/rights/proposals/disclosure-headings.ts'
import { type Rec, useTransition } from '../../api/api.ts'
import { ApiFault, faultLines, UNCONFIRMED, WAITS_FOR_APPROVAL } from '../../api/fault.ts'
import { isBlank } from '../../fields/view.ts'
import { FieldItem } from '../../records/form/record-form.tsx'
import { FaultLines } from '../../ui/faults/fault-lines.tsx'
import { useWords } from '../../words/language.ts'
import { type Draft, useDraft } from './draft.ts'
import { DraftLine } from './draft-line.tsx'
import { ReadFile } from './read-file.tsx'
import { TitleAlikes } from './title-alikes.tsx'

type Values = Record<string, unknown>

/** Fields that every disclosure needs; the others appear when they are filled, or on request. */
const ASKED = ['title', 'solution', 'proposal_type', 'plan_disclosure_date', 'inventors', 'disclosure_doc'] as const
const MORE = READ_FIELDS.filter((code) => code !== 'title' && code !== 'solution')
const FIELDS: readonly string[] = [...ASKED, ...MORE]

type Props = { schema: WireSchema; record: Rec | undefined; onCreated: (sid: string) => void; onSent: () => void }

/** A new idea, or a draft that is continued: written, saved automatically, and submitted. */
export function IdeaForm({ schema, record, onCreated, onSent }: Props) {
  const { t } = useWords()
  const [form] = Form.useForm<Values>()
  const [isWhole, setWhole] = useState(MORE.some((code) => record && !isBlank(record[code])))
  const fields = FIELDS.flatMap((code) => schema.fields.find((one) => one.code === code && (record ? one.editable : one.settable)) ?? [])
  const start = Object.fromEntries(fields.map(({ code, default: value }) => [code, record ? record[code] : value]))
  const draft = useDraft({ form, codes: fields.map(({ code }) => code), record, onCreated })
  const { submit, finish, faults, isPending } = useSending(draft, () => {
    draft.leaving.allow()
    form.resetFields()
    draft.restart()
    onSent()
  })
  const touch = () => {
    if (MORE.some((code) => !isBlank(form.getFieldValue(code)))) setWhole(true)
    draft.touch()
  }
  const shown = fields.filter(({ code }) => isWhole || !MORE.some((one) => one === code))
  return (
    <section className="idea" aria-labelledby="idea-new">
      <h2 id="idea-new">{t(record ? 'ideas.continue' : 'ideas.new')}</h2>
      <p className="quiet">{t('ideas.hint')}</p>
      <FaultLines lines={faultLines(faults, t('colon'))} />
      <Form form={form} layout="vertical" initialValues={start} onValuesChange={touch} onFinish={() => void submit()}>
        <ReadFile schema={schema} form={form} onChange={touch} />
        <div className="fields">
          {shown.flatMap((field) => {
            const item = <FieldItem key={field.code} field={field} form={form} />
            return field.code === 'title' ? [item, <TitleAlikes key="alikes" form={form} sid={draft.saved()?.sid} />] : [item]
          })}
        </div>
        {!isWhole && (
          <Button type="link" className="idea-more" onClick={() => setWhole(true)}>
            {t('ideas.more')}
          </Button>
        )}
        <div className="idea-acts">
          <Button type="primary" size="large" htmlType="submit" icon={<SendOutlined aria-hidden />} loading={isPending}>
            {t('ideas.send')}
          </Button>
          <Button size="large" disabled={isPending} onClick={() => void form.validateFields(['title']).then(finish, () => undefined)}>
            {t('ideas.keep')}
          </Button>
        </div>
        <DraftLine schema={schema} draft={draft} />
      </Form>
    </section>
  )
}

/** Saves the idea as a draft, and submits it; a refused submission leaves the draft. */
function useSending(draft: Draft, onSent: () => void) {
  const { t } = useWords()
  const { message } = App.useApp()
  const take = useTransition('proposal')
  const [faults, setFaults] = useState<readonly Fault[]>([])
  /** Leaves the draft among the ideas below, for another one to be written. */
  const finish = async () => {
    if (!(await draft.flush())) return
    onSent()
    message.success(t('ideas.kept'))
  }
  const submit = async () => {
    setFaults([])
    const isKept = await draft.flush()
    const saved = draft.saved()
    if (!isKept || !saved) return
    try {
      await take.mutateAsync({ sid: saved.sid, transition: saved['status'] === 'RETURNED' ? 'resubmit' : 'submit' })
      onSent()
      message.success(t('ideas.sent'))
    } catch (fault) {
      if (!(fault instanceof ApiFault)) throw fault
      if (fault.code === WAITS_FOR_APPROVAL) return onSent() // said in a dialog
      if (fault.code === UNCONFIRMED) message.info(t('ideas.kept'))
      else setFaults(fault.errors.length > 0 ? fault.errors : [{ field: '', label: '', reason: fault.message }])
    }
  }
  return { submit, finish, faults, isPending: take.isPending }
}
