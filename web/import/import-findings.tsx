import type { ImportPreview, ImportProblem } from '../../model/import/import-routes.ts'
import { Nothing } from '../ui/nothing.tsx'
import { useWords } from '../words/language.ts'
import { Table } from '../ui/table.tsx'
import { Tabs } from '../ui/tabs.tsx'

type FindingsProps = { preview: ImportPreview; mapping: Record<string, string | null> }

/** The result of the check by row: problems, remarks, and the first rows under the fields that they fill. */
export function ImportFindings({ preview, mapping }: FindingsProps) {
  const { t, tag } = useWords()
  return (
    <Tabs
      items={[
        {
          key: 'problems',
          label: t('import.problems', { count: preview.faulty }),
          children: <Problems preview={preview} />,
        },
        {
          key: 'remarks',
          label: t('import.remarks', { count: preview.with_notes.toLocaleString(tag) }),
          children: <Remarks remarks={preview.remarks} />,
        },
        { key: 'sample', label: t('import.sample'), children: <Sample preview={preview} mapping={mapping} /> },
      ]}
    />
  )
}

function Problems({ preview: { problems, reasons, faulty } }: { preview: ImportPreview }) {
  const { t } = useWords()
  if (faulty === 0) return <Nothing text={t('import.noProblem')} />
  return (
    <div className="import-problems">
      <Table
        size="small"
        rowKey="reason"
        dataSource={reasons}
        pagination={false}
        scroll={{ y: 300 }}
        columns={[
          { title: t('import.reason'), dataIndex: 'reason' },
          { title: t('import.count'), dataIndex: 'count', width: 80, align: 'right' },
        ]}
      />
      <Table<ImportProblem>
        size="small"
        rowKey={(one) => `${one.row} ${one.field} ${one.reason}`}
        dataSource={problems}
        pagination={false}
        scroll={{ y: 300 }}
        columns={[
          { title: t('import.row'), dataIndex: 'row', width: 80, align: 'right' },
          { title: t('import.field'), dataIndex: 'label', width: 150 },
          { title: t('import.reason'), dataIndex: 'reason' },
        ]}
      />
    </div>
  )
}

/** Values that were read otherwise than written, or ignored; their rows are imported all the same. */
function Remarks({ remarks }: Pick<ImportPreview, 'remarks'>) {
  const { t } = useWords()
  if (remarks.length === 0) return <Nothing text={t('import.noRemark')} />
  return (
    <Table
      size="small"
      rowKey="key"
      dataSource={remarks.map((one, at) => ({ ...one, key: at }))}
      pagination={false}
      scroll={{ y: 300 }}
      columns={[
        { title: t('import.row'), dataIndex: 'row', width: 80, align: 'right' },
        { title: t('import.remark'), dataIndex: 'reason' },
      ]}
    />
  )
}

function Sample({ preview: { sample, columns, targets }, mapping }: FindingsProps) {
  const { t } = useWords()
  const shown = columns.flatMap(({ heading }, at) => {
    const target = targets.find(({ code }) => code === mapping[heading])
    return target ? [{ at, heading, label: target.label }] : []
  })
  return (
    <Table<ImportPreview['sample'][number]>
      size="small"
      rowKey="row"
      dataSource={sample}
      pagination={false}
      scroll={{ x: shown.length * 160 + 60 }}
      columns={[
        { title: t('import.row'), dataIndex: 'row', width: 60, align: 'right', fixed: 'left' },
        ...shown.map(({ at, heading, label }) => ({
          title: (
            <>
              {label}
              <br />
              <small className="quiet">{heading}</small>
            </>
          ),
          key: String(at),
          width: 160,
          ellipsis: true,
          render: (_: unknown, one: ImportPreview['sample'][number]) => one.cells[at] ?? '',
        })),
      ]}
    />
  )
}
