import type { ImportPreview, ProblemKind } from '../../../model/import/import-routes.ts'
import { Nothing } from '../../ui/faults/nothing.tsx'
import { useWords } from '../../words/language.ts'
import { Table } from '../../ui/table.tsx'
import { Tabs } from '../../ui/page/tabs.tsx'
import { AbsentRecords, ImportChanges } from '../trial/import-changes.tsx'
import { ImportSample } from '../trial/import-sample.tsx'

type FindingsProps = { model: string; preview: ImportPreview; mapping: Record<string, string | null> }

/** The result of the check: problems and remarks by kind and row, and the first rows as they will be stored. */
export function ImportFindings({ model, preview, mapping }: FindingsProps) {
  const { t, tag } = useWords()
  return (
    <Tabs
      defaultActiveKey={preview.faulty > 0 ? 'problems' : 'sample'}
      items={[
        {
          key: 'problems',
          label: t('import.problems', { count: preview.faulty.toLocaleString(tag) }),
          children: <Kinds kinds={preview.reasons} title={t('import.reason')} none={t('import.noProblem')} />,
        },
        {
          key: 'remarks',
          label: t('import.remarks', { count: preview.with_notes.toLocaleString(tag) }),
          children: <Kinds kinds={preview.remark_reasons} title={t('import.remark')} none={t('import.noRemark')} />,
        },
        { key: 'sample', label: t('import.sample'), children: <ImportSample preview={preview} mapping={mapping} /> },
        ...(preview.mode === 'update'
          ? [
              {
                key: 'changes',
                label: t('import.changes', { count: preview.changed.toLocaleString(tag) }),
                children: <ImportChanges preview={preview} />,
              },
            ]
          : []),
        ...(preview.absent && preview.absent.count > 0
          ? [
              {
                key: 'absent',
                label: t('import.absent', { count: preview.absent.count.toLocaleString(tag) }),
                children: <AbsentRecords absent={preview.absent} model={model} />,
              },
            ]
          : []),
      ]}
    />
  )
}

/** One line for each kind with the number of its rows, and the rows below it. */
function Kinds({ kinds, title, none }: { kinds: readonly ProblemKind[]; title: string; none: string }) {
  const { t, tag } = useWords()
  if (kinds.length === 0) return <Nothing text={none} />
  return (
    <Table<ProblemKind>
      size="small"
      rowKey="reason"
      dataSource={[...kinds]}
      pagination={false}
      expandable={{
        expandRowByClick: true,
        defaultExpandedRowKeys: kinds.slice(0, 1).map(({ reason }) => reason),
        expandedRowRender: (kind) => <Rows kind={kind} />,
      }}
      columns={[
        { title, dataIndex: 'reason' },
        { title: t('import.count'), dataIndex: 'count', width: 100, align: 'right', render: (count: number) => count.toLocaleString(tag) },
      ]}
    />
  )
}

function Rows({ kind: { rows, count } }: { kind: ProblemKind }) {
  const { t, tag } = useWords()
  return (
    <>
      <Table<ProblemKind['rows'][number]>
        size="small"
        rowKey={({ row, reason }) => `${row} ${reason}`}
        dataSource={rows}
        showHeader={false}
        pagination={false}
        scroll={{ y: 240 }}
        columns={[
          { dataIndex: 'row', width: 120, render: (row: number) => t('import.rowNo', { row: row.toLocaleString(tag) }) },
          { dataIndex: 'reason' },
        ]}
      />
      {count > rows.length && <p className="quiet">{t('import.moreRows', { count: (count - rows.length).toLocaleString(tag) })}</p>}
    </>
  )
}
