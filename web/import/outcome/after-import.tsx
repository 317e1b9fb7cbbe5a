import { UndoOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { Alert, App, Button, Modal, Table } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import type { AnswerOf } from '../../../model/kit/action.ts'
import { takeBackImport } from '../../../model/import/import-actions.ts'
import type { ImportedRow } from '../../../model/import/imported_row.ts'
import type { Rec } from '../../api/api.ts'
import { act, useSearch } from '../../api/api.ts'
import { timeText, useZone } from '../../fields/moments.ts'
import { ApiFault } from '../../api/fault.ts'
import { pageOf } from '../../api/page-of.ts'
import { useWords } from '../../words/language.ts'

/** Reverses the whole import after a preview of the records to be removed; refused with the names of records changed since. */
export function TakeBack({ job }: { job: Rec }) {
  const { t, tag } = useWords()
  const client = useQueryClient()
  const { modal, notification } = App.useApp()
  const [isBusy, setBusy] = useState(false)
  const [touched, setTouched] = useState<Shown>()
  if (job['taken_back_at']) return <Alert type="info" showIcon className="spaced" title={t('import.takenBack')} />
  if (job['rows_cleared_at']) return <p className="quiet">{t('import.rowsCleared')}</p>
  const say = (fault: unknown) =>
    notification.error({ title: t('import.takeBackFailed'), description: fault instanceof ApiFault ? fault.message : String(fault) })
  const carryOut = async () => {
    try {
      await act(takeBackImport, { sid: job.sid })
      await client.invalidateQueries()
    } catch (fault) {
      say(fault)
    }
  }
  const ask = async () => {
    setBusy(true)
    try {
      const shown = await act(takeBackImport, { sid: job.sid, preview: true })
      const number = (value: number) => value.toLocaleString(tag)
      if (shown.touched_count > 0) setTouched(shown)
      else
        modal.confirm({
          title: t('import.takeBack'),
          content: t('import.takeBackText', { created: number(shown.created), changed: number(shown.changed), people: number(shown.people) }),
          okButtonProps: { danger: true },
          onOk: carryOut,
        })
    } catch (fault) {
      say(fault)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button danger icon={<UndoOutlined />} loading={isBusy} onClick={() => void ask()}>
        {t('import.takeBack')}
      </Button>
      {touched && <Touched shown={touched} model={String(job['entity'])} onClose={() => setTouched(undefined)} />}
    </>
  )
}

type Shown = AnswerOf<typeof takeBackImport>
type TouchedProps = { shown: Shown; model: string; onClose: () => void }

/** Records changed since the import, with person and time. They prevent its reversal, which is for the whole import only. */
function Touched({ shown: { touched, touched_count: count }, model, onClose }: TouchedProps) {
  const { t, tag } = useWords()
  const zone = useZone()
  const left = count - touched.length
  return (
    <Modal open width={640} footer={null} onCancel={onClose} title={t('import.touched', { count: count.toLocaleString(tag) })}>
      <p>{t('import.touchedText')}</p>
      <ul className="touched-rows">
        {touched.map(({ row, sid, name, by, at }) => (
          <li key={`${row} ${sid}`}>
            <Link to={`${pageOf(model)}/${sid}?tab=changes`}>{name}</Link>{' '}
            <span className="quiet">{[by, at && timeText(at, tag, zone)].filter(Boolean).join(' · ')}</span>
          </li>
        ))}
      </ul>
      {left > 0 && <p className="quiet">{t('import.touchedMore', { count: left.toLocaleString(tag) })}</p>}
    </Modal>
  )
}

const ROWS = 20

type RowsProps = { job: Rec; model: string }

/** The rows with a value that waits for a second person, each with its record. */
export function WaitingRows({ job, model }: RowsProps) {
  const { t } = useWords()
  const open = <Link to={pageOf('date_confirmation')}>{t('import.toConfirm')}</Link>
  return (
    <>
      <Alert type="info" showIcon className="spaced" title={t('import.waitsText')} action={open} />
      <RowsThat job={job} model={model} did="WAITING" title={t('import.waits')} />
    </>
  )
}

/** The rows that were not taken because their record exists, each with that record. */
export function SkippedRows({ job, model }: RowsProps) {
  const { t } = useWords()
  return <RowsThat job={job} model={model} did="SKIPPED" title={t('import.skippedRows')} />
}

function RowsThat({ job, model, did, title }: RowsProps & { did: ImportedRow['did']; title: string }) {
  const { t } = useWords()
  const [page, setPage] = useState(1)
  const iql = `job_sid = '${job.sid}' AND did = '${did}' ORDER BY row_no ASC`
  const { data } = useSearch('imported_row', { iql, rows: ROWS, start: (page - 1) * ROWS })
  const total = data?.total ?? 0
  if (total === 0) return null
  return (
    <Table<Rec>
      size="small"
      rowKey="sid"
      title={() => title}
      dataSource={data?.record ?? []}
      pagination={total > ROWS && { current: page, pageSize: ROWS, total, size: 'small', showSizeChanger: false, onChange: setPage }}
      columns={[
        { title: t('import.row'), dataIndex: 'row_no', width: 80, align: 'right' },
        {
          title: t('import.existing'),
          render: (_, row) =>
            row['record_sid'] ? <Link to={`${pageOf(model)}/${String(row['record_sid'])}`}>{String(row['name'] ?? '')}</Link> : t('import.several'),
        },
      ]}
    />
  )
}
