import { UndoOutlined } from '@ant-design/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, App, Button, Skeleton, Tag } from 'antd'
import { useEffect } from 'react'
import { wordIn } from '../../../model/kit/fields.ts'
import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import { previewPack, rollBackPack } from '../../../model/settings/configuration/configuration-actions.ts'
import { isApplicable, PACK_STATES } from '../../../model/settings/configuration/pack-states.ts'
import { allowsOn } from '../../api/allows.ts'
import { act, type Rec, useWrite } from '../../api/api.ts'
import { OneRecord } from '../../records/detail/one-record.tsx'
import { Overview } from '../../records/detail/overview.tsx'
import { RecordPage } from '../../records/detail/detail.tsx'
import { QueryFault } from '../../ui/faults/query-fault.tsx'
import { useWords } from '../../words/language.ts'
import { Compared } from './compared.tsx'
import './packs.css'

const MODEL = 'configuration_pack'

/** An uploaded pack: its state, its differences, and the part to apply. */
export const PackScreen = () => <OneRecord model={MODEL}>{(schema, record) => <Pack schema={schema} record={record} />}</OneRecord>

type PackProps = { schema: WireSchema; record: Rec }

function Pack({ schema, record }: PackProps) {
  const isWaiting = record['status'] === 'PENDING' || record['status'] === 'IN_PROGRESS'
  useReading(isWaiting)
  const mayApply = allowsOn(schema, record, 'apply')
  return (
    <RecordPage
      schema={schema}
      record={record}
      above={<State record={record} isWaiting={isWaiting} />}
      acts={record['status'] === 'SUCCESS' && mayApply && <RollBack record={record} />}
      overview={
        <>
          {mayApply && !isWaiting && <Differences record={record} />}
          <Overview schema={schema} record={record} skip={['fault']} />
        </>
      }
    />
  )
}

const READ_EVERY = 1500

/** While a job applies it, the record is read again. */
function useReading(isWaiting: boolean) {
  const client = useQueryClient()
  useEffect(() => {
    if (!isWaiting) return undefined
    const timer = setInterval(() => void client.invalidateQueries({ queryKey: [MODEL] }), READ_EVERY)
    return () => clearInterval(timer)
  }, [isWaiting, client])
}

function State({ record, isWaiting }: { record: Rec; isWaiting: boolean }) {
  const { t, lang } = useWords()
  const status = String(record['status']) as keyof typeof PACK_STATES // an option of the field
  const [created, changed] = [Number(record['created_rows'] ?? 0), Number(record['changed_rows'] ?? 0)]
  return (
    <div className="pack-bar" role="status">
      <Tag>{wordIn(PACK_STATES[status], lang)}</Tag>
      {isWaiting && <span className="quiet">{t('pack.waiting')}</span>}
      {status === 'SUCCESS' && <span>{t('pack.done', { created, changed })}</span>}
      {status === 'FAIL' && <Alert type="error" showIcon title={t('pack.failed')} description={String(record['fault'] ?? '')} />}
    </div>
  )
}

function Differences({ record }: { record: Rec }) {
  const { t } = useWords()
  const { data, error, refetch, dataUpdatedAt } = useQuery({
    queryKey: [MODEL, 'preview', record.sid, record.version],
    queryFn: () => act(previewPack, { sid: record.sid }),
    staleTime: 0,
    retry: false,
    meta: { faults: 'own' },
  })
  return (
    <section className="group" aria-label={t('pack.preview')}>
      <h2>{t('pack.preview')}</h2>
      {error && <QueryFault fault={error} onRetry={() => void refetch()} />}
      {data ? (
        <Compared key={dataUpdatedAt} sid={record.sid} parts={data.parts} mayApply={isApplicable(record['status'])} />
      ) : (
        !error && <Skeleton active />
      )}
    </section>
  )
}

function RollBack({ record }: { record: Rec }) {
  const { t } = useWords()
  const { modal, message } = App.useApp()
  const back = useWrite(MODEL, () => act(rollBackPack, { sid: record.sid }))
  const ask = () =>
    modal.confirm({
      title: t('pack.rollBackTitle'),
      content: t('pack.rollBackText'),
      okText: t('pack.rollBack'),
      onOk: () =>
        back.mutateAsync(undefined).then(
          ({ restored, removed }) => message.success(t('pack.rolledBack', { restored, removed: removed.length })),
          () => undefined, // a refusal has already been shown
        ),
    })
  return (
    <Button icon={<UndoOutlined aria-hidden />} loading={back.isPending} onClick={ask}>
      {t('pack.rollBack')}
    </Button>
  )
}
