import { Link } from 'react-router'
import type { ChangedRow, ImportPreview } from '../../../model/import/import-routes.ts'
import { pageOf } from '../../api/page-of.ts'
import { Nothing } from '../../ui/faults/nothing.tsx'
import { Table } from '../../ui/table.tsx'
import { useWords } from '../../words/language.ts'

const PAGE = { pageSize: 50, size: 'small', showSizeChanger: false, hideOnSinglePage: true } as const

/** The rows that change existing records, with the old and the new value of each field. */
export function ImportChanges({ preview: { changes, changed, unchanged } }: { preview: ImportPreview }) {
  const { t, tag } = useWords()
  if (changed === 0) return <Nothing text={t('import.noChange')} hint={unchanged > 0 ? t('import.unchanged', { count: unchanged }) : ''} />
  return (
    <>
      <Table<ChangedRow>
        size="small"
        rowKey="row"
        dataSource={changes}
        pagination={PAGE}
        scroll={{ x: 'max-content' }}
        columns={[
          { title: t('import.row'), dataIndex: 'row', width: 70, align: 'right', render: (row: number) => row.toLocaleString(tag) },
          { title: t('import.record'), dataIndex: 'name', width: 200 },
          { title: t('import.oldAndNew'), key: 'fields', render: (_, { fields }) => <OldAndNew fields={fields} /> },
        ]}
      />
      {changed > changes.length && <p className="quiet">{t('import.moreChanges', { count: changed - changes.length })}</p>}
      {unchanged > 0 && <p className="quiet">{t('import.unchanged', { count: unchanged })}</p>}
    </>
  )
}

const OldAndNew = ({ fields }: Pick<ChangedRow, 'fields'>) => (
  <table className="rows plain-rows">
    <tbody>
      {fields.map(({ label, old, new: now }) => (
        <tr key={label}>
          <th scope="row">{label}</th>
          <td className="old">{old || '—'}</td>
          <td>{now || '—'}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

type Absent = NonNullable<ImportPreview['absent']>

/** Records that the file lacks; the import does not change them. */
export function AbsentRecords({ absent: { count, first }, model }: { absent: Absent; model: string }) {
  const { t } = useWords()
  return (
    <>
      <p className="quiet">{t('import.absentText')}</p>
      <ul>
        {first.map(({ sid, name, number }) => (
          <li key={sid}>
            <Link to={pageOf(model, `/${sid}`)}>{name}</Link> <span className="quiet">{number}</span>
          </li>
        ))}
      </ul>
      {count > first.length && <p className="quiet">{t('import.moreRows', { count: count - first.length })}</p>}
    </>
  )
}
