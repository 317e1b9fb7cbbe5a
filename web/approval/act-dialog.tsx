import { App, Form, Input, Modal, Radio, Select } from 'antd'
import { useState } from 'react'
import { addSigner, agreeTask, delegateTask, refuseTask, returnTask, type TaskAct, transferTask } from '../../model/approval/approval-actions.ts'
import type { NodeType } from '../../model/approval/graph.ts'
import { act, useWrite } from '../api/api.ts'
import { ApiFault, faultLines } from '../api/fault.ts'
import { fieldTo } from '../fields/field-to.ts'
import { sidOf } from '../fields/names.ts'
import { viewOf } from '../fields/views.ts'
import { textIn, useFreshApprovals } from '../records/approval/approvals.ts'
import { useFocusText } from '../ui/focus-text.ts'
import { FaultLines } from '../ui/faults/fault-lines.tsx'
import { useWords, type Word } from '../words/language.ts'

export type ReturnTo = readonly { node: string; name: string; name_en: string }[]
/** The role of a caller who is no voter: the starter who submits again, or an adviser. */
export type Part = 'starter' | 'adviser' | undefined
export type Asked = { act: TaskAct; task: string; name: string; returnTo: ReturnTo; part: Part }
type Place = 'BEFORE' | 'BESIDE' | 'AFTER'
type Values = { opinion?: string; node?: string; person?: unknown; people?: unknown[]; place?: Place }

const ACT_WORDS: Record<TaskAct, Word> = {
  agree: 'approval.agree',
  refuse: 'approval.refuse',
  give_back: 'approval.return',
  transfer: 'approval.transfer',
  delegate: 'approval.delegate',
  add_signer: 'approval.addSigner',
}
const HINTS: Record<TaskAct, Word> = {
  agree: 'approval.agreeHint',
  refuse: 'approval.refuseHint',
  give_back: 'approval.returnHint',
  transfer: 'approval.transferHint',
  delegate: 'approval.delegateHint',
  add_signer: 'approval.addSignerHint',
}
export const partOf = (type: NodeType, advises: boolean): Part => (type === 'START' ? 'starter' : advises ? 'adviser' : undefined)

export const actWord = (name: TaskAct, part: Part): Word => (name === 'agree' && part === 'starter' ? 'approval.resubmit' : ACT_WORDS[name])

function hintOf({ act: name, part }: Asked): Word {
  if (part === 'adviser') return 'approval.adviseHint'
  return name === 'agree' && part === 'starter' ? 'approval.resubmitHint' : HINTS[name]
}

/** Acts that require an opinion, so that the starter learns the reason. */
const NEEDS_OPINION: ReadonlySet<TaskAct> = new Set(['refuse', 'give_back'])

/** One act on a task, with its opinion and further inputs. */
export function ActDialog({ asked, onClose }: { asked: Asked; onClose: () => void }) {
  const { t } = useWords()
  const [form] = Form.useForm<Values>()
  const label = t(actWord(asked.act, asked.part))
  const { take, lines, isPending } = useTaking(asked, onClose)
  const { text, opening } = useFocusText()
  return (
    <Modal
      open
      {...opening}
      title={`${label}${t('colon')}${asked.name}`}
      okText={label}
      okButtonProps={{ danger: asked.act === 'refuse' }}
      onOk={() => form.submit()}
      onCancel={onClose}
      confirmLoading={isPending}
      destroyOnHidden
    >
      <p className="quiet spaced">{t(hintOf(asked))}</p>
      <FaultLines lines={lines} />
      <Form
        form={form}
        layout="vertical"
        requiredMark
        initialValues={{ place: 'BESIDE', node: asked.returnTo[0]?.node }}
        onFinish={(values) => void take(values)}
      >
        <Own asked={asked} />
        <Form.Item
          name="opinion"
          label={t('approval.opinion')}
          rules={NEEDS_OPINION.has(asked.act) ? [{ required: true, whitespace: true, message: t('approval.opinionNeeded') }] : []}
        >
          <Input.TextArea
            ref={text}
            autoSize={{ minRows: 2, maxRows: 8 }}
            maxLength={1000}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
              event.preventDefault()
              form.submit()
            }}
          />
        </Form.Item>
      </Form>
    </Modal>
  )
}

/** Inputs of an act besides the opinion. */
function Own({ asked }: { asked: Asked }) {
  const { t, lang } = useWords()
  const person = fieldTo('user_info', t('approval.person'))
  const { Editor: One } = viewOf('reference')
  const { Editor: Many } = viewOf('references')
  const needed = [{ required: true, message: t('approval.personNeeded') }]
  if (asked.act === 'give_back')
    return (
      <Form.Item name="node" label={t('approval.returnTo')}>
        <Select options={asked.returnTo.map((one) => ({ value: one.node, label: textIn(one, 'name', lang) }))} />
      </Form.Item>
    )
  if (asked.act === 'transfer' || asked.act === 'delegate')
    return (
      <Form.Item name="person" label={t('approval.person')} rules={needed}>
        <One field={person} label={t('approval.person')} />
      </Form.Item>
    )
  if (asked.act === 'add_signer')
    return (
      <>
        <Form.Item name="people" label={t('approval.person')} rules={needed}>
          <Many field={person} label={t('approval.person')} />
        </Form.Item>
        <Form.Item name="place" label={t('approval.place')}>
          <Radio.Group
            options={[
              { value: 'BEFORE', label: t('approval.before') },
              { value: 'BESIDE', label: t('approval.beside') },
              { value: 'AFTER', label: t('approval.after') },
            ]}
          />
        </Form.Item>
      </>
    )
  return null
}

function useTaking(asked: Asked, onClose: () => void) {
  const { t } = useWords()
  const { message } = App.useApp()
  const refresh = useFreshApprovals()
  const [lines, setLines] = useState<readonly string[]>([])
  const write = useWrite('approval', (values: Values) => taken(asked, values), { faults: 'own' })
  const take = async (values: Values) => {
    setLines([])
    try {
      await write.mutateAsync(values)
      message.success(t('approval.taken', { act: t(actWord(asked.act, asked.part)) }))
      onClose()
    } catch (fault) {
      if (!(fault instanceof ApiFault)) throw fault
      refresh()
      setLines(fault.errors.length > 0 ? faultLines(fault.errors, t('colon')) : [fault.message])
    }
  }
  return { take, lines, isPending: write.isPending }
}

async function taken({ act: name, task: sid }: Asked, { opinion: said, node, person, people, place }: Values): Promise<unknown> {
  const opinion = said?.trim() ?? ''
  const reason = opinion ? { opinion } : {}
  if (name === 'agree') return act(agreeTask, { sid, ...reason })
  if (name === 'refuse') return act(refuseTask, { sid, opinion })
  if (name === 'give_back') return act(returnTask, { sid, opinion, ...(node && { node }) })
  if (name === 'transfer') return act(transferTask, { sid, person_sid: sidOf(person), ...reason })
  if (name === 'delegate') return act(delegateTask, { sid, person_sid: sidOf(person), ...reason })
  return act(addSigner, { sid, person_sids: (people ?? []).map(sidOf), place: place ?? 'BESIDE', ...reason })
}
