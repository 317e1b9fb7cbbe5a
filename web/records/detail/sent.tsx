import { RedoOutlined } from '@ant-design/icons'
import { App, Button } from 'antd'
import { Link } from 'react-router'
import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import { allowsOn } from '../../api/allows.ts'
import { type Rec, useSchema, useWrite } from '../../api/api.ts'
import { pageOf } from '../../api/page-of.ts'
import { timeText, useZone } from '../../fields/moments.ts'
import { useWords } from '../../words/language.ts'
import { PlainTable } from '../list/plain-table.tsx'
import { usePaged } from '../list/use-paged.tsx'

type SentTableProps = {
  model: string
  /** The field that refers to the sending record. */
  of: string
  sid: string
  /** The field with the time, by which each is opened. */
  at: string
  columns: readonly string[]
  empty: string
}

/** Messages sent for a record, the newest first, each with its outcome. */
export function SentTable({ model, of, sid, at, columns, empty }: SentTableProps) {
  const { lang, tag } = useWords()
  const zone = useZone()
  const { data: schema } = useSchema(model)
  const english = (code: string) => `${code}_en`
  const fl = ['sid', at, ...columns, english('reason')]
  const { data, record, pages } = usePaged(model, { fl, iql: `${of} = '${sid}' ORDER BY ${at} DESC`, rows: 50 })
  if (!schema || !data) return null
  const field = (code: string) => schema.fields.find((one) => one.code === code)
  const shown = (code: string, row: Rec) => {
    const { type, options } = field(code) ?? {}
    if (type === 'integer') return <span className="number">{String(row[code] ?? '')}</span>
    if (options) return options.find((one) => one.code === row[code])?.label ?? ''
    return String((lang === 'en' && row[english(code)]) || (row[code] ?? ''))
  }
  const time = (row: Rec) => (typeof row[at] === 'string' ? timeText(row[at], tag, zone) : '')
  return (
    <>
      <PlainTable<Rec>
        rowKey="sid"
        dataSource={record}
        locale={{ emptyText: empty }}
        columns={[
          { title: field(at)?.label, width: 180, render: (_, row) => <Link to={pageOf(model, `/${row.sid}`)}>{time(row)}</Link> },
          ...columns.map((code) => ({ title: field(code)?.label, render: (_: unknown, row: Rec) => shown(code, row) })),
        ]}
      />
      {pages}
    </>
  )
}

type SendAgainProps = {
  schema: WireSchema
  record: Rec
  /** The action that sends it again. */
  action: string
  send: () => Promise<object>
  words: { label: string; done: string }
}

/** Offered once it has left the queue. */
export function SendAgain({ schema, record, action, send, words }: SendAgainProps) {
  const { message } = App.useApp()
  const again = useWrite(schema.model, send)
  const go = async () => {
    const done = await again.mutateAsync(undefined).catch(() => undefined) // a refusal has already been shown
    if (done) message.success(words.done)
  }
  if (record['state'] === 'QUEUED' || !allowsOn(schema, record, action)) return null
  return (
    <Button icon={<RedoOutlined />} loading={again.isPending} onClick={() => void go()}>
      {words.label}
    </Button>
  )
}
