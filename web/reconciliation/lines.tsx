import { Button, Tag } from 'antd'
import { useState } from 'react'
import type { WireSchema } from '../../model/kit/wire/wire.ts'
import { askAgency } from '../../model/reconciliation/docket-list-routes.ts'
import type { LINE_RESULT } from '../../model/reconciliation/docket_line.ts'
import { type Rec, useGroups, useSchema } from '../api/api.ts'
import { allows } from '../api/allows.ts'
import { useAddress } from '../cases/worklist/address.ts'
import { BucketTabs } from '../cases/worklist/bucket-tabs.tsx'
import { CaseCell } from '../cases/case-cell.tsx'
import { Nil } from '../cases/worklist/cells.tsx'
import { OpenedDrawer } from '../cases/worklist/opened-drawer.tsx'
import { useWorklist } from '../cases/worklist/use-worklist.ts'
import { WorklistTable } from '../cases/worklist/worklist-table.tsx'
import { isRef } from '../fields/names.ts'
import { StepButton } from '../records/batch/step-button.tsx'
import { StateTag } from '../records/detail/state-tag.tsx'
import { Nothing } from '../ui/faults/nothing.tsx'
import { useWords } from '../words/language.ts'
import { TakeButton } from './take-button.tsx'
import { dialogOnRequest, partOnRequest } from '../ui/on-request.tsx'

const LineDrawer = partOnRequest(async () => (await import('./line-drawer.tsx')).LineDrawer)
const AskDialog = dialogOnRequest(async () => (await import('./ask-dialog.tsx')).AskDialog)

type Bucket = keyof typeof LINE_RESULT | 'DECIDED'
const FL = [
  'sid',
  'result',
  'status',
  'about',
  'case_sid',
  'what',
  'what_en',
  'theirs',
  'theirs_en',
  'ours',
  'ours_en',
  'row_no',
  'waits',
  'note',
  'note_en',
]
const OPEN = `status IN ('OPEN', 'ASKED')`
const ORDER = 'ORDER BY row_no'

/** The lines of a reconciliation by their result: those to decide, and the decided ones. */
export function Lines({ list, schema }: { list: Rec; schema: WireSchema }) {
  const { t } = useWords()
  const { read, put } = useAddress()
  const buckets = useBuckets(list.sid, schema)
  const chosen = buckets.find(({ code }) => code === read('result'))?.code ?? buckets.find(({ total }) => total > 0)?.code ?? 'DIFFERENT'
  return (
    <>
      <BucketTabs buckets={buckets} chosen={chosen} onChange={(code) => put({ result: code, page: null, open: null })} />
      <p className="quiet">{t(HINT[chosen])}</p>
      <Rows key={chosen} list={list} schema={schema} bucket={chosen} />
      <OpenedDrawer title={schema.label} size={520}>
        {(sid) => <LineDrawer sid={sid} isOpen={list['status'] === 'OPEN'} />}
      </OpenedDrawer>
    </>
  )
}

const HINT = {
  DIFFERENT: 'docket.hint.DIFFERENT',
  NOT_OURS: 'docket.hint.NOT_OURS',
  NOT_THEIRS: 'docket.hint.NOT_THEIRS',
  UNCLEAR: 'docket.hint.UNCLEAR',
  SAME: 'docket.hint.SAME',
  DECIDED: 'docket.hint.DECIDED',
} as const satisfies Record<Bucket, string>

const iqlOf = (sid: string, bucket: Bucket) => {
  const of = `list_sid = '${sid}'`
  if (bucket === 'DECIDED') return `${of} AND status IN ('ACCEPTED', 'KEPT')`
  return bucket === 'SAME' ? `${of} AND result = 'SAME'` : `${of} AND result = '${bucket}' AND ${OPEN}`
}

function useBuckets(sid: string, schema: WireSchema) {
  const { t } = useWords()
  const groups = useGroups('docket_line', { iql: `list_sid = '${sid}'`, by: ['result', 'status'] }).data?.record ?? []
  const labels = schema.fields.find(({ code }) => code === 'result')?.options ?? []
  const isDecided = (by: Readonly<Record<string, unknown>>) => by['status'] === 'ACCEPTED' || by['status'] === 'KEPT'
  const totalOf = (code: Bucket) =>
    groups
      .filter(({ by }) => (code === 'DECIDED' ? isDecided(by) : by['result'] === code && !isDecided(by)))
      .reduce((sum, { count }) => sum + count, 0)
  const codes: Bucket[] = ['DIFFERENT', 'NOT_OURS', 'NOT_THEIRS', 'UNCLEAR', 'SAME', 'DECIDED']
  return codes.map((code) => ({
    code,
    label: code === 'DECIDED' ? t('docket.decided') : (labels.find((one) => one.code === code)?.label ?? code),
    total: totalOf(code),
  }))
}

function Rows({ list, schema, bucket }: { list: Rec; schema: WireSchema; bucket: Bucket }) {
  const { t, lang } = useWords()
  const [asked, setAsked] = useState<readonly string[] | null>(null)
  const lists = useSchema('docket_list').data
  const mayDecide = allows(schema, 'transition') && bucket !== 'SAME' && bucket !== 'DECIDED' && list['status'] === 'OPEN'
  const rows = useWorklist({
    model: 'docket_line',
    fl: FL,
    iql: `${iqlOf(list.sid, bucket)} ${ORDER}`,
    ...(mayDecide && { selectable: () => true }),
  })
  const words = (record: Rec, code: string) => String((lang === 'en' && record[`${code}_en`]) || record[code] || '')
  const what = (record: Rec) => words(record, 'what')
  const nameOf = (record: Rec) => [record['about'], what(record)].filter(Boolean).join(' ')
  const said = (record: Rec) => {
    const sides = (['theirs', 'ours'] as const).map((side) => `${t(`docket.${side}`)} ${words(record, side) || '—'}`)
    return [what(record), sides.join(' / ')].filter(Boolean).join(t('colon'))
  }
  return (
    <>
      <WorklistTable
        list={rows}
        nameOf={nameOf}
        minWidth={980}
        brief={(record) => said(record)}
        empty={<Nothing text={t('docket.nothing')} />}
        acts={
          mayDecide && (
            <>
              {(bucket === 'DIFFERENT' || bucket === 'NOT_OURS') && (
                <TakeButton
                  sids={rows.selected}
                  names={new Map(rows.rows.map((record) => [record.sid, nameOf(record)]))}
                  onDone={() => rows.select([])}
                />
              )}
              {lists && allows(lists, askAgency.name) && (
                <Button size="small" onClick={() => setAsked(rows.selected)}>
                  {t('docket.ask')}
                </Button>
              )}
              <StepButton schema={schema} sids={rows.selected} onDone={() => rows.select([])} />
            </>
          )
        }
        columns={[
          { title: t('docket.case'), width: 260, render: (record) => <Case record={record} /> },
          { title: t('docket.what'), width: 190, isWide: true, render: (record) => what(record) || <Nil /> },
          { title: t('docket.theirs'), isWide: true, render: (record) => <Said value={words(record, 'theirs')} note={words(record, 'note')} /> },
          { title: t('docket.ours'), isWide: true, render: (record) => <Said value={words(record, 'ours')} /> },
          { title: t('docket.row'), width: 72, isWide: true, align: 'right', render: ({ row_no }) => String(row_no ?? '—') },
          { title: t('docket.decision'), width: 150, render: (record) => <Decision schema={schema} record={record} /> },
        ]}
      />
      {asked && <AskDialog list={list} sids={asked} onClose={() => setAsked(null)} onDone={() => rows.select([])} />}
    </>
  )
}

const Case = ({ record }: { record: Rec }) =>
  isRef(record['case_sid']) ? <CaseCell record={record} tab="overview" /> : <>{String(record['about'] ?? '')}</>

const Said = ({ value, note = '' }: { value: unknown; note?: string }) => (
  <>
    {value ? <span className="docket-said">{String(value)}</span> : <Nil />}
    {note && <span className="quiet docket-note">{note}</span>}
  </>
)

function Decision({ schema, record }: { schema: WireSchema; record: Rec }) {
  const { t } = useWords()
  return (
    <>
      <StateTag schema={schema} state={record['status']} /> {record['waits'] === true && <Tag color="warning">{t('docket.waits')}</Tag>}
    </>
  )
}
