import { checkHeld, handOver } from '../../model/organisation/user-handover-actions.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Alert, App, Checkbox, Modal, Skeleton } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import type { AnswerOf, SentBody } from '../../model/kit/action.ts'
import type { Ref, WireField, WireSchema } from '../../model/kit/wire/wire.ts'
import type { Rec } from '../api/api.ts'
import { act, useWrite } from '../api/api.ts'
import { ApiFault, linesOf } from '../api/fault.ts'
import { pageOf } from '../api/page-of.ts'
import { displayName } from '../fields/names.ts'
import { FaultLines } from '../ui/faults/fault-lines.tsx'
import { useWords } from '../words/language.ts'
import { Groups, Recipient } from './handed-groups.tsx'
import { isSetting, partOf, partsOf, type Share } from './handed-shares.ts'
import './people.css'

type HandOverProps = { schema: WireSchema; person: Rec; field: WireField; onClose: () => void }
type Group = AnswerOf<typeof checkHeld>['groups'][number]
type Outcome = AnswerOf<typeof handOver>

/** Hands the work of a person over to colleagues: all to one, a group to another, or shares of a group to several; previewed first. */
export function HandOver({ schema, person, field, onClose }: HandOverProps) {
  const { t, lang } = useWords()
  const [to, setTo] = useState<Ref | null>(null)
  const [others, setOthers] = useState<Readonly<Record<string, Ref | null>>>({})
  const [shares, setShares] = useState<Readonly<Record<string, readonly Share[]>>>({})
  const [resigns, setResigns] = useState(false)
  const { data } = useQuery({
    queryKey: ['user_handover', 'held', person.sid],
    queryFn: () => act(checkHeld, { user_sid: person.sid }),
  })
  const groups = (data?.groups ?? []).filter(({ count }) => count > 0)
  const recipientOf = (code: Group['code']) => others[code] ?? (isSetting(code) ? null : to)
  const parts = groups.flatMap(({ code }) => partsOf(code, shares[code] ?? [], recipientOf(code)))
  const isUnfinished = groups.some(({ code }) => shares[code]?.some((share) => !partOf(code, share)))
  const { preview, submit, isBusy, outcome, refusal, reset } = useHandOver({ from_user: person.sid, parts, resign: resigns }, onClose)
  const isChosen = groups.every(({ code }) => isSetting(code) || recipientOf(code) || shares[code]?.length)
  // A preview holds only for the recipients that were chosen at that time.
  const choose = (set: () => void) => {
    set()
    reset()
  }
  const mustPreview = parts.length > 0 && !outcome
  return (
    <Modal
      open
      width={860}
      title={t('person.handTitle', { name: displayName(person, schema, lang) })}
      okText={t(mustPreview ? 'person.preview' : resigns ? 'person.handResign' : 'person.hand')}
      okButtonProps={{
        disabled: !data || isUnfinished || (parts.length === 0 && (!resigns || !isChosen)),
        loading: isBusy,
        danger: resigns && !mustPreview,
      }}
      onOk={mustPreview ? preview : () => void submit()}
      onCancel={onClose}
    >
      <div className="hand-over">
        <Holds total={data?.total} mustChoose={!isChosen && parts.length === 0} resigns={resigns} />
        <Recipient field={field} label={t('person.handTo')} value={to} onChange={(one) => choose(() => setTo(one))} />
        {groups.length > 0 && (
          <Groups
            groups={groups}
            field={field}
            shares={shares}
            onShares={(code, next) => choose(() => setShares({ ...shares, [code]: next }))}
            outcome={outcome}
            to={({ code }) => recipientOf(code)}
            onTo={({ code }, one) => choose(() => setOthers({ ...others, [code]: one }))}
          />
        )}
        {outcome && <Unassigned outcome={outcome} groups={groups} resigns={resigns} />}
        <FaultLines lines={refusal} />
        {outcome?.parts.some(({ kept }) => kept > 0) && <p className="quiet">{t('person.staysText')}</p>}
        {data && <NamedIn groups={groups} named={outcome?.named ?? data.named} />}
        {data && data.roles.length > 0 && <Roles roles={data.roles} />}
        <Leaves resigns={resigns} onChange={setResigns} />
      </div>
    </Modal>
  )
}

/** How much the person holds, and that somebody must be chosen for it: without one, nobody leaves. */
function Holds({ total, mustChoose, resigns }: { total: number | undefined; mustChoose: boolean; resigns: boolean }) {
  const { t } = useWords()
  return (
    <>
      {total === undefined ? <Skeleton active title={false} /> : <p>{total > 0 ? t('person.holds', { count: total }) : t('person.holdsNothing')}</p>}
      {mustChoose && <p className={resigns ? 'bad' : 'quiet'}>{t('person.chooseTo')}</p>}
      <p>{t('person.handTo')}</p>
    </>
  )
}

function Leaves({ resigns, onChange }: { resigns: boolean; onChange: (resigns: boolean) => void }) {
  const { t } = useWords()
  return (
    <>
      <p>
        <Checkbox checked={resigns} onChange={({ target }) => onChange(target.checked)}>
          {t('person.resigns')}
        </Checkbox>
      </p>
      {resigns && <p className="quiet">{t('person.resignsText')}</p>}
    </>
  )
}

/** Items without a recipient stay with the person and prevent the departure. Settings do not prevent it. */
function Unassigned({ outcome, groups, resigns }: { outcome: Outcome; groups: readonly Group[]; resigns: boolean }) {
  const { t, lang } = useWords()
  const left = outcome.unassigned.filter(({ group }) => !isSetting(group))
  if (left.length === 0) return null
  const named = left.map(({ group, count }) => `${groups.find(({ code }) => code === group)?.[lang] ?? group} ${count}`)
  const list = named.join(lang === 'zh' ? '、' : ', ')
  return (
    <Alert
      type={resigns ? 'error' : 'warning'}
      showIcon
      title={[t('person.nobody', { list }), ...(resigns ? [t('person.nobodyResigns')] : [])].join(lang === 'zh' ? '' : ' ')}
    />
  )
}

type NamedInProps = { groups: readonly Group[]; named: AnswerOf<typeof checkHeld>['named'] }

/** The expert groups and approval processes that name the person, with the reason why the handover cannot change one. */
function NamedIn({ groups, named }: NamedInProps) {
  const { t, lang } = useWords()
  return groups.map((group) => {
    const own = named.filter((one) => one.group === group.code)
    if (own.length === 0) return null
    return (
      <section key={group.code} className="hand-over-named">
        <p>{group[lang]}</p>
        <ul aria-label={group[lang]} className="affected">
          {own.map((one, at) => (
            <li key={one.sid ?? at}>
              <NamedThere one={one} />
            </li>
          ))}
        </ul>
        {group.code === 'processes' && <p className="quiet">{t('person.namedText')}</p>}
      </section>
    )
  })
}

function NamedThere({ one }: { one: NamedInProps['named'][number] }) {
  const { t, lang } = useWords()
  const why = lang === 'zh' ? one.why_zh : one.why_en
  return (
    <>
      {one.sid === null ? (
        one[lang]
      ) : (
        <Link to={pageOf(one.model, `/${one.sid}`)} target="_blank">
          {one[lang]}
        </Link>
      )}
      {why !== null && <span className="bad"> {t('person.byHand', { why })}</span>}
    </>
  )
}

/** The roles of the person, which no recipient takes over automatically; a role without another holder may have to be given. */
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
  const trial = useMutation({ mutationFn: () => act(handOver, { ...body, resign: false, preview: true }), ...OWN })
  const hand = useWrite('user_info', () => act(handOver, body), OWN.meta)
  const submit = async () => {
    const done = await hand.mutateAsync(undefined).then(
      () => true,
      () => false, // stays in the dialog
    )
    if (!done) return
    message.success(t('person.handed'))
    onDone()
  }
  const reset = () => {
    trial.reset()
    hand.reset()
  }
  const refused = hand.error ?? trial.error
  const refusal = refused instanceof ApiFault ? linesOf(refused, t('colon')) : refused ? [t('fault.failed')] : []
  return { preview: () => trial.mutate(), submit, isBusy: trial.isPending || hand.isPending, outcome: trial.data, refusal, reset }
}

/** The reason of a refusal stays in the dialog until the choice changes. */
const OWN = { meta: { faults: 'own' } } as const
