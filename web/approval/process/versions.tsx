import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { compareProcesses } from '../../../model/approval/process-actions.ts'
import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import { allowsOn } from '../../api/allows.ts'
import { type Rec, useSearch } from '../../api/api.ts'
import { pageOf } from '../../api/page-of.ts'
import { timeText, useZone } from '../../fields/moments.ts'
import { quoted } from '../../api/iql.ts'
import { isRef } from '../../fields/names.ts'
import { optionLabel } from '../../fields/option-label.ts'
import { PlainTable } from '../../records/list/plain-table.tsx'
import { Nothing } from '../../ui/faults/nothing.tsx'
import { useWords } from '../../words/language.ts'
import { Compared } from './compared.tsx'

const MODEL = 'approval_process'

/** All versions of the process, each compared with this one on request. */
export function Versions({ schema, record }: { schema: WireSchema; record: Rec }) {
  const { t, tag } = useWords()
  const zone = useZone()
  const [other, setOther] = useState<Rec | null>(null)
  const status = schema.fields.find(({ code }) => code === 'status')
  const iql = `code = ${quoted(String(record['code']))} ORDER BY version_no DESC`
  const fl = ['sid', 'version_no', 'status', 'published_at', 'published_by', 'graph']
  const { data } = useSearch(MODEL, { fl, iql, rows: 100, total: 'none' }, { meta: { faults: 'own' } })
  const nameOf = (value: unknown) => (isRef(value) ? value.name : '')
  return (
    <>
      <PlainTable<Rec>
        dataSource={data?.record ?? []}
        loading={!data}
        columns={[
          {
            title: t('process.version'),
            render: (_, row) =>
              row.sid === record.sid ? (
                <b>{t('process.thisVersion', { no: String(row['version_no']) })}</b>
              ) : (
                <Link to={pageOf(MODEL, `/${row.sid}`)}>{String(row['version_no'])}</Link>
              ),
          },
          { title: t('process.state'), render: (_, row) => (status ? optionLabel(status, row['status']) : '') },
          {
            title: t('process.publishedAt'),
            render: (_, row) => (row['published_at'] ? `${timeText(String(row['published_at']), tag, zone)} ${nameOf(row['published_by'])}` : '—'),
          },
          {
            title: <span className="unseen">{t('process.compare')}</span>,
            render: (_, row) =>
              row.sid !== record.sid &&
              allowsOn(schema, record, compareProcesses.name) && (
                <Button size="small" onClick={() => setOther(row)}>
                  {t('process.compare')}
                </Button>
              ),
          },
        ]}
        locale={{ emptyText: <Nothing text={t('process.noVersions')} /> }}
      />
      {other && <Compared schema={schema} record={record} other={other} onClose={() => setOther(null)} />}
    </>
  )
}
