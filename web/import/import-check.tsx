import { useMutation } from '@tanstack/react-query'
import { Alert, Button, Radio, Statistic, Table, Tabs } from 'antd'
import { modelPath } from '../api/api.ts'
import { call } from '../api/call.ts'
import { Nothing } from '../ui/nothing.tsx'
import { useWords } from '../words/language.ts'
import type { Preview, Problem } from './preview.ts'
import type { Go } from './wizard.ts'
import type { Wizard } from './wizard.ts'
import { MODES } from './wizard.ts'

type CheckProps = { preview: Preview; mapping: Record<string, string | null>; wizard: Wizard; go: Go }

/** The third step: the result of each row, before anything is written. */
export function ImportCheck({ preview, mapping, wizard, go }: CheckProps) {
  const { t, tag } = useWords()
  const { model, file, sheet, headerRow, dayOrder, said, mode } = wizard
  const start = useMutation({
    mutationFn: (dry: boolean) =>
      call<{ job_sid: string }>(modelPath(model, 'do/import'), {
        file_sid: file,
        mode,
        ...(sheet && { sheet }),
        ...(headerRow && { header_row: headerRow }),
        ...(dayOrder && { day_order: dayOrder }),
        ...(Object.keys(said).length > 0 && { mapping }),
        ...(dry && { dry_run: true }),
      }),
    onSuccess: ({ job_sid }) => go({ job: job_sid }),
  })
  const count = (value: number) => value.toLocaleString(tag)
  const number = (title: string, value: number, colour = '') => (
    <Statistic title={title} value={value} formatter={(one) => <span className={colour}>{count(Number(one))}</span>} />
  )
  return (
    <section className="group">
      <div className="import-sums">
        {number(t('import.rows'), preview.total)}
        {number(t('import.ready'), preview.ok, 'done')}
        {number(t('import.faulty'), preview.faulty, preview.faulty > 0 ? 'bad' : '')}
        {number(t('import.noted'), preview.with_notes)}
        {number(t('import.there'), preview.there)}
        {preview.again > 0 && number(t('import.twice'), preview.again)}
      </div>
      {preview.faulty > 0 && <Alert type="warning" showIcon className="spaced" title={t('import.faultyText', { count: preview.faulty })} />}
      {preview.tried < preview.total && <p className="quiet">{t('import.triedText', { count: count(preview.tried) })}</p>}
      {preview.hidden_rows > 0 && <Alert type="info" showIcon className="spaced" title={t('import.hiddenRows', { count: preview.hidden_rows })} />}
      <Tabs
        items={[
          {
            key: 'problems',
            label: t('import.problems', { count: preview.faulty }),
            children: <Problems preview={preview} />,
          },
          { key: 'remarks', label: t('import.remarks', { count: count(preview.with_notes) }), children: <Remarks remarks={preview.remarks} /> },
          { key: 'sample', label: t('import.sample'), children: <Sample preview={preview} mapping={mapping} /> },
        ]}
      />
      <fieldset className="import-mode">
        <legend>{t('import.mode')}</legend>
        <Radio.Group
          value={mode}
          onChange={(event) => go({ mode: event.target.value }, true)}
          options={MODES.map((one) => ({
            value: one,
            label: (
              <>
                {t(`import.mode.${one}`)} <span className="quiet">{t(`import.modeText.${one}`)}</span>
              </>
            ),
          }))}
        />
      </fieldset>
      <footer className="import-foot">
        <Button type="primary" loading={start.isPending && !start.variables} disabled={preview.total === 0} onClick={() => start.mutate(false)}>
          {t('import.start', { count: count(preview.ok) })}
        </Button>
        <Button loading={start.isPending && start.variables} onClick={() => start.mutate(true)}>
          {t('import.try')}
        </Button>
        <Button onClick={() => go({ step: 'columns' })}>{t('import.back')}</Button>
        <span className="quiet">{t('import.goesOn')}</span>
      </footer>
    </section>
  )
}

function Problems({ preview: { problems, reasons, faulty } }: { preview: Preview }) {
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
      <Table<Problem>
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

/** Values that were corrected or ignored; their rows are imported all the same. */
function Remarks({ remarks }: Pick<Preview, 'remarks'>) {
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

function Sample({ preview: { sample, columns, targets }, mapping }: { preview: Preview; mapping: Record<string, string | null> }) {
  const { t } = useWords()
  const shown = columns.flatMap(({ heading }, at) => {
    const target = targets.find(({ code }) => code === mapping[heading])
    return target ? [{ at, heading, label: target.label }] : []
  })
  return (
    <Table<Preview['sample'][number]>
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
          render: (_: unknown, one: Preview['sample'][number]) => one.cells[at] ?? '',
        })),
      ]}
    />
  )
}
