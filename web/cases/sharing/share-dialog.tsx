import { Alert, App, Button, Input, InputNumber, Modal, Select } from 'antd'
import { useState } from 'react'
import { DOCUMENT_CLASSES, type DocumentClass } from '../../../model/documents/visibility.ts'
import type { SentBody } from '../../../model/kit/action.ts'
import { wordIn } from '../../../model/kit/fields.ts'
import type { Ref } from '../../../model/kit/wire/wire.ts'
import { giveShare } from '../../../model/sharing/share-actions.ts'
import { SHARE_RIGHTS } from '../../../model/sharing/share-level.ts'
import { act, useWrite } from '../../api/api.ts'
import { ApiFault, faultLines } from '../../api/fault.ts'
import { fieldTo } from '../../fields/field-to.ts'
import { isRef } from '../../fields/names.ts'
import { viewOf } from '../../fields/views.ts'
import { FoundSelect } from '../../records/found-select.tsx'
import { FaultLines } from '../../ui/faults/fault-lines.tsx'
import { useWords } from '../../words/language.ts'
import './sharing.css'

type Body = SentBody<typeof giveShare>
type Kind = Body['to_kind']
type Draft = {
  kind: Kind
  people: readonly Ref[]
  document: string | null
  rights: NonNullable<Body['rights']>
  classes: readonly DocumentClass[]
  days: number
  password: string
  most: number | null
}

const DAYS = [1, 7, 30, 90, 365]
const TO = { USER: 'user_info', ROLE: 'role', DEPARTMENT: 'department' } as const
const LABELS = { USER: 'share.users', ROLE: 'share.roles', DEPARTMENT: 'share.departments' } as const
const ALWAYS = 0
const FIRST: Draft = { kind: 'USER', people: [], document: null, rights: 'VIEW', classes: [], days: ALWAYS, password: '', most: null }

type DialogProps = { caseSid: string; name: string; level: string; onClose: () => void }

/** Shares a case or one of its documents; the address of a link is shown once. */
export function ShareDialog({ caseSid, name, level, onClose }: DialogProps) {
  const { t } = useWords()
  const { message } = App.useApp()
  const [draft, setDraft] = useState(FIRST)
  const [faults, setFaults] = useState<readonly string[]>([])
  const [secret, setSecret] = useState('')
  const give = useWrite('share', (body: Body) => act(giveShare, body), { faults: 'form' })
  const isReady = draft.kind === 'LINK' || draft.people.length > 0
  const submit = async () => {
    try {
      const made = await give.mutateAsync(bodyOf(caseSid, draft))
      message.success(t('share.given'))
      if (made.secret) setSecret(made.secret)
      else onClose()
    } catch (fault) {
      setFaults(fault instanceof ApiFault ? (fault.errors.length > 0 ? faultLines(fault.errors, t('colon')) : [fault.message]) : [t('fault.failed')])
    }
  }
  if (secret) return <MadeLink secret={secret} onClose={onClose} />
  return (
    <Modal
      open
      width={560}
      title={t('share.title', { name })}
      okText={t('share.submit')}
      okButtonProps={{ disabled: !isReady, loading: give.isPending }}
      onOk={() => void submit()}
      onCancel={onClose}
    >
      <FaultLines lines={faults} />
      <div className="share-form">
        <Whole caseSid={caseSid} draft={draft} onChange={setDraft} />
        <Recipients draft={draft} level={level} onChange={setDraft} />
        <Terms draft={draft} onChange={setDraft} />
      </div>
      <p className="quiet share-note">{t('share.never')}</p>
    </Modal>
  )
}

function bodyOf(case_sid: string, { kind, people, document, rights, classes, days, password, most }: Draft): Body {
  const sids = people.map(({ sid }) => sid)
  const isLink = kind === 'LINK'
  return {
    case_sid,
    document_sid: document,
    to_kind: kind,
    ...(kind === 'USER' && { user_sids: sids }),
    ...(kind === 'ROLE' && { role_sids: sids }),
    ...(kind === 'DEPARTMENT' && { department_sids: sids }),
    rights,
    document_classes: document ? null : [...classes],
    expires_at: days === ALWAYS ? null : new Date(Date.now() + days * 86_400_000 - 60_000).toISOString(),
    password: isLink ? password || null : null,
    max_visits: isLink ? most : null,
  }
}

type PartProps = { draft: Draft; onChange: (draft: Draft) => void }

/** The case with documents of some classes, or one document of it. */
function Whole({ caseSid, draft, onChange }: PartProps & { caseSid: string }) {
  const { t } = useWords()
  const rights = draft.rights === 'DOWNLOAD' ? 'DOWNLOAD' : 'VIEW'
  return (
    <Row label={t('share.what')}>
      <FoundSelect
        model="document"
        fields={['file_name']}
        condition={`case_sid = '${caseSid}' AND is_main = true`}
        order="created_at DESC"
        by={['file_name']}
        nameOf={({ file_name }) => String(file_name)}
        first={{ value: '', label: t('share.whole') }}
        label={t('share.what')}
        value={draft.document ? [draft.document] : []}
        onChange={([sid]) => onChange({ ...draft, document: sid || null, ...(sid && { rights }) })}
      />
    </Row>
  )
}

function Recipients({ draft, level, onChange }: PartProps & { level: string }) {
  const { t } = useWords()
  const { Editor } = viewOf('references')
  const kinds = (['USER', 'ROLE', 'DEPARTMENT', 'LINK'] as const).filter((kind) => kind !== 'LINK' || level === 'OPEN' || level === '')
  const pick = (kind: Kind) => {
    const isLink = kind === 'LINK'
    const rights = isLink && draft.rights !== 'VIEW' ? 'DOWNLOAD' : draft.rights
    onChange({ ...draft, kind, people: [], rights, days: isLink && draft.days === ALWAYS ? 30 : draft.days })
  }
  const { kind } = draft
  return (
    <>
      <Row label={t('share.to')}>
        <Select aria-label={t('share.to')} value={kind} onChange={pick} options={kinds.map((one) => ({ value: one, label: t(`share.${one}`) }))} />
      </Row>
      {level === 'SYSTEM' && <p className="quiet">{t('share.onlySystem')}</p>}
      {kind !== 'LINK' && (
        <Row label={t(LABELS[kind])}>
          <Editor
            key={kind}
            field={{ ...fieldTo(TO[kind], t(LABELS[kind])), type: 'references' }}
            label={t(LABELS[kind])}
            value={draft.people}
            onChange={(found: unknown) => onChange({ ...draft, people: Array.isArray(found) ? found.filter(isRef) : [] })}
          />
        </Row>
      )}
    </>
  )
}

/** The rights and the end of a share, and for a link its password and number of uses. */
function Terms({ draft, onChange }: PartProps) {
  const { t, lang } = useWords()
  const isLink = draft.kind === 'LINK'
  const isSimple = isLink || draft.document !== null
  const rights = Object.entries(SHARE_RIGHTS).filter(([code]) => !isSimple || code === 'VIEW' || code === 'DOWNLOAD')
  const days = [
    ...(isLink ? [] : [{ value: ALWAYS, label: t('share.untilAlways') }]),
    ...DAYS.map((count) => ({ value: count, label: t('share.days', { count }) })),
  ]
  return (
    <>
      <Row label={t('share.rights')}>
        <Select
          aria-label={t('share.rights')}
          value={draft.rights}
          options={rights.map(([value, words]) => ({ value: value as Draft['rights'], label: wordIn(words, lang) }))} // the keys
          onChange={(one) => onChange({ ...draft, rights: one })}
        />
      </Row>
      {draft.document === null && (
        <Row label={t('share.classes')}>
          <Select
            mode="multiple"
            allowClear
            aria-label={t('share.classes')}
            value={[...draft.classes]}
            options={Object.entries(DOCUMENT_CLASSES).map(([value, words]) => ({ value: value as DocumentClass, label: wordIn(words, lang) }))} // the keys
            onChange={(classes: DocumentClass[]) => onChange({ ...draft, classes })}
          />
          <small className="quiet">{t('share.classesHint')}</small>
        </Row>
      )}
      <Row label={t('share.until')}>
        <Select aria-label={t('share.until')} value={draft.days} options={days} onChange={(one) => onChange({ ...draft, days: one })} />
      </Row>
      {isLink && <LinkTerms draft={draft} onChange={onChange} />}
    </>
  )
}

function LinkTerms({ draft, onChange }: PartProps) {
  const { t } = useWords()
  return (
    <>
      <Row label={t('share.password')}>
        <Input.Password
          aria-label={t('share.password')}
          autoComplete="new-password"
          maxLength={64}
          value={draft.password}
          onChange={({ target }) => onChange({ ...draft, password: target.value })}
        />
      </Row>
      <Row label={t('share.most')}>
        <InputNumber
          aria-label={t('share.most')}
          min={1}
          max={10_000}
          precision={0}
          value={draft.most}
          onChange={(most) => onChange({ ...draft, most })}
        />
      </Row>
    </>
  )
}

const Row = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <div className="share-row">
    <span>{label}</span>
    <div>{children}</div>
  </div>
)

/** The browser sends no text after # to a server, so it is in no log. */
function MadeLink({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useWords()
  const { message } = App.useApp()
  const address = `${location.origin}/innoe-web/shared#${secret}`
  const copy = () =>
    navigator.clipboard.writeText(address).then(
      () => void message.success(t('share.copied')),
      () => undefined, // the address can still be selected
    )
  return (
    <Modal
      open
      title={t('share.linkTitle')}
      closable={false}
      footer={
        <>
          <Button onClick={() => void copy()}>{t('share.copy')}</Button>
          <Button type="primary" onClick={onClose}>
            {t('share.close')}
          </Button>
        </>
      }
    >
      <Alert type="info" showIcon title={t('share.linkText')} className="spaced" />
      <Input.TextArea readOnly autoSize aria-label={t('share.linkTitle')} value={address} onFocus={({ target }) => target.select()} />
    </Modal>
  )
}
