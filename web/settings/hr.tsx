import { useQuery } from '@tanstack/react-query'
import { Tag, Typography } from 'antd'
import { Link, useSearchParams } from 'react-router'
import { wordIn } from '../../model/kit/fields.ts'
import { type HrCaller, hrCallers } from '../../model/organisation/hr-change-actions.ts'
import { HR_FACTS, type HrFact, hr_change } from '../../model/organisation/hr_change.ts'
import { act, type Rec, useSchema, useSearch } from '../api/api.ts'
import { timeText, useZone } from '../fields/moments.ts'
import { PlainTable } from '../records/list/plain-table.tsx'
import { ModelList } from '../records/list/list.tsx'
import { Nothing } from '../ui/faults/nothing.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { PageSkeleton } from '../ui/page/page-skeleton.tsx'
import { QueryFault } from '../ui/faults/query-fault.tsx'
import { EntityPage } from '../records/entity-page.tsx'
import { useWords } from '../words/language.ts'
import './appearance.css'

/** The address for an HR system, its tokens, and its latest changes with their results. */
export const HrScreen = () => <EntityPage entity="hr_change" content={Overview} />

const COLUMNS = { columns: ['created_at', 'entity', 'name', 'action', 'result', 'changes', 'reason', 'token_name'] }

/** All changes, with filters. */
export function HrChanges() {
  const { data: schema } = useSchema('hr_change')
  return schema ? <ModelList schema={schema} own={COLUMNS} /> : <PageSkeleton />
}

function Overview() {
  const { t } = useWords()
  return (
    <div className="page">
      <PageHead title={t('hr.title')} name={t('hr.title')} acts={<Link to="/m/hr_change">{t('hr.all')}</Link>} />
      <section className="group">
        <p className="quiet">{t('hr.text')}</p>
        <p>
          {t('hr.address')} <Typography.Text copyable>{`${window.location.origin}/scim/v2`}</Typography.Text>
        </p>
        <Callers />
      </section>
      <section className="group">
        <h2>{t('hr.latest')}</h2>
        <Latest />
      </section>
    </div>
  )
}

function Callers() {
  const { t, tag, lang } = useWords()
  const zone = useZone()
  const { data, isPending, error, refetch } = useQuery({
    queryKey: ['hr_change', 'callers'],
    queryFn: () => act(hrCallers, {}),
    meta: { faults: 'own' },
  })
  if (error) return <QueryFault fault={error} onRetry={() => void refetch()} />
  const { TAKEN, PARTLY, REFUSED } = hr_change.fields.result.options
  const number = { align: 'right', width: 120, render: (value: number) => value.toLocaleString(tag) } as const
  return (
    <PlainTable<HrCaller>
      rowKey={({ token_name, owner }) => `${owner} ${token_name}`}
      loading={isPending}
      dataSource={[...(data?.callers ?? [])]}
      locale={{ emptyText: <span className="quiet">{t('hr.noCaller')}</span> }}
      scroll={{ x: 'max-content' }}
      columns={[
        { dataIndex: 'token_name', title: t('hr.token') },
        { dataIndex: 'owner', title: t('hr.owner') },
        {
          dataIndex: 'last_used_at',
          title: t('token.used'),
          width: 180,
          render: (at: string | null) => (at ? timeText(at, tag, zone) : '—'),
        },
        { dataIndex: 'taken', title: wordIn(TAKEN, lang), ...number },
        { dataIndex: 'partly', title: wordIn(PARTLY, lang), ...number },
        { dataIndex: 'refused', title: wordIn(REFUSED, lang), ...number },
      ]}
    />
  )
}

const FIELDS = ['sid', 'created_at', 'entity', 'record_sid', 'name', 'action', 'result', 'changes', 'reason', 'reason_en']
const LATEST = 50

function Latest() {
  const { t, tag, lang } = useWords()
  const zone = useZone()
  const [query] = useSearchParams()
  const only = RESULTS.find((one) => one === query.get('result'))
  const iql = `${only ? `result = '${only}' ` : ''}ORDER BY created_at DESC`
  const { data, isPending } = useSearch('hr_change', { fl: FIELDS, iql, rows: LATEST })
  const { options } = hr_change.fields.action
  return (
    <>
      <Choice only={only} />
      <PlainTable<Rec>
        loading={isPending}
        dataSource={data?.record ?? []}
        locale={{ emptyText: <Nothing text={t('hr.none')} /> }}
        scroll={{ x: 960 }}
        columns={[
          { dataIndex: 'created_at', title: t('hr.at'), width: 140, render: (at: string) => timeText(at, tag, zone) },
          { dataIndex: 'name', title: t('hr.who'), width: 130, render: (name: string, record) => <Named record={record} name={name} /> },
          { dataIndex: 'action', title: t('hr.action'), width: 90, render: (code: keyof typeof options) => wordIn(options[code], lang) },
          { dataIndex: 'result', title: t('hr.result'), width: 130, render: (code: Result) => <Came result={code} /> },
          { dataIndex: 'changes', title: t('hr.changes'), render: (changes: Change[] | null) => <Changes changes={changes ?? []} /> },
          { key: 'reason', title: t('import.reason'), render: (_, record) => String(record[lang === 'zh' ? 'reason' : 'reason_en'] ?? '') },
        ]}
      />
    </>
  )
}

type Result = keyof typeof hr_change.fields.result.options
const RESULTS = Object.keys(hr_change.fields.result.options) as Result[] // its own keys
const COLOURS: Record<Result, string> = { TAKEN: 'success', PARTLY: 'warning', REFUSED: 'error' }

function Choice({ only }: { only: Result | undefined }) {
  const { t, lang } = useWords()
  return (
    <nav className="hr-results" aria-label={t('hr.result')}>
      {[undefined, ...RESULTS].map((one) => (
        <Link key={one ?? ''} to={one ? `?result=${one}` : '?'} aria-current={one === only ? 'true' : undefined}>
          {one ? wordIn(hr_change.fields.result.options[one], lang) : t('hr.each')}
        </Link>
      ))}
    </nav>
  )
}

function Came({ result }: { result: Result }) {
  const { lang } = useWords()
  return <Tag color={COLOURS[result]}>{wordIn(hr_change.fields.result.options[result], lang)}</Tag>
}

/** A record that was not made has no page. */
const Named = ({ record, name }: { record: Rec; name: string }) =>
  typeof record['record_sid'] === 'string' ? <Link to={`/m/${String(record['entity'])}/${record['record_sid']}`}>{name}</Link> : <>{name}</>

type Change = { fact: HrFact; old: string | null; came: string | null }

function Changes({ changes }: { changes: readonly Change[] }) {
  const { t, lang } = useWords()
  const shown = ({ fact }: Change, value: string | null) =>
    fact === 'active' && value ? t(value === 'true' ? 'hr.open' : 'hr.closed') : value || '—'
  return (
    <ul className="plain hr-changes">
      {changes.map((one) => (
        <li key={one.fact}>
          <span className="quiet">{wordIn(HR_FACTS[one.fact], lang)}</span> {one.old && <del>{shown(one, one.old)}</del>} {shown(one, one.came)}
        </li>
      ))}
    </ul>
  )
}
