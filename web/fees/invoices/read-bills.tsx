import { Alert, App, Form, Tag } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type ReadBill, readBills, type ReadBillLine } from '../../../model/fees/settlements/settlement-routes.ts'
import { formatMoney } from '../../../model/kit/money/money.ts'
import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import { doVerb, useWrite } from '../../api/api.ts'
import { ask, PAGE_TIMEOUT } from '../../api/call.ts'
import { ApiFault, faultLines } from '../../api/fault.ts'
import { pageOf } from '../../api/page-of.ts'
import { FieldItem } from '../../records/form/record-form.tsx'
import { PlainTable } from '../../records/list/plain-table.tsx'
import { useWords } from '../../words/language.ts'
import { ReadTable } from '../read-table.tsx'

type Values = Record<string, unknown>
type ReadBillsProps = { schema: WireSchema; onClose: () => void }

/** Fields of a bill that the table does not state; an agency's own bills name the agency by themselves. */
const HEAD = ['agency_sid', 'seller_name', 'invoice_no', 'bill_date', 'due_date', 'bill_type', 'attachments']
/** Fields of a single bill; omitted if the table itself states bill numbers. */
const OF_ONE = ['invoice_no']

/** Bills of an agency that come as a table: each line with the case and the fee that it names, and each fault with its row and column. */
export function ReadBills({ schema, onClose }: ReadBillsProps) {
  const { t } = useWords()
  const [form] = Form.useForm<Values>()
  const { bills, onFile, isReading, onMake, isMaking, faults } = useBills(form, onClose)
  const faulty = bills.flatMap(({ lines }) => lines.filter((line) => line.faults.length > 0))
  const hasNumbers = bills.length > 0 && bills.every(({ invoice_no }) => invoice_no !== '')
  const fields = schema.fields.filter(({ code, hidden }) => HEAD.includes(code) && !hidden && !(hasNumbers && OF_ONE.includes(code)))
  return (
    <ReadTable
      title={t('settle.readBills')}
      hint={t('settle.billsHint')}
      okText={t('settle.newBills', { count: bills.length })}
      isReading={isReading}
      isTaking={isMaking}
      count={faulty.length > 0 ? 0 : bills.length}
      onFile={(file) => void onFile(file)}
      onTake={() => form.submit()}
      onClose={onClose}
    >
      {faulty.length > 0 && <Alert type="error" showIcon className="spaced" title={t('settle.billsFaulty', { count: faulty.length })} />}
      {faults.length > 0 && <Alert type="error" showIcon className="spaced" title={faults.join(t('semicolon'))} />}
      <Form
        form={form}
        layout="vertical"
        requiredMark
        className="spaced"
        hidden={bills.length === 0 || faulty.length > 0}
        onFinish={(values) => void onMake(values)}
      >
        <div className="fields">
          {fields.map((field) => (
            <FieldItem key={field.code} field={field} form={form} isRequired={field.required === true || field.code === 'invoice_no'} />
          ))}
        </div>
      </Form>
      {bills.map((bill) => (
        <Bill key={bill.invoice_no} bill={bill} />
      ))}
    </ReadTable>
  )
}

const NO_BILLS: readonly ReadBill[] = []

function useBills(form: ReturnType<typeof Form.useForm<Values>>[0], onClose: () => void) {
  const { t } = useWords()
  const { message } = App.useApp()
  const navigate = useNavigate()
  const [bills, setBills] = useState(NO_BILLS)
  const [faults, setFaults] = useState<readonly string[]>([])
  const read = useWrite('invoice', (body: FormData) => ask(readBills, body, { timeout: PAGE_TIMEOUT }))
  const make = useWrite('invoice', (body: Values) => doVerb('invoice', 'create', body))
  const onFile = async (file: File) => {
    const body = new FormData()
    body.append('file', file, file.name)
    const found = await read.mutateAsync(body).catch(() => undefined) // a refusal has already been shown
    if (!found) return
    setFaults([])
    setBills(found.record ?? [])
    form.setFieldsValue({ bill_type: 'MIXED' })
  }
  /** Bills are created one after another: a created one leaves the list, even if the next one is refused. */
  const onMake = async (values: Values) => {
    const made: string[] = []
    setFaults([])
    for (const bill of bills) {
      const answer = await make.mutateAsync(bodyOf(bill, values)).catch((fault: unknown) => fault)
      if (answer instanceof Error) {
        setBills((before) => before.filter((one) => !bills.slice(0, made.length).includes(one)))
        return setFaults(answer instanceof ApiFault ? [bill.invoice_no, ...wordsOf(answer, t('colon'))].filter(Boolean) : [answer.message])
      }
      made.push((answer as { sid: string }).sid) // the record, as it is declared
    }
    message.success(t('settle.billsMade', { count: made.length }))
    onClose()
    if (made.length === 1) void navigate(pageOf('invoice', `/${made[0]}`))
  }
  return { bills, onFile, isReading: read.isPending, onMake, isMaking: make.isPending, faults }
}

const wordsOf = (fault: ApiFault, colon: string) => (fault.errors.length > 0 ? faultLines(fault.errors, colon) : [fault.message])

const bodyOf = ({ invoice_no, currency, lines }: ReadBill, values: Values): Values => ({
  ...values,
  ...(invoice_no && { invoice_no }),
  currency,
  lines: lines.map(({ case_sid, case_ref, fee_sid, service, description, amount, tax }) => ({ case_sid, case_ref, fee_sid, service, description, amount, tax })), // oxfmt-ignore
})

const isFaulty = ({ faults }: ReadBillLine, code: string) => faults.some(({ field }) => field === code)

function Bill({ bill: { invoice_no, currency, total, lines } }: { bill: ReadBill }) {
  const { t } = useWords()
  return (
    <section>
      <h3>{[invoice_no, t('settle.billLines', { count: lines.length }), formatMoney(total, currency)].filter(Boolean).join(' · ')}</h3>
      <PlainTable<ReadBillLine & { sid: string }>
        dataSource={lines.map((line) => ({ ...line, sid: `${line.row}` }))}
        scroll={{ x: 780, y: 300 }}
        columns={[
          { title: t('settle.row'), dataIndex: 'row', width: 60 },
          { title: t('settle.case'), width: 220, render: (_, line) => line.case_name ?? (line.case_ref && <>{line.case_ref} <Tag color="warning">{t('settle.unknownCase')}</Tag></>) }, // oxfmt-ignore
          { title: t('fees.what'), render: (_, line) => <>{line.stated} {line.stated && line.fee_sid === null && <Tag>{t('settle.service')}</Tag>}</> }, // oxfmt-ignore
          { title: t('settle.billed'), align: 'right', width: 130, render: (_, line) => !isFaulty(line, 'amount') && <span className="number">{formatMoney(line.amount, line.currency)}</span> }, // oxfmt-ignore
          {
            title: t('settle.toCorrect'),
            width: 220,
            render: (_, line) => line.faults.map(({ field, label, reason }) => <div key={`${field} ${reason}`}>{`${label}${t('colon')}${reason}`}</div>), // oxfmt-ignore
          },
        ]}
      />
    </section>
  )
}
