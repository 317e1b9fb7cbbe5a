import { Tag } from 'antd'
import type { ImportPreview, StoredRow } from '../../../model/import/import-routes.ts'
import { useWords } from '../../words/language.ts'
import { Table } from '../../ui/table.tsx'
import { rawBeside } from './raw-beside.ts'

type SampleProps = { preview: ImportPreview; mapping: Record<string, string | null> }

const COLOURS: Partial<Record<StoredRow['will'], string>> = {
  CREATED: 'success',
  UPDATED: 'processing',
  COMPLETED: 'processing',
  WAITING: 'warning',
  REJECTED: 'error',
}

/** The first rows as they will be stored, with the cell of the file where it differs. */
export function ImportSample({ preview: { stored, stored_fields, sample, columns }, mapping }: SampleProps) {
  const { t } = useWords()
  const headings = columns.map(({ heading }) => mapping[heading] ?? null)
  const cellsOf = new Map(sample.map(({ row, cells }) => [row, cells]))
  return (
    <Table<StoredRow>
      size="small"
      rowKey="row"
      dataSource={stored}
      pagination={false}
      scroll={{ x: stored_fields.length * 170 + 170 }}
      columns={[
        { title: t('import.row'), dataIndex: 'row', width: 60, align: 'right', fixed: 'left' },
        {
          title: t('import.will'),
          dataIndex: 'will',
          width: 110,
          render: (will: StoredRow['will']) => <Tag color={COLOURS[will] ?? 'default'}>{t(`import.will.${will}`)}</Tag>,
        },
        ...stored_fields.map(({ code, label }) => ({
          title: label,
          key: code,
          width: 170,
          render: (_: unknown, { row, values }: StoredRow) => (
            <Value value={values[code] ?? ''} raw={rawBeside(values[code] ?? '', cellsOf.get(row) ?? [], headings, code)} />
          ),
        })),
      ]}
    />
  )
}

function Value({ value, raw }: { value: string; raw: string }) {
  const { t } = useWords()
  return (
    <>
      <div className="import-value">{value}</div>
      {raw && <div className="import-raw quiet">{t('import.rawCell', { cell: raw })}</div>}
    </>
  )
}
