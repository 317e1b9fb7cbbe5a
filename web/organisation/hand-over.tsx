import { checkHeld, handOver } from '../../model/organisation/user-handover-actions.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { App, Checkbox, Modal, Skeleton } from 'antd'
import { useState } from 'react'
import type { AnswerOf, SentBody } from '../../model/kit/action.ts'
import type { Ref, WireField } from '../../model/kit/wire.ts'
import type { Rec } from '../api/api.ts'
import { act, useWrite } from '../api/api.ts'
import { isRef, sidOf } from '../fields/names.ts'
import { viewOf } from '../fields/views.ts'
import { PlainTable } from '../records/list/plain-table.tsx'
import { useWords } from '../words/language.ts'
import './people.css'

type HandOverProps = { person: Rec; field: WireField; onClose: () => void }
type Group = AnswerOf<typeof checkHeld>['groups'][number]
type Outcome = AnswerOf<typeof handOver>['parts']

/** Hands the work of a person over to colleagues: all to one, or a group to another; previewed first. */
export function HandOver({ person, field, onClose }: HandOverProps) {
  const { t } = useWords()
  const [to, setTo] = useState<Ref | null>(null)
  const [others, setOthers] = useState<Readonly<Record<string, Ref | null>>>({})
  const [resigns, setResigns] = useState(false)
  const { data } = useQuery({
    queryKey: ['user_handover', 'held', person.sid],
    queryFn: () => act(checkHeld, { user_sid: person.sid }),
  })
  const groups = (data?.groups ?? []).filter(({ count }) => count > 0)
  const parts = groups.flatMap(({ code }) => {
    const recipient = others[code] ?? to
    return recipient ? [{ group: code, to_user: sidOf(recipient) }] : []
  })
  const { preview, submit, isBusy, outcome, reset } = useHandOver({ from_user: person.sid, parts, resign: resigns }, onClose)
  // What was previewed holds for the recipients that were chosen then.
  const choose = (set: () => void) => {
    set()
    reset()
  }
  const mustPreview = parts.length > 0 && !outcome
  return (
    <Modal
      open
      width={760}
      title={t('person.handTitle', { name: String(person['name']) })}
      okText={t(mustPreview ? 'person.preview' : resigns ? 'person.handResign' : 'person.hand')}
      okButtonProps={{ disabled: !data || (parts.length === 0 && !resigns), loading: isBusy, danger: resigns && !mustPreview }}
      onOk={mustPreview ? preview : () => void submit()}
      onCancel={onClose}
    >
      <div className="hand-over">
        {data ? <p>{data.total > 0 ? t('person.holds', { count: data.total }) : t('person.holdsNothing')}</p> : <Skeleton active title={false} />}
        <p>{t('person.handTo')}</p>
        <Recipient field={field} label={t('person.handTo')} value={to} onChange={(one) => choose(() => setTo(one))} />
        {groups.length > 0 && (
          <Groups
            groups={groups}
            outcome={outcome}
            recipient={({ code }, label) => (
              <Recipient
                field={field}
                label={label}
                value={others[code] ?? to}
                onChange={(one) => choose(() => setOthers({ ...others, [code]: one }))}
              />
            )}
          />
        )}
        {data && data.roles.length > 0 && <Roles roles={data.roles} />}
        <p>
          <Checkbox checked={resigns} onChange={(event) => setResigns(event.target.checked)}>
            {t('person.resigns')}
          </Checkbox>
        </p>
        {resigns && <p className="quiet">{t('person.resignsText')}</p>}
      </div>
    </Modal>
  )
}

/** The roles of the person, which nobody takes over by itself; one that nobody else has may have to be given. */
function Roles({ roles }: { roles: AnswerOf<typeof checkHeld>['roles'] }) {
  const { t, lang } = useWords()
  return (
    <>
      <p>{t('person.roles')}</p>
      <ul aria-label={t('person.roles')}>
        {roles.map((role) => (
          <li key={role.sid}>{t(role.others > 0 ? 'person.roleOthers' : 'person.roleAlone', { role: role[lang], count: role.others })}</li>
        ))}
      </ul>
    </>
  )
}

function useHandOver(body: SentBody<typeof handOver>, onDone: () => void) {
  const { t } = useWords()
  const { message } = App.useApp()
  const trial = useMutation({ mutationFn: () => act(handOver, { ...body, resign: false, preview: true }) })
  const hand = useWrite('user_info', () => act(handOver, body))
  const submit = async () => {
    const done = await hand.mutateAsync(undefined).then(
      () => true,
      () => false, // already shown
    )
    if (!done) return
    message.success(t('person.handed'))
    onDone()
  }
  return { preview: () => trial.mutate(), submit, isBusy: trial.isPending || hand.isPending, outcome: trial.data?.parts, reset: trial.reset }
}

type RecipientProps = { field: WireField; label: string; value: Ref | null; onChange: (to: Ref | null) => void }

function Recipient({ field, label, value, onChange }: RecipientProps) {
  const { Editor } = viewOf(field.type)
  return <Editor field={field} label={label} value={value} onChange={(one: unknown) => onChange(isRef(one) ? one : null)} />
}

type GroupsProps = { groups: readonly Group[]; outcome: Outcome | undefined; recipient: (group: Group, label: string) => React.ReactNode }

/** The current work of the person, by kind: to whom it goes, and after a preview what moves and what stays. */
function Groups({ groups, outcome, recipient }: GroupsProps) {
  const { t, lang } = useWords()
  const outcomeOf = (code: string) => outcome?.find(({ group }) => group === code)
  return (
    <PlainTable<Group>
      rowKey="code"
      dataSource={[...groups]}
      columns={[
        { title: t('person.group'), render: (_, group) => group[lang] },
        { title: t('person.count'), dataIndex: 'count', align: 'right', width: 80 },
        { title: t('person.handTo'), width: 240, render: (_, group) => recipient(group, t('person.handGroupTo', { group: group[lang] })) },
        ...(outcome
          ? [
              { title: t('person.moves'), align: 'right' as const, width: 80, render: (_: unknown, { code }: Group) => outcomeOf(code)?.count ?? 0 },
              { title: t('person.stays'), align: 'right' as const, width: 160, render: (_: unknown, { code }: Group) => outcomeOf(code)?.kept ?? 0 },
            ]
          : []),
      ]}
    />
  )
}
