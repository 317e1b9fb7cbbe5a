import { DeleteOutlined, EditOutlined } from '@ant-design/icons'
import { App, Button, Mentions, Skeleton } from 'antd'
import { useRef, useState } from 'react'
import { findMentionable } from '../../../model/notes/note-actions.ts'
import { act, type Rec, useMe, useRemove, useSave, useSchema } from '../../api/api.ts'
import { allows } from '../../api/allows.ts'
import { ApiFault, faultLines } from '../../api/fault.ts'
import { timeText, useZone } from '../../fields/moments.ts'
import { isRef } from '../../fields/names.ts'
import { FaultLines } from '../../ui/faults/fault-lines.tsx'
import { usePaged } from '../../records/list/use-paged.tsx'
import { Nothing } from '../../ui/faults/nothing.tsx'
import { useWords } from '../../words/language.ts'
import { mentionedAfter } from '../../../model/notes/mentioned.ts'

type Person = { sid: string; name: string; department?: string }

/** The notes on a case, the latest first; its author alone edits one. */
export function Notes({ caseSid }: { caseSid: string }) {
  const { t } = useWords()
  const schema = useSchema('case_note').data
  const me = useMe().data?.sid
  const [edited, setEdited] = useState<string | null>(null)
  const iql = `case_sid = '${caseSid}' ORDER BY created_at DESC`
  const fl = ['sid', 'text', 'mention_sids', 'created_by', 'created_at', 'updated_at']
  const { record: notes, isPending, pages } = usePaged('case_note', { fl, iql, rows: 50 })
  if (isPending || !schema) return <Skeleton active paragraph={{ rows: 6 }} />
  return (
    <div className="notes">
      {allows(schema, 'create') && <Writing caseSid={caseSid} />}
      {notes.length === 0 && <Nothing text={t('notes.none')} hint={t('notes.hint')} />}
      <ul className="note-list">
        {notes.map((note) => (
          <li key={note.sid}>
            {edited === note.sid ? (
              <Writing caseSid={caseSid} note={note} onClose={() => setEdited(null)} />
            ) : (
              <Note note={note} isOwn={isRef(note['created_by']) && note['created_by'].sid === me} onEdit={() => setEdited(note.sid)} />
            )}
          </li>
        ))}
      </ul>
      {pages}
    </div>
  )
}

function Note({ note, isOwn, onEdit }: { note: Rec; isOwn: boolean; onEdit: () => void }) {
  const { t, tag } = useWords()
  const zone = useZone()
  const { modal } = App.useApp()
  const remove = useRemove('case_note')
  const isEdited = note['updated_at'] !== note['created_at']
  const ask = () =>
    modal.confirm({
      title: t('notes.deleteTitle'),
      okText: t('batch.delete'),
      okButtonProps: { danger: true },
      onOk: () => remove.mutateAsync([note.sid]).then(undefined, () => undefined), // a refusal has already been shown
    })
  return (
    <article className="note">
      <header>
        <b>{isRef(note['created_by']) ? note['created_by'].name : ''}</b>
        <small className="quiet">
          {timeText(String(note['created_at']), tag, zone)}
          {isEdited && ` · ${t('notes.edited')}`}
        </small>
        {isOwn && (
          <span className="note-acts">
            <Button size="small" type="text" icon={<EditOutlined />} aria-label={t('notes.edit')} onClick={onEdit} />
            <Button size="small" type="text" icon={<DeleteOutlined />} aria-label={t('notes.delete')} onClick={ask} />
          </span>
        )}
      </header>
      <p>{String(note['text'])}</p>
    </article>
  )
}

/** A new note, or the change of one. Only people who see the notes of the case are offered after @. */
function Writing({ caseSid, note, onClose }: { caseSid: string; note?: Rec; onClose?: () => void }) {
  const { t } = useWords()
  const { message } = App.useApp()
  const save = useSave('case_note')
  const before = Array.isArray(note?.['mention_sids']) ? note['mention_sids'].filter(isRef) : []
  const [text, setText] = useState(String(note?.['text'] ?? ''))
  const [chosen, setChosen] = useState<readonly Person[]>(before)
  const [faults, setFaults] = useState<readonly string[]>([])
  const { found, isSearching, search } = useMentionable(caseSid)
  const submit = async () => {
    const former = { text: String(note?.['text'] ?? ''), people: before }
    const mention_sids = mentionedAfter(text, chosen, former).map(({ sid }) => sid)
    try {
      await save.mutateAsync({ ...(note ? { sid: note.sid } : { case_sid: caseSid }), text: text.trim(), mention_sids: [...new Set(mention_sids)] })
      message.success(t('saved'))
      setText('')
      setFaults([])
      onClose?.()
    } catch (fault) {
      setFaults(fault instanceof ApiFault ? (fault.errors.length > 0 ? faultLines(fault.errors, t('colon')) : [fault.message]) : [t('fault.failed')])
    }
  }
  return (
    <div className="note-writing">
      <FaultLines lines={faults} />
      <Mentions
        rows={3}
        value={text}
        maxLength={4000}
        aria-label={t('notes.write')}
        placeholder={t('notes.placeholder')}
        filterOption={false}
        notFoundContent={t(isSearching ? 'notes.searching' : 'notes.nobody')}
        options={found.map((one) => ({ key: one.sid, value: one.name, label: <Offered person={one} among={found} /> }))}
        onSearch={search}
        onSelect={({ key }) => setChosen((now) => [...now, ...found.filter(({ sid }) => key?.startsWith(sid))])} // it is followed by a number
        onChange={setText}
      />
      <div className="note-writing-acts">
        <Button type="primary" disabled={!text.trim()} loading={save.isPending} onClick={() => void submit()}>
          {t(note ? 'save' : 'notes.add')}
        </Button>
        {onClose && <Button onClick={onClose}>{t('cancel')}</Button>}
      </div>
    </div>
  )
}

/** Of people with the same name, each is shown with the department. */
function Offered({ person: { name, department }, among }: { person: Person; among: readonly Person[] }) {
  const isShared = among.filter((one) => one.name === name).length > 1
  if (!isShared || !department) return name
  return (
    <>
      {name} <small className="quiet">{department}</small>
    </>
  )
}

function useMentionable(case_sid: string) {
  const [found, setFound] = useState<readonly Person[]>([])
  const [isSearching, setSearching] = useState(false)
  const typed = useRef('')
  const search = (text: string) => {
    typed.current = text
    setFound([]) // Enter must not mention a person found by an earlier text
    setSearching(true)
    void act(findMentionable, { case_sid, text })
      .then(
        ({ record }) =>
          text === typed.current &&
          setFound(record.flatMap(({ sid, name, department }) => (sid && name ? [{ sid, name, ...(department && { department }) }] : []))),
        () => undefined, // a refusal has already been shown
      )
      .finally(() => text === typed.current && setSearching(false))
  }
  return { found, isSearching, search }
}
