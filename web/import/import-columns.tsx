import { CheckCircleOutlined, MinusCircleOutlined, QuestionCircleOutlined } from '@ant-design/icons'
import { Alert, Button, InputNumber, Radio, Select, Table, Tag } from 'antd'
import type { ReactNode } from 'react'
import type { Word } from '../words/language.ts'
import { useWords } from '../words/language.ts'
import type { Preview } from './preview.ts'
import type { Go } from './wizard.ts'
import type { Column, Sureness, Wizard } from './wizard.ts'
import { DAY_ORDERS, meant, sayColumn, surenessOf } from './wizard.ts'

const MARKS: Readonly<Record<Sureness | 'said', readonly [Word, ReactNode, string]>> = {
  sure: ['import.sure', <CheckCircleOutlined key="i" aria-hidden />, 'success'],
  likely: ['import.likely', <QuestionCircleOutlined key="i" aria-hidden />, 'warning'],
  none: ['import.none', <MinusCircleOutlined key="i" aria-hidden />, 'default'],
  barred: ['import.barred', <MinusCircleOutlined key="i" aria-hidden />, 'error'],
  said: ['import.said', <CheckCircleOutlined key="i" aria-hidden />, 'processing'],
}

type Line = Column & { at: number; examples: string[] }

/** The second step: the field of each column. A correction is remembered for the next file. */
export function ImportColumns({ preview, wizard, go }: { preview: Preview; wizard: Wizard; go: Go }) {
  const { t } = useWords()
  const { columns, targets, sample } = preview
  const { said } = wizard
  const mapping = meant(columns, said)
  const taken = new Set(Object.values(mapping).filter((field) => field !== null))
  const missing = targets.filter(({ code, required }) => required && !taken.has(code) && !GIVEN.has(code))
  const lines = columns.flatMap((column, at): Line[] =>
    column.heading ? [{ ...column, at, examples: [...new Set(sample.map(({ cells }) => cells[at] ?? '').filter(Boolean))].slice(0, 3) }] : [],
  )
  const unread = lines.filter(({ heading }) => mapping[heading] === null).length
  const say = (heading: string, field: string | null) => go({ said: sayColumn(said, heading, field) }, true)
  return (
    <section className="group">
      <div className="import-place">
        <span>
          <b>{preview.file_name}</b> {preview.source && <Tag color="processing">{t('import.source', { name: preview.source })}</Tag>}
        </span>
        {preview.sheets.length > 1 && (
          <label>
            {t('import.sheet')}{' '}
            <Select
              size="small"
              value={preview.sheet}
              options={preview.sheets.map((name) => ({ value: name, label: name }))}
              onChange={(sheet) => go({ sheet, headerRow: null, said: {} })}
              style={{ minWidth: 140 }}
            />
          </label>
        )}
        <label>
          {t('import.header')}{' '}
          <InputNumber
            size="small"
            key={preview.header_row}
            defaultValue={preview.header_row}
            min={1}
            max={1000}
            precision={0}
            style={{ width: 72 }}
            onPressEnter={(event) => go({ headerRow: Number(event.currentTarget.value) || null, said: {} })}
            onBlur={(event) => Number(event.target.value) !== preview.header_row && go({ headerRow: Number(event.target.value) || null, said: {} })}
          />
        </label>
        <span className="quiet">{t('import.counts', { columns: lines.length, rows: preview.total.toLocaleString() })}</span>
      </div>
      {missing.length > 0 && (
        <Alert
          type="warning"
          showIcon
          className="spaced"
          title={t('import.missing', { fields: missing.map(({ label }) => label).join('、') })}
          description={t('import.missingHint')}
        />
      )}
      <Doubts preview={preview} wizard={wizard} go={go} />
      <Table<Line>
        rowKey="at"
        size="small"
        dataSource={lines}
        pagination={false}
        scroll={{ x: 760 }}
        columns={[
          { title: t('import.column'), dataIndex: 'heading', width: 220, render: (heading: string) => <b>{heading}</b> },
          {
            title: t('import.examples'),
            ellipsis: true,
            render: (_, { examples }) => <span className="quiet number examples">{examples.join('  ·  ') || '—'}</span>,
          },
          {
            title: t('import.field'),
            width: 280,
            render: (_, { heading }) => (
              <Select
                size="small"
                value={mapping[heading] ?? ''}
                onChange={(field) => say(heading, field || null)}
                options={[
                  { value: '', label: t('import.leaveOut') },
                  ...targets.map(({ code, label, required }) => ({ value: code, label: required ? `${label} *` : label })),
                ]}
                showSearch={{ optionFilterProp: 'label' }}
                aria-label={t('import.fieldOf', { heading })}
                style={{ width: '100%' }}
              />
            ),
          },
          {
            title: t('import.how'),
            width: 130,
            render: (_, column) => {
              const [word, icon, colour] = MARKS[column.heading in said ? 'said' : surenessOf({ ...column, field: mapping[column.heading] ?? null })]
              return (
                <Tag color={colour} icon={icon}>
                  {t(word)}
                </Tag>
              )
            },
          },
        ]}
      />
      <footer className="import-foot">
        <Button type="primary" disabled={taken.size === 0} onClick={() => go({ step: 'check' })}>
          {t('import.toCheck')}
        </Button>
        <Button onClick={() => go({ step: 'file', file: '', said: {} })}>{t('import.other')}</Button>
        {unread > 0 && <span className="quiet">{t('import.unread', { count: unread })}</span>}
      </footer>
    </section>
  )
}

/** Questions that the file does not answer: other sheets of the same kind, and ambiguous dates. */
function Doubts({ preview: { other_sheets, asks_day_order, targets }, wizard: { dayOrder }, go }: { preview: Preview; wizard: Wizard; go: Go }) {
  const { t } = useWords()
  const fields = targets.flatMap(({ code, label }) => (asks_day_order.includes(code) ? label : [])).join('、')
  return (
    <>
      {other_sheets.length > 0 && (
        <Alert type="info" showIcon className="spaced" title={t('import.otherSheets', { names: other_sheets.join('、') })} />
      )}
      {asks_day_order.length > 0 && (
        <Alert
          type={dayOrder ? 'success' : 'warning'}
          showIcon
          className="spaced"
          title={t('import.dayOrder', { fields })}
          description={
            <Radio.Group
              aria-label={t('import.dayOrder', { fields })}
              value={dayOrder}
              onChange={(event) => go({ dayOrder: event.target.value }, true)}
              options={DAY_ORDERS.map((one) => ({ value: one, label: t(`import.dayOrder.${one}`) }))}
            />
          }
        />
      )}
    </>
  )
}

// Fields derived from the rows, or from a rule, need no column.
const GIVEN = new Set(['case_no', 'country', 'patent_type', 'route', 'status', 'owner_sid', 'secrecy_level', 'share_level'])
