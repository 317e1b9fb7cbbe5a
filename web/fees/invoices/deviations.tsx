import { SyncOutlined } from '@ant-design/icons'
import { App, Button, Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import type { SentBody } from '../../../model/kit/action.ts'
import { decideDeviations, matchInvoice } from '../../../model/fees/invoices/invoice-actions.ts'
import type { WireField, WireSchema } from '../../../model/kit/wire/wire.ts'
import { act, type Rec, useWrite } from '../../api/api.ts'
import { allowsOn } from '../../api/allows.ts'
import { pageOf } from '../../api/page-of.ts'
import { isRef } from '../../fields/names.ts'
import { Money } from '../../fields/money.tsx'
import { optionLabel } from '../../fields/option-label.ts'
import { PlainTable } from '../../records/list/plain-table.tsx'
import { Nothing } from '../../ui/faults/nothing.tsx'
import { useWords } from '../../words/language.ts'

type Decision = 'ACCEPT' | 'DISPUTE'
type Props = { schema: WireSchema; record: Rec }

/** The deviations of an invoice, each with its numbers; a person who approves invoices accepts or disputes them. */
export function Deviations({ schema, record }: Props) {
  const { t } = useWords()
  const [keys, setKeys] = useState<string[]>([])
  const [decision, setDecision] = useState<Decision | null>(null)
  const again = useWrite('invoice', () => act(matchInvoice, { sid: record.sid }))
  const isOpen = record['status'] === 'UNPROCESSED' || record['status'] === 'RETURNED'
  const mayDecide = isOpen && allowsOn(schema, record, decideDeviations.name)
  const rows = Array.isArray(record['deviations']) ? (record['deviations'] as Rec[]) : []
  return (
    <>
      <div className="tab-bar">
        {isOpen && allowsOn(schema, record, matchInvoice.name) && (
          <Button icon={<SyncOutlined />} loading={again.isPending} onClick={() => again.mutate(undefined)}>
            {t('invoice.again')}
          </Button>
        )}
        {mayDecide && rows.length > 0 && (
          <>
            <Button disabled={keys.length === 0} onClick={() => setDecision('ACCEPT')}>
              {t('invoice.accept')}
            </Button>
            <Button disabled={keys.length === 0} onClick={() => setDecision('DISPUTE')}>
              {t('invoice.dispute')}
            </Button>
          </>
        )}
      </div>
      <PlainTable<Rec>
        rowKey="key"
        dataSource={rows}
        scroll={{ x: 900 }}
        columns={columnsOf(schema, record)}
        {...(mayDecide && { rowSelection: { selectedRowKeys: keys, onChange: (chosen) => setKeys(chosen.map(String)) } })}
        locale={{ emptyText: <Nothing text={t('invoice.none')} hint={t('invoice.noneHint')} /> }}
      />
      {decision && <Decide sid={record.sid} keys={keys} decision={decision} onClose={() => setDecision(null)} onDone={() => setKeys([])} />}
    </>
  )
}

function columnsOf({ fields }: WireSchema, { lines }: Rec) {
  const partsOf = (code: string) => fields.find((one) => one.code === code)?.rows ?? []
  const parts: readonly WireField[] = partsOf('deviations')
  const caseOf = ({ line_no }: Rec) => (Array.isArray(lines) ? (lines[Number(line_no) - 1] as Rec | undefined)?.['case_sid'] : undefined)
  const part = (code: string) => parts.find((one) => one.code === code)
  const option = (code: string) => ({
    title: part(code)?.label,
    render: (_: unknown, row: Rec) => {
      const field = part(code)
      return field && row[code] ? optionLabel(field, row[code]) : ''
    },
  })
  const amount = (code: string) => ({
    title: part(code)?.label,
    align: 'right' as const,
    width: 150,
    render: (_: unknown, row: Rec) => <Money amount={row[code]} currency={row['currency']} />,
  })
  return [
    { title: part('line_no')?.label, dataIndex: 'line_no', width: 60 },
    {
      title: partsOf('lines').find(({ code }) => code === 'case_sid')?.label,
      width: 220,
      ellipsis: true,
      render: (_: unknown, row: Rec) => {
        const named = row['line_no'] ? caseOf(row) : undefined
        return isRef(named) ? <Link to={pageOf('case', `/${named.sid}`)}>{named.name}</Link> : ''
      },
    },
    option('kind'),
    { title: part('about')?.label, dataIndex: 'about' },
    amount('billed'),
    amount('expected'),
    { ...option('decision'), width: 100 },
    { title: part('reason')?.label, dataIndex: 'reason' },
    { title: part('decided_by')?.label, width: 110, render: (_: unknown, row: Rec) => (isRef(row['decided_by']) ? row['decided_by'].name : '') },
  ]
}

type DecideProps = { sid: string; keys: string[]; decision: Decision; onClose: () => void; onDone: () => void }

function Decide({ sid, keys, decision, onClose, onDone }: DecideProps) {
  const { t } = useWords()
  const { message } = App.useApp()
  const [form] = Form.useForm<{ reason: string }>()
  const write = useWrite('invoice', (body: SentBody<typeof decideDeviations>) => act(decideDeviations, body))
  const submit = ({ reason }: { reason: string }) =>
    write.mutateAsync({ sid, keys, decision, reason }).then(
      () => {
        message.success(t('invoice.decided'))
        onDone()
        onClose()
      },
      () => undefined, // a refusal has already been shown
    )
  const title = t(decision === 'ACCEPT' ? 'invoice.accept' : 'invoice.dispute')
  return (
    <Modal open title={title} okText={title} confirmLoading={write.isPending} onCancel={onClose} onOk={() => form.submit()}>
      <p className="quiet">{t('invoice.chosen', { count: keys.length })}</p>
      <Form form={form} layout="vertical" onFinish={(values) => void submit(values)}>
        <Form.Item name="reason" label={t('invoice.reason')} rules={[{ required: true, whitespace: true, message: t('invoice.reasonNeeded') }]}>
          <Input.TextArea maxLength={255} autoSize={{ minRows: 2 }} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
