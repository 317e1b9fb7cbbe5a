import { PlayCircleOutlined } from '@ant-design/icons'
import { Alert, App, Button } from 'antd'
import { Link } from 'react-router'
import { runPermissionChecks } from '../../../model/auth/roles/permission-check-actions.ts'
import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import { allows } from '../../api/allows.ts'
import { act, type Rec, useSchema, useSearch, useWrite } from '../../api/api.ts'
import { pageOf } from '../../api/page-of.ts'
import { RecordPage } from '../../records/detail/detail.tsx'
import { OneRecord } from '../../records/detail/one-record.tsx'
import { Overview } from '../../records/detail/overview.tsx'
import { ModelList } from '../../records/list/list.tsx'
import { PageSkeleton } from '../../ui/page/page-skeleton.tsx'
import { useWords } from '../../words/language.ts'
import '../permission.css'

const MODEL = 'permission_check'

/** Questions about permissions with the answers that are expected, and whether they still hold. */
export function PermissionChecks() {
  const { data: schema } = useSchema(MODEL)
  if (!schema) return <PageSkeleton />
  return <ModelList schema={schema} own={{ columns: COLUMNS, Preview: Finding, ownFields: OWN_FIELDS, acts: <Run schema={schema} /> }} />
}

const COLUMNS = ['name', 'subject', 'expected', 'verb', 'case_sid', 'entity', 'result', 'checked_at']
const OWN_FIELDS = ['finding', 'finding_en']

export const PermissionCheckScreen = () => (
  <OneRecord model={MODEL}>
    {(schema, record) => (
      <RecordPage
        schema={schema}
        record={record}
        acts={<Run schema={schema} sid={record.sid} />}
        above={<Finding record={record} />}
        overview={<Overview schema={schema} record={record} skip={OWN_FIELDS} />}
      />
    )}
  </OneRecord>
)

/** Runs this check, or all of them. */
function Run({ schema, sid }: { schema: WireSchema; sid?: string }) {
  const { t } = useWords()
  const { message } = App.useApp()
  const run = useWrite(MODEL, () => act(runPermissionChecks, sid ? { sid } : {}))
  if (!allows(schema, runPermissionChecks.name)) return null
  const start = () =>
    run.mutateAsync(undefined).then(
      ({ checked, failing }) =>
        void (failing > 0 ? message.warning(t('check.failing', { checked, failing })) : message.success(t('check.allHold', { checked }))),
      () => undefined, // already shown
    )
  return (
    <Button icon={<PlayCircleOutlined />} loading={run.isPending} onClick={() => void start()}>
      {t(sid ? 'check.run' : 'check.runAll')}
    </Button>
  )
}

/** The reason why a check fails, or cannot be made. */
function Finding({ record }: { record: Rec }) {
  const { t, lang } = useWords()
  const { result } = record
  const text = String((lang === 'en' && record['finding_en']) || (record['finding'] ?? ''))
  if (result === 'HOLDS') return <Alert type="success" showIcon className="spaced" title={t('check.holds')} />
  if (result !== 'FAILS' && result !== 'UNKNOWN') return null
  return (
    <Alert
      type={result === 'FAILS' ? 'error' : 'warning'}
      showIcon
      className="spaced"
      title={t(result === 'FAILS' ? 'check.fails' : 'check.unknown')}
      description={text.split('\n').map((line) => (
        <div key={line}>{line}</div>
      ))}
    />
  )
}

/** The number of failing checks, on the screens of permissions. */
export function FailingChecks() {
  const { t } = useWords()
  const { data: schema } = useSchema(MODEL)
  return schema && allows(schema, 'search') ? <FailingAmong text={(count) => t('check.someFail', { count })} open={t('check.open')} /> : null
}

function FailingAmong({ text, open }: { text: (count: number) => string; open: string }) {
  const iql = "result = 'FAILS'"
  const { data } = useSearch(MODEL, { fl: ['name'], iql, rows: 1 }, { meta: { faults: 'own' } })
  const count = data?.total ?? 0
  if (count === 0) return null
  return (
    <Alert
      type="error"
      showIcon
      className="spaced"
      title={text(count)}
      action={<Link to={`${pageOf(MODEL)}?iql=${encodeURIComponent(iql)}`}>{open}</Link>}
    />
  )
}
