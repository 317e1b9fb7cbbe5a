import { CheckCircleOutlined, MinusCircleOutlined, QuestionCircleOutlined } from '@ant-design/icons'
import { Select, Tag } from 'antd'
import type { ReactNode } from 'react'
import type { Column } from '../../model/import/column.ts'
import type { ImportPreview } from '../../model/import/import-routes.ts'
import type { Word } from '../words/language.ts'
import { useWords } from '../words/language.ts'
import type { Sureness, Wizard } from './wizard.ts'
import { surenessOf } from './wizard.ts'
import { Table } from '../ui/table.tsx'

const MARKS: Readonly<Record<Sureness | 'said', readonly [Word, ReactNode, string]>> = {
  sure: ['import.sure', <CheckCircleOutlined key="i" aria-hidden />, 'success'],
  likely: ['import.likely', <QuestionCircleOutlined key="i" aria-hidden />, 'warning'],
  none: ['import.none', <MinusCircleOutlined key="i" aria-hidden />, 'default'],
  barred: ['import.barred', <MinusCircleOutlined key="i" aria-hidden />, 'error'],
  said: ['import.said', <CheckCircleOutlined key="i" aria-hidden />, 'processing'],
}

/** A column of the file with its place in the row and some of its values. */
export type Line = Column & { at: number; examples: string[] }

type ColumnTableProps = Pick<ImportPreview, 'targets'> & {
  lines: readonly Line[]
  mapping: Record<string, string | null>
  said: Wizard['said']
  onSay: (heading: string, field: string | null) => void
}

/** Each column with the field that it fills, which a person may change. */
export function ColumnTable({ lines, targets, mapping, said, onSay }: ColumnTableProps) {
  const { t } = useWords()
  return (
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
              onChange={(field) => onSay(heading, field || null)}
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
  )
}
