import { App, Button, Form, Input, Modal, Segmented } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useState } from 'react'
import { Link } from 'react-router'
import type { AnswerOf } from '../../model/kit/action.ts'
import { todayIn } from '../../model/kit/days/clock.ts'
import { askAgency } from '../../model/reconciliation/docket-list-routes.ts'
import { act, type Rec, useWrite } from '../api/api.ts'
import { pageOf } from '../api/page-of.ts'
import { DatePicker } from '../ui/date-picker.tsx'
import { useWords } from '../words/language.ts'
import { useZone } from '../fields/moments.ts'

type AskDialogProps = { list: Rec; sids: readonly string[]; onClose: () => void; onDone: () => void }
type Values = { due_date: Dayjs; language: 'zh' | 'en' }
type Asked = AnswerOf<typeof askAgency>

const DAYS = 7

/** Asks the agency about the chosen lines: a task for oneself, and a mail to send. */
export function AskDialog({ list, sids, onClose, onDone }: AskDialogProps) {
  const { t, lang } = useWords()
  const [form] = Form.useForm<Values>()
  const today = dayjs(todayIn(useZone()))
  const [asked, setAsked] = useState<Asked | null>(null)
  const write = useWrite('docket_line', ({ due_date, language }: Values) =>
    act(askAgency, { sid: list.sid, line_sids: [...sids], due_date: due_date.format('YYYY-MM-DD'), language }),
  )
  const submit = async (values: Values) => {
    const answer = await write.mutateAsync(values).catch(() => undefined) // a refusal has already been shown
    if (!answer) return
    setAsked(answer)
    onDone()
  }
  if (asked) return <Letter asked={asked} onClose={onClose} />
  return (
    <Modal
      open
      title={t('docket.askTitle', { count: sids.length })}
      okText={t('docket.ask')}
      okButtonProps={{ loading: write.isPending }}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <p className="quiet">{t('docket.askHint')}</p>
      <Form
        form={form}
        layout="vertical"
        initialValues={{ due_date: today.add(DAYS, 'day'), language: lang }}
        onFinish={(values) => void submit(values)}
      >
        <Form.Item name="due_date" label={t('docket.answerBy')} rules={[{ required: true, message: t('docket.answerByNeeded') }]}>
          <DatePicker allowClear={false} />
        </Form.Item>
        <Form.Item name="language" label={t('docket.language')}>
          <Segmented
            options={[
              { value: 'zh', label: '中文' },
              { value: 'en', label: 'English' },
            ]}
          />
        </Form.Item>
      </Form>
    </Modal>
  )
}

/** Mail programs take an address of this length; the text of a longer one is copied. */
const MAX_LINK = 1800

function Letter({ asked: { task_sid, to, subject, body }, onClose }: { asked: Asked; onClose: () => void }) {
  const { t } = useWords()
  const { message } = App.useApp()
  const link = `mailto:${to ?? ''}?${new URLSearchParams({ subject, body }).toString().replaceAll('+', '%20')}`
  const copy = () => navigator.clipboard.writeText(body).then(() => void message.success(t('docket.copied')), () => void message.error(t('docket.notCopied'))) // oxfmt-ignore
  return (
    <Modal
      open
      title={t('docket.asked')}
      onCancel={onClose}
      keyboard={false}
      mask={{ closable: false }}
      width={680}
      footer={
        <>
          <Button onClick={() => void copy()}>{t('docket.copy')}</Button>
          {link.length <= MAX_LINK && <Button href={link}>{t('docket.mail')}</Button>}
          <Button type="primary" onClick={onClose}>
            {t('docket.done')}
          </Button>
        </>
      }
    >
      <p>
        <Link to={pageOf('task', `/${task_sid}`)}>{t('docket.toTask')}</Link>
        {to && <span className="quiet"> · {to}</span>}
      </p>
      <p>
        <b>{subject}</b>
      </p>
      <Input.TextArea value={body} readOnly autoSize={{ minRows: 6, maxRows: 16 }} aria-label={t('docket.letter')} />
    </Modal>
  )
}
