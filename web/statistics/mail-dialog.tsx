import { DeleteOutlined } from '@ant-design/icons'
import { Button, Form, InputNumber, Modal, Select } from 'antd'
import type { WireSchema } from '../../model/kit/wire/wire.ts'
import { type Rec, useMe, useRemove, useSave, useSchema, useSearch } from '../api/api.ts'
import { isRef } from '../fields/names.ts'
import { timeText, useZone } from '../fields/moments.ts'
import { optionLabel } from '../fields/option-label.ts'
import { viewOf } from '../fields/views.ts'
import { useWords } from '../words/language.ts'

const MODEL = 'statistic_subscription'
const FL = ['sid', 'version', 'user_sids', 'frequency', 'weekday', 'month_day', 'hour', 'language', 'file', 'next_at']
type Mailed = 'statistic' | 'report'
type Values = { file?: string; user_sids: unknown[]; frequency: string; weekday: string; month_day: number; hour: number; language: string }

type DialogProps = { of: Mailed; record: Rec; onClose: () => void }

/** The recipients and times of a statistic's or report's mails; below, a further mailing. */
export function MailDialog({ of, record, onClose }: DialogProps) {
  const { t } = useWords()
  const schema = useSchema(MODEL).data
  const found = useSearch(MODEL, { fl: FL, iql: `${of}_sid = '${record.sid}' ORDER BY created_at ASC`, rows: 50, total: 'none' })
  return (
    <Modal open title={t(`${of}.mail`)} footer={null} onCancel={onClose} width={560}>
      <p className="quiet spaced">{t(`${of}.mailSays`)}</p>
      {schema && (found.data?.record ?? []).map((one) => <Mailing key={one.sid} schema={schema} mailing={one} />)}
      {schema && <NewMailing schema={schema} of={of} record={record} />}
    </Modal>
  )
}

function Mailing({ schema, mailing }: { schema: WireSchema; mailing: Rec }) {
  const { t, tag } = useWords()
  const zone = useZone()
  const remove = useRemove(MODEL)
  const last = useSearch('statistic_delivery', {
    fl: ['sid', 'user_sid', 'due_at', 'state', 'message', 'message_en'],
    iql: `subscription_sid = '${mailing.sid}' ORDER BY due_at DESC`,
    rows: 10,
    total: 'none',
  })
  const people = Array.isArray(mailing['user_sids']) ? mailing['user_sids'].flatMap((one) => (isRef(one) ? [one.name] : [])) : []
  const newest = last.data?.record[0]?.['due_at']
  const outcomes = (last.data?.record ?? []).filter((one) => one['due_at'] === newest)
  return (
    <section className="statistic-mailing" aria-label={whenText(schema, mailing, t)}>
      <div>
        <b>{whenText(schema, mailing, t)}</b> <span className="quiet">{labelIn(schema, 'file', mailing['file'])}</span>{' '}
        <span>{people.join(t('statistic.comma'))}</span>
        {typeof mailing['next_at'] === 'string' && (
          <p className="quiet">{t('statistic.next', { moment: timeText(mailing['next_at'], tag, zone) })}</p>
        )}
        {outcomes.map((one) => (
          <Outcome key={one.sid} delivery={one} />
        ))}
      </div>
      <Button
        type="text"
        icon={<DeleteOutlined />}
        aria-label={t('statistic.endMailing')}
        title={t('statistic.endMailing')}
        loading={remove.isPending}
        onClick={() => remove.mutate([mailing.sid])}
      />
    </section>
  )
}

/** The outcome of the last mail to a person. */
function Outcome({ delivery }: { delivery: Rec }) {
  const { lang, tag } = useWords()
  const zone = useZone()
  const schema = useSchema('statistic_delivery').data
  const field = schema?.fields.find(({ code }) => code === 'state')
  const person = delivery['user_sid']
  const why = delivery[lang === 'en' ? 'message_en' : 'message']
  return (
    <p className={delivery['state'] === 'FAILED' || delivery['state'] === 'SKIPPED' ? 'bad' : 'quiet'}>
      {timeText(String(delivery['due_at']), tag, zone)} · {isRef(person) ? person.name : ''} · {field ? optionLabel(field, delivery['state']) : ''}
      {typeof why === 'string' && why ? ` · ${why}` : ''}
    </p>
  )
}

const labelIn = ({ fields }: WireSchema, code: string, value: unknown) => {
  const field = fields.find((one) => one.code === code)
  return field ? optionLabel(field, value) : ''
}

type Say = ReturnType<typeof useWords>['t']

function whenText(schema: WireSchema, mailing: Rec, t: Say): string {
  const hour = `${String(mailing['hour']).padStart(2, '0')}:00`
  return mailing['frequency'] === 'MONTHLY'
    ? t('statistic.monthlyAt', { day: String(mailing['month_day']), hour })
    : t('statistic.weeklyAt', { day: labelIn(schema, 'weekday', mailing['weekday']), hour })
}

function NewMailing({ schema, of, record }: { schema: WireSchema; of: Mailed; record: Rec }) {
  const { t, lang } = useWords()
  const [form] = Form.useForm<Values>()
  const me = useMe().data
  const save = useSave(MODEL, {})
  const frequency = Form.useWatch('frequency', form)
  const recipients = schema.fields.find(({ code }) => code === 'user_sids')
  const { Editor } = viewOf('references')
  const submit = async ({ user_sids, weekday, month_day, ...values }: Values) => {
    const when = values.frequency === 'MONTHLY' ? { month_day } : { weekday }
    await save.mutateAsync({ [`${of}_sid`]: record.sid, user_sids: user_sids.map((one) => (isRef(one) ? one.sid : one)), ...values, ...when })
    form.resetFields()
  }
  if (!me || !recipients) return null
  const initial = {
    user_sids: [{ sid: me.sid, name: me.name }],
    frequency: 'WEEKLY',
    weekday: '1',
    month_day: 1,
    hour: 8,
    language: lang,
    file: of === 'report' ? 'PDF' : 'XLSX',
  }
  return (
    <Form
      form={form}
      layout="vertical"
      requiredMark={false}
      initialValues={initial}
      onFinish={(values) => void submit(values).catch(() => undefined) /* a refusal has already been shown */}
    >
      <Form.Item name="user_sids" label={recipients.label} rules={[{ required: true, message: t('must.fill') }]}>
        <Editor field={recipients} label={recipients.label} />
      </Form.Item>
      <When schema={schema} of={of} frequency={frequency} />
      <Button type="primary" htmlType="submit" loading={save.isPending}>
        {t('statistic.addMailing')}
      </Button>
    </Form>
  )
}

type WhenProps = { schema: WireSchema; of: Mailed; frequency: string | undefined }

function When({ schema, of, frequency }: WhenProps) {
  const { t } = useWords()
  const options = (code: string) =>
    schema.fields.find((one) => one.code === code)?.options?.map((one) => ({ value: one.code, label: one.label })) ?? []
  return (
    <div className="statistic-when">
      <Form.Item name="frequency" label={t('statistic.often')}>
        <Select options={options('frequency')} />
      </Form.Item>
      {frequency === 'MONTHLY' ? (
        <Form.Item name="month_day" label={t('statistic.day')} rules={[{ required: true, message: t('must.fill') }]}>
          <InputNumber min={1} max={31} precision={0} />
        </Form.Item>
      ) : (
        <Form.Item name="weekday" label={t('statistic.weekday')}>
          <Select options={options('weekday')} />
        </Form.Item>
      )}
      <Form.Item name="hour" label={t('statistic.hour')} rules={[{ required: true, message: t('must.fill') }]}>
        <InputNumber min={0} max={23} precision={0} />
      </Form.Item>
      <Form.Item name="language" label={t('statistic.language')}>
        <Select options={options('language')} />
      </Form.Item>
      <Form.Item name="file" label={t('statistic.file')}>
        <Select options={options('file').filter(({ value }) => of === 'statistic' || value !== 'XLSX')} />
      </Form.Item>
    </div>
  )
}
