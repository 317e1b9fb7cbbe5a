import { Collapse, Tag } from 'antd'
import { type Rec, useSchema } from '../api/api.ts'
import { useWords } from '../words/language.ts'

type Column = { heading: string; field: string | null }
const DOCKET = { docket_name: 'docket.columnName', docket_due: 'docket.columnDue' } as const

/** The field of each column of the list; a column without one was not compared. */
export function Columns({ record }: { record: Rec }) {
  const { t } = useWords()
  const schema = useSchema(String(record['kind'] ?? '')).data
  const columns = ((record['columns'] as Column[] | null | undefined) ?? []).filter(({ heading }) => heading) // as the server keeps them
  const unread = columns.filter(({ field }) => !field).length
  const labelOf = (field: string) =>
    field in DOCKET ? t(DOCKET[field as keyof typeof DOCKET]) : (schema?.fields.find(({ code }) => code === field)?.label ?? t('docket.columnRead')) // a key of it
  return (
    <Collapse
      size="small"
      ghost
      items={[
        {
          key: 'columns',
          label: t('docket.columns', { count: columns.length - unread, unread }),
          children: (
            <p className="docket-columns">
              {columns.map(({ heading, field }) => (
                <Tag key={heading} color={field ? 'blue' : 'default'}>
                  {heading} → {field ? labelOf(field) : t('docket.columnUnread')}
                </Tag>
              ))}
            </p>
          ),
        },
      ]}
    />
  )
}
