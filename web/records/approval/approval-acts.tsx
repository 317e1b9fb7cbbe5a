import { App, Button, Input, Modal } from 'antd'
import { useEffect, useState } from 'react'
import { type ApprovalView, URGE_PAUSE_MS, urgeApproval, withdrawApproval } from '../../../model/approval/approval-actions.ts'
import { act, useWrite } from '../../api/api.ts'
import { ApiFault } from '../../api/fault.ts'
import { timeText, useZone } from '../../fields/moments.ts'
import { useWords } from '../../words/language.ts'
import { useFreshApprovals } from './approvals.ts'
import { Settle } from './settle.tsx'

/** Acts of the caller on an approval as a whole: urge the people who have it, withdraw it, or settle it as an administrator. */
export function ApprovalActs({ approval }: { approval: ApprovalView }) {
  const { t } = useWords()
  const [asked, setAsked] = useState<'withdraw' | 'settle' | null>(null)
  const close = () => setAsked(null)
  return (
    <>
      {approval.acts.includes('urge') && <Urge approval={approval} />}
      {approval.acts.includes('withdraw') && (
        <Button size="small" onClick={() => setAsked('withdraw')}>
          {t('approval.withdraw')}
        </Button>
      )}
      {approval.acts.includes('settle') && (
        <Button size="small" onClick={() => setAsked('settle')}>
          {t('approval.settle')}
        </Button>
      )}
      {asked === 'withdraw' && <Withdraw approval={approval} onClose={close} />}
      {asked === 'settle' && <Settle approval={approval} onClose={close} />}
    </>
  )
}

/** Reminds the people who have the approval; for an hour after that it shows the time of the next possible reminder. */
function Urge({ approval: { sid, urged_at } }: { approval: ApprovalView }) {
  const { t, tag } = useWords()
  const zone = useZone()
  const { message } = App.useApp()
  const refresh = useFreshApprovals()
  const urge = useWrite('approval', () => act(urgeApproval, { sid }), { faults: 'own' })
  const remind = () =>
    urge.mutateAsync(undefined).then(
      ({ urged }) => void message.success(t('approval.urged', { count: urged })),
      (fault: unknown) => {
        refresh() // others have urged or acted meanwhile
        void message.info(fault instanceof ApiFault ? fault.message : t('fault.failed'))
      },
    )
  const next = useUntil(urged_at === null ? null : Date.parse(urged_at) + URGE_PAUSE_MS)
  return (
    <>
      <Button size="small" loading={urge.isPending} disabled={next !== null} onClick={() => void remind()}>
        {t('approval.urge')}
      </Button>
      {urged_at && next && (
        <span className="quiet" role="status">
          {t('approval.urgedAt', { at: timeText(urged_at, tag, zone), next: timeText(new Date(next).toISOString(), tag, zone) })}
        </span>
      )}
    </>
  )
}

/** This moment, and null once it has come, also on a page that stays open. */
function useUntil(moment: number | null): number | null {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (moment === null) return undefined
    const timer = setTimeout(() => setNow(moment), Math.max(0, moment - Date.now()))
    return () => clearTimeout(timer)
  }, [moment])
  return moment !== null && moment > now ? moment : null
}

function Withdraw({ approval, onClose }: { approval: ApprovalView; onClose: () => void }) {
  const { t } = useWords()
  const { message } = App.useApp()
  const [opinion, setOpinion] = useState('')
  const [fault, setFault] = useState('')
  const refresh = useFreshApprovals()
  const write = useWrite('approval', () => act(withdrawApproval, { sid: approval.sid, ...(opinion && { opinion }) }), { faults: 'own' })
  const withdraw = async () => {
    try {
      await write.mutateAsync(undefined)
      message.success(t('approval.withdrawn'))
      onClose()
    } catch (refused) {
      if (!(refused instanceof ApiFault)) throw refused
      refresh()
      setFault(refused.message)
    }
  }
  return (
    <Modal
      open
      title={t('approval.withdrawTitle')}
      okText={t('approval.withdraw')}
      onOk={() => void withdraw()}
      onCancel={onClose}
      confirmLoading={write.isPending}
    >
      <p className="quiet">{t('approval.withdrawHint')}</p>
      <label htmlFor="withdraw-opinion">{t('approval.reason')}</label>
      <Input.TextArea
        id="withdraw-opinion"
        value={opinion}
        maxLength={1000}
        autoSize={{ minRows: 2 }}
        onChange={({ target }) => setOpinion(target.value)}
      />
      {fault && <p role="alert">{fault}</p>}
    </Modal>
  )
}
