import { copyRole } from '../../model/auth/roles/role-actions.ts'
import { CopyOutlined, TableOutlined } from '@ant-design/icons'
import { App, Alert, Button, Modal, Skeleton, Tag } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { WireSchema } from '../../model/kit/wire/wire.ts'
import type { Rec } from '../api/api.ts'
import { act, useWrite } from '../api/api.ts'
import { allows, allowsOn } from '../api/allows.ts'
import { ApiFault, reactionTo, WAITS_FOR_SECOND } from '../api/fault.ts'
import { matrixPage, pageOf } from '../api/page-of.ts'
import { OneRecord } from '../records/detail/one-record.tsx'
import { RecordPage } from '../records/detail/detail.tsx'
import { WaitingChanges } from '../records/detail/waiting-changes.tsx'
import { useLeaveGuard } from '../records/form/leave-guard.ts'
import { FaultLines } from '../ui/faults/fault-lines.tsx'
import { QueryFault } from '../ui/faults/query-fault.tsx'
import { type Say, useWords } from '../words/language.ts'
import { type Changed, type Editing, type RoleDraft, useRoleDraft } from './role-draft.ts'
import { useSeesMatrix } from './matrix/sees-matrix.ts'
import { RoleData } from './role-data.tsx'
import { RoleExport } from './role-export.tsx'
import { RoleFunctions } from './role-functions.tsx'
import { RoleFields } from './role-fields.tsx'
import { RoleMenus } from './role-menus.tsx'
import { RolePeople } from './role-people.tsx'
import './permission.css'

/** A role: its record, and everything that it is permitted, edited together. */
export const RoleScreen = () => (
  <OneRecord model="role">{(schema, record) => <RolePage key={record.sid} schema={schema} record={record} />}</OneRecord>
)

function RolePage({ schema, record }: { schema: WireSchema; record: Rec }) {
  const { t } = useWords()
  const draft = useRoleDraft(record.sid)
  const guard = useLeaveGuard(draft.isDirty)
  const [isAsking, setAsking] = useState(false)
  const { data: stored } = draft.found
  const isEditable = stored?.editable === true
  const tab = (key: 'menus' | 'data' | 'fields' | 'exports', Part: (props: Editing & { isEditable: boolean }) => React.ReactNode) => ({
    key,
    label: t(`role.${key}`),
    children: <Loaded draft={draft}>{(editing) => <Part {...editing} isEditable={isEditable} />}</Loaded>,
  })
  const ask = () => {
    draft.preview.mutate(undefined)
    setAsking(true)
  }
  // A refusal is shown above the tabs; changes that were proposed to a second person are no longer to be saved.
  const save = async () => {
    const isOver = await draft.save.mutateAsync(undefined).then(() => true, isProposed)
    setAsking(false)
    if (!isOver) return
    guard.allow()
    draft.reset()
  }
  return (
    <>
      <RecordPage
        schema={schema}
        record={record}
        acts={
          <>
            <ToMatrix sid={record.sid} />
            <Copy schema={schema} record={record} />
          </>
        }
        above={
          <>
            <Unsaved draft={draft} of={record.sid} onReview={ask} />
            {isEditable && !draft.isDirty && stored.grants.length === 0 && <Alert type="info" showIcon className="spaced" title={t('role.next')} />}
          </>
        }
        tabs={[
          tab('menus', RoleMenus),
          tab('data', RoleData),
          tab('fields', RoleFields),
          tab('exports', RoleExport),
          { key: 'functions', label: t('role.functions'), children: <RoleFunctions sid={record.sid} /> },
          { key: 'people', label: t('role.people'), children: <RolePeople sid={record.sid} /> },
        ]}
      />
      {isAsking && draft.preview.data && (
        <Review changed={draft.preview.data} isBusy={draft.save.isPending} onClose={() => setAsking(false)} onSave={() => void save()} />
      )}
    </>
  )
}

/** Shows that changes wait or are not saved yet, and the reason if saving was refused. */
function Unsaved({ draft, of, onReview }: { draft: RoleDraft; of: string; onReview: () => void }) {
  const { t } = useWords()
  return (
    <>
      <WaitingChanges of={of} />
      <FaultLines lines={linesOf(draft.preview.error ?? draft.save.error, t)} />
      {draft.isDirty && (
        <Alert
          type="warning"
          showIcon
          className="spaced role-unsaved"
          title={t('role.unsaved')}
          action={
            <>
              <Button size="small" onClick={draft.reset}>
                {t('role.discard')}
              </Button>{' '}
              <Button size="small" type="primary" onClick={onReview}>
                {t('role.review')}
              </Button>
            </>
          }
        />
      )}
    </>
  )
}

const isProposed = (fault: unknown) => fault instanceof ApiFault && fault.code === WAITS_FOR_SECOND

/** For a call without an answer, the browser's own text is not understandable, so it is not shown. */
function linesOf(error: unknown, t: Say): string[] {
  if (!(error instanceof ApiFault)) return []
  if (error.errors.length > 0) return error.errors.map(({ label, reason }) => `${label} ${reason}`)
  const reaction = reactionTo(error)
  return [reaction.show === 'words' ? t(reaction.word) : error.message]
}

/** The permissions, as soon as they have been read. */
function Loaded({ draft, children }: { draft: RoleDraft; children: (editing: Editing) => React.ReactNode }) {
  const { found, now, put, putGrant } = draft
  if (found.isError) return <QueryFault fault={found.error} onRetry={() => void found.refetch()} />
  if (!found.data || !now) return <Skeleton active paragraph={{ rows: 10 }} />
  return children({ stored: found.data, now, put, putGrant })
}

const COLOURS = { added: 'success', removed: 'error', changed: 'processing' } as const

/** The changes that will be saved, and the number of people affected. */
function Review({ changed, isBusy, onClose, onSave }: { changed: Changed; isBusy: boolean; onClose: () => void; onSave: () => void }) {
  const { t } = useWords()
  return (
    <Modal open width={720} title={t('role.reviewTitle')} okText={t('save')} okButtonProps={{ loading: isBusy }} onOk={onSave} onCancel={onClose}>
      <p>{t('role.concerns', { count: changed.people })}</p>
      <ul className="role-changes">
        {changed.changes.map(({ kind, text }) => (
          <li key={`${kind} ${text}`}>
            <Tag color={COLOURS[kind]}>{t(`role.${kind}`)}</Tag> {text}
          </li>
        ))}
      </ul>
    </Modal>
  )
}

/** Opens the comparison with another role, chosen there. */
function ToMatrix({ sid }: { sid: string }) {
  const { t } = useWords()
  const navigate = useNavigate()
  if (!useSeesMatrix()) return null
  return (
    <Button icon={<TableOutlined />} onClick={() => navigate(matrixPage([sid]))}>
      {t('matrix.compareWith')}
    </Button>
  )
}

/** A new role with the same permissions and menus, and without people. */
function Copy({ schema, record }: { schema: WireSchema; record: Rec }) {
  const { t } = useWords()
  const { message } = App.useApp()
  const navigate = useNavigate()
  const copy = useWrite('role', () => act(copyRole, { sid: record.sid }))
  if (!allows(schema, 'create') || !allowsOn(schema, record, copyRole.name)) return null
  const make = () =>
    copy.mutateAsync(undefined).then(
      (made) => {
        message.success(t('role.copied'))
        navigate(pageOf('role', `/${made.sid}`))
      },
      () => undefined, // already shown
    )
  return (
    <Button icon={<CopyOutlined />} loading={copy.isPending} onClick={() => void make()}>
      {t('role.copy')}
    </Button>
  )
}
