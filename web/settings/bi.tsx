import { CopyOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Alert, App, Button, Checkbox, Space, Typography } from 'antd'
import { useState } from 'react'
import type { AnswerOf } from '../../model/kit/action.ts'
import { labelOf, wordIn } from '../../model/kit/fields.ts'
import { BI_STATES, type BiRefused, createBiAccess, readBiAccess, renewBiPassword, withdrawBiAccess } from '../../model/settings/bi-routes.ts'
import { useWrite } from '../api/api.ts'
import { ask } from '../api/call.ts'
import { ApiFault } from '../api/fault.ts'
import { timeText, useZone } from '../fields/moments.ts'
import { PageHead } from '../ui/page/page-head.tsx'
import { PageSkeleton } from '../ui/page/page-skeleton.tsx'
import { PageFault } from '../ui/faults/query-fault.tsx'
import { useWords } from '../words/language.ts'
import { Refused } from './refused.tsx'
import './bi.css'

type Access = AnswerOf<typeof readBiAccess>
type Act = 'create' | 'renew' | 'withdraw'

const SEND: Readonly<Record<Act, () => Promise<{ password: string | null }>>> = {
  create: () => ask(createBiAccess, { acknowledged: true }),
  renew: () => ask(renewBiPassword, {}),
  withdraw: async () => ({ ...(await ask(withdrawBiAccess, {})), password: null }),
}

/** Whether BI tools may read the database, and where; the password is shown once, as it is made. */
export function BiSettings() {
  const { data, error, refetch } = useQuery({
    queryKey: ['bi_access'],
    queryFn: () => ask(readBiAccess, {}),
    retry: false,
    meta: { faults: 'own' },
  })
  if (error && !data) return <PageFault fault={error} onRetry={() => void refetch()} />
  return data ? <BiPage access={data} onRefused={() => void refetch()} /> : <PageSkeleton />
}

function BiPage({ access, onRefused }: { access: Access; onRefused: () => void }) {
  const { t } = useWords()
  const { message } = App.useApp()
  const [password, setPassword] = useState('')
  const write = useWrite('role', (act: Act) => SEND[act](), { faults: 'own' })
  // Not a callback of one part of the page: that part may be unmounted when the answer with the password comes.
  const run = (act: Act) =>
    write.mutateAsync(act).then(
      (made) => {
        setPassword(made.password ?? '')
        message.success(t(made.password || act !== 'create' ? `bi.done.${act}` : 'bi.done.completed'))
      },
      onRefused, // it is shown below, also if a part was done
    )
  const isAdmitted = access.state === 'ADMITTED' || access.state === 'INCOMPLETE'
  return (
    <div className="page">
      <PageHead title={t('bi.title')} name={t('bi.title')} />
      <p className="quiet spaced">{t('bi.text')}</p>
      {password && <Once password={password} onClose={() => setPassword('')} />}
      {write.error && <Refusal error={write.error} />}
      <section className="group" aria-label={t('bi.access')}>
        <h2>{t('bi.access')}</h2>
        <Standing access={access} />
        {isAdmitted && <Place access={access} />}
        {isAdmitted && <Acts access={access} isPending={write.isPending} onRun={(act) => void run(act)} />}
        {!isAdmitted && !access.may_give && <Alert type="info" showIcon className="spaced" title={access.note} />}
        {!isAdmitted && access.may_give && <Create isPending={write.isPending} onCreate={() => void run('create')} />}
      </section>
    </div>
  )
}

const COPY = [<CopyOutlined key="copy" />, <CopyOutlined key="copied" />]

function Once({ password, onClose }: { password: string; onClose: () => void }) {
  const { t } = useWords()
  const shown = (
    <Typography.Text code copyable={{ icon: COPY }}>
      {password}
    </Typography.Text>
  )
  return <Alert type="success" showIcon closable={{ onClose }} className="spaced" title={t('bi.once')} description={shown} />
}

/** The reason why the database refused, with the statements for its administrator. */
function Refusal({ error }: { error: Error }) {
  const { t } = useWords()
  const { statements = [] }: Partial<BiRefused> = error instanceof ApiFault && error.data ? (error.data as BiRefused) : {} // as the server refuses
  return (
    <>
      <Refused error={error} />
      {statements.map((one, at) => (
        <section key={one} className="group">
          <h2>{t('bi.way', { no: at + 1 })}</h2>
          <Statements text={one} />
        </section>
      ))}
    </>
  )
}

const Statements = ({ text }: { text: string }) => (
  <Typography.Paragraph className="bi-statements" copyable={{ text, icon: COPY }}>
    <code>{text}</code>
  </Typography.Paragraph>
)

/** The state of the access, and the steps that are left. */
function Standing({ access: { state, since, note, is_theirs, role, drops_role } }: { access: Access }) {
  const { t, tag, lang } = useWords()
  const zone = useZone()
  const isLeft = state === 'LEFT'
  return (
    <>
      <p className="spaced">
        <strong>{wordIn(BI_STATES[state], lang)}</strong>
        {since && <span className="quiet"> {t('bi.since', { at: timeText(since, tag, zone) })}</span>}
      </p>
      {state === 'INCOMPLETE' && <Alert type="warning" showIcon className="spaced" title={t('bi.incomplete')} />}
      {note && !isLeft && state !== 'NONE' && <Alert type="warning" showIcon className="spaced" title={note} />}
      {isLeft && is_theirs && <Alert type="info" showIcon className="spaced" title={t('bi.leftTheirs', { role })} />}
      {isLeft && !is_theirs && (
        <Alert type="warning" showIcon className="spaced" title={t('bi.left', { role })} description={<Statements text={drops_role ?? ''} />} />
      )}
    </>
  )
}

const FACTS = ['host', 'port', 'database', 'role', 'schema'] as const

function Place({ access }: { access: Access }) {
  const { lang } = useWords()
  return (
    <dl className="facts">
      {FACTS.map((code) => (
        <div key={code} className="fact">
          <dt>{labelOf(readBiAccess.answer[code], lang)}</dt>
          <dd>
            <Typography.Text copyable={{ icon: COPY }}>{access[code]}</Typography.Text>
          </dd>
        </div>
      ))}
    </dl>
  )
}

type ActsProps = { access: Access; isPending: boolean; onRun: (act: Act) => void }

function Acts({ access: { state, is_theirs, role }, isPending, onRun }: ActsProps) {
  const { t } = useWords()
  const { modal } = App.useApp()
  const asked = (act: 'renew' | 'withdraw') =>
    modal.confirm({
      title: t(`bi.${act}`),
      content: t(`bi.${act}Text`),
      okText: t(`bi.${act}`),
      okButtonProps: { danger: true },
      onOk: () => onRun(act), // closed at once, since the password may be asked for again
    })
  return (
    <>
      {is_theirs && <p className="quiet spaced">{t('bi.theirs', { role })}</p>}
      <Space wrap className="below spaced">
        {state === 'INCOMPLETE' && (
          <Button type="primary" loading={isPending} onClick={() => onRun('create')}>
            {t('bi.complete')}
          </Button>
        )}
        {!is_theirs && (
          <Button loading={isPending} onClick={() => asked('renew')}>
            {t('bi.renew')}
          </Button>
        )}
        <Button danger loading={isPending} onClick={() => asked('withdraw')}>
          {t('bi.withdraw')}
        </Button>
      </Space>
    </>
  )
}

function Create({ isPending, onCreate }: { isPending: boolean; onCreate: () => void }) {
  const { t } = useWords()
  const [isKnown, setKnown] = useState(false)
  return (
    <>
      <p className="spaced">{t('bi.shows')}</p>
      <p className="spaced">
        <Checkbox checked={isKnown} onChange={(event) => setKnown(event.target.checked)}>
          {t('bi.known')}
        </Checkbox>
      </p>
      <p className="spaced">
        <Button type="primary" disabled={!isKnown} loading={isPending} onClick={onCreate}>
          {t('bi.create')}
        </Button>
      </p>
    </>
  )
}
