import { HistoryOutlined, PlusOutlined, UploadOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { App, Button, Input, Modal, Skeleton, Upload } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { commentOnInstruction } from '../../../model/instructions/instruction-actions.ts'
import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import { act, type Rec, useRecord, useSchema, useTransition, useWrite } from '../../api/api.ts'
import { allows } from '../../api/allows.ts'
import { ApiFault, faultLines } from '../../api/fault.ts'
import { pageOf } from '../../api/page-of.ts'
import { Viewer } from '../../fields/documents/viewer.tsx'
import { useFits } from '../../fields/documents/use-fits.ts'
import { timeText, useZone } from '../../fields/moments.ts'
import { isRef } from '../../fields/names.ts'
import { StateTag } from '../../records/detail/state-tag.tsx'
import { Transitions } from '../../records/detail/transitions.tsx'
import { PlainTable } from '../../records/list/plain-table.tsx'
import { usePaged } from '../../records/list/use-paged.tsx'
import { FaultLines } from '../../ui/faults/fault-lines.tsx'
import { Nothing } from '../../ui/faults/nothing.tsx'
import { useWords } from '../../words/language.ts'
import { sendDocument } from './send-document.ts'
import { Versions } from './versions.tsx'

/** The work of the agency on a case: each instruction with its enclosures, and the exchanged drafts. */
export function Instructions({ caseSid }: { caseSid: string }) {
  const { t } = useWords()
  const schema = useSchema('agency_instruction').data
  const iql = `case_sid = '${caseSid}' ORDER BY created_at DESC`
  const { record: found, isPending, pages } = usePaged('agency_instruction', { fl: ['sid'], iql, rows: 10 })
  if (isPending || !schema) return <Skeleton active paragraph={{ rows: 6 }} />
  return (
    <>
      {allows(schema, 'create') && (
        <p>
          <Link to={pageOf('agency_instruction', `/new?case_sid=${caseSid}`)}>
            <Button icon={<PlusOutlined />}>{t('instruction.new')}</Button>
          </Link>
        </p>
      )}
      {found.length === 0 && <Nothing text={t('instruction.none')} hint={t('instruction.noneHint')} />}
      {found.map(({ sid }) => (
        <Instruction key={sid} schema={schema} sid={sid} />
      ))}
      {pages}
    </>
  )
}

const refsIn = (value: unknown) => (Array.isArray(value) ? value.filter(isRef) : [])
const rowsIn = (value: unknown) => (Array.isArray(value) ? (value as Rec[]) : []) // rows as the model declares them

function Instruction({ schema, sid }: { schema: WireSchema; sid: string }) {
  const { t } = useWords()
  const record = useRecord('agency_instruction', sid).data
  const [viewed, setViewed] = useState<{ sid: string; name: string }>()
  if (!record) return <Skeleton active />
  const { transitions, ...rest } = record
  const offered = rowsIn(transitions)
  // The generic dialog picks a document that exists; here the draft is uploaded with its step.
  const others = { ...rest, comment: null, transitions: offered.filter(({ code }) => code !== 'submit') } as unknown as Rec
  const documents = refsIn(record['document_sids'])
  return (
    <section className="note" aria-label={String(record['title'])}>
      <header>
        <b>
          <Link to={pageOf('agency_instruction', `/${sid}`)}>{String(record['title'])}</Link>
        </b>{' '}
        <StateTag schema={schema} state={record['status']} />
        <span className="note-acts">
          {offered.some(({ code }) => code === 'submit') && <Submit record={record} />}
          <Transitions schema={schema} record={others} />
        </span>
      </header>
      <dl className="case-few">
        <Fact
          label={t('instruction.to')}
          text={[record['agency_sid'], record['agency_user_sid']]
            .filter(isRef)
            .map(({ name }) => name)
            .join(' · ')}
        />{' '}
        {/* oxfmt-ignore */}
        <Fact label={t('instruction.reviewer')} text={isRef(record['engineer_sid']) ? record['engineer_sid'].name : ''} />
        <Fact label={t('instruction.draftDue')} text={String(record['draft_due'] ?? '')} />
        <Fact label={t('instruction.fileDue')} text={String(record['file_due'] ?? '')} />
      </dl>
      {typeof record['instructions'] === 'string' && <p>{record['instructions']}</p>}
      {documents.length > 0 && (
        <p>
          {t('instruction.documents')}{' '}
          {documents.map((one) => (
            <Button key={one.sid} type="link" size="small" onClick={() => setViewed(one)}>
              {one.name}
            </Button>
          ))}
        </p>
      )}
      <Checklist schema={schema} record={record} />
      <Rounds schema={schema} record={record} onView={setViewed} />
      {!schema.states?.closed.includes(String(record['status'])) && record['status'] !== 'PREPARING' && <Comment sid={sid} />}
      {viewed && <Viewer files={[viewed]} at={0} onClose={() => setViewed(undefined)} />}
    </section>
  )
}

const Fact = ({ label, text }: { label: string; text: string }) =>
  text === '' ? null : (
    <div>
      <dt>{label}</dt>
      <dd>{text}</dd>
    </div>
  )

type Shown = { schema: WireSchema; record: Rec }

/** The words of an option in the rows of a field. */
const optionIn = (schema: WireSchema, [field, part]: readonly [string, string], value: unknown) =>
  schema.fields
    .find(({ code }) => code === field)
    ?.rows?.find(({ code }) => code === part)
    ?.options?.find(({ code }) => code === value)?.label ?? ''

function Checklist({ schema, record }: Shown) {
  const { t, lang } = useWords()
  const rows = rowsIn(record['checklist']).map((row, at) => ({ ...row, sid: String(at) }) as Rec)
  if (rows.length === 0) return null
  return (
    <PlainTable<Rec>
      dataSource={rows}
      columns={[
        { title: t('instruction.item'), render: (_, row) => String((lang === 'en' && row['item_en']) || row['item'] || '') },
        { title: t('instruction.state'), width: 130, render: (_, row) => optionIn(schema, ['checklist', 'state'], row['state']) },
        { title: t('instruction.remark'), render: (_, row) => String(row['note'] ?? '') },
      ]}
    />
  )
}

function Rounds({ schema, record, onView }: Shown & { onView: (file: { sid: string; name: string }) => void }) {
  const { t, tag } = useWords()
  const zone = useZone()
  const [opened, setOpened] = useState<Rec>()
  const rounds = rowsIn(record['rounds'])
  if (rounds.length === 0) return null
  return (
    <ol className="note-list" aria-label={t('instruction.rounds')}>
      {rounds.map((one, at) => {
        const file = isRef(one['document']) ? one['document'] : undefined
        return (
          // The exchange is only ever added to.
          <li key={at}>
            <b>{optionIn(schema, ['rounds', 'step'], one['step'])}</b>{' '}
            <small className="quiet">
              {String(one['by'] ?? '')} · {timeText(String(one['at']), tag, zone)}
            </small>
            {file && (
              <>
                <Button type="link" size="small" onClick={() => onView(file)}>
                  {file.name} V{String(one['version_no'] ?? '')}
                </Button>
                <Button
                  type="text"
                  size="small"
                  icon={<HistoryOutlined />}
                  onClick={() => setOpened({ ...file, file_name: file.name } as unknown as Rec)}
                >
                  {t('instruction.versions')}
                </Button>
              </>
            )}
            {typeof one['comment'] === 'string' && <p>{one['comment']}</p>}
          </li>
        )
      })}
      {opened && <Versions document={opened} onClose={() => setOpened(undefined)} />}
    </ol>
  )
}

function Comment({ sid }: { sid: string }) {
  const { t } = useWords()
  const [text, setText] = useState('')
  const send = useWrite('agency_instruction', (comment: string) => act(commentOnInstruction, { sid, comment }))
  return (
    <div className="note-writing">
      <Input.TextArea
        rows={2}
        value={text}
        maxLength={2000}
        aria-label={t('instruction.write')}
        placeholder={t('instruction.write')}
        onChange={({ target }) => setText(target.value)}
      />
      <div className="note-writing-acts">
        <Button disabled={!text.trim()} loading={send.isPending} onClick={() => send.mutate(text.trim(), { onSuccess: () => setText('') })}>
          {t('instruction.tell')}
        </Button>
      </div>
    </div>
  )
}

/** Uploads the draft, after the first as the next version of the one before, and submits it. */
function useSubmitting(record: Rec, onDone: () => void) {
  const { t } = useWords()
  const { message } = App.useApp()
  const client = useQueryClient()
  const take = useTransition('agency_instruction')
  const [faults, setFaults] = useState<readonly string[]>([])
  const [isBusy, setBusy] = useState(false)
  const [last, of] = [record['draft_sid'], record['case_sid']]
  const submit = async (file: File | undefined, comment: string) => {
    if (!file || !isRef(of)) return
    setBusy(true)
    try {
      const draft = await sendDocument(file, isRef(last) ? { sid: last.sid } : { case_sid: of.sid, visibility: 'V1', source: 'AGENCY' })
      await take.mutateAsync({ sid: record.sid, transition: 'submit', draft_sid: draft.sid, ...(comment && { comment }) })
      void message.success(t('instruction.submitted'))
      onDone()
    } catch (fault) {
      const told =
        fault instanceof ApiFault ? (fault.errors.length > 0 ? faultLines(fault.errors, t('colon')) : [fault.message]) : [t('fault.failed')]
      setFaults(told)
    } finally {
      setBusy(false)
      await client.invalidateQueries()
    }
  }
  return { submit, faults, isBusy, last }
}

function Submit({ record }: { record: Rec }) {
  const { t } = useWords()
  const fits = useFits()
  const [isOpen, setOpen] = useState(false)
  const [file, setFile] = useState<File>()
  const [comment, setComment] = useState('')
  const { submit, faults, isBusy, last } = useSubmitting(record, () => setOpen(false))
  const label = t('instruction.comment')
  return (
    <>
      <Button type={record['status'] === 'ACCEPTED' ? 'default' : 'primary'} icon={<UploadOutlined />} onClick={() => setOpen(true)}>
        {t('instruction.submit')}
      </Button>
      <Modal
        open={isOpen}
        title={t('instruction.submit')}
        okText={t('instruction.submit')}
        okButtonProps={{ disabled: !file }}
        confirmLoading={isBusy}
        onOk={() => void submit(file, comment.trim())}
        onCancel={() => setOpen(false)}
        width={480}
        destroyOnHidden
      >
        <FaultLines lines={faults} />
        <p className="quiet">{isRef(last) ? t('instruction.nextVersion', { name: last.name }) : t('instruction.firstDraft')}</p>
        <p>
          <Upload maxCount={1} showUploadList={false} beforeUpload={(chosen) => (fits(chosen) && setFile(chosen), Upload.LIST_IGNORE)}>
            <Button icon={<UploadOutlined />}>{file?.name ?? t('instruction.choose')}</Button>
          </Upload>
        </p>
        <Input.TextArea
          rows={3}
          value={comment}
          maxLength={2000}
          aria-label={label}
          placeholder={label}
          onChange={({ target }) => setComment(target.value)}
        />
      </Modal>
    </>
  )
}
