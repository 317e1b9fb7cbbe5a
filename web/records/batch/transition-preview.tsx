import { useQuery } from '@tanstack/react-query'
import { Alert, Skeleton } from 'antd'
import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import { checkTransition, type TriedTransition } from '../../../model/settings/batch-routes.ts'
import { ask } from '../../api/call.ts'
import { isBlank } from '../../fields/view.ts'
import { viewFor } from '../../fields/views.ts'
import { useWords } from '../../words/language.ts'
import type { Whole } from './update-results.tsx'
import './batch.css'

type Props = { schema: WireSchema; sids: readonly string[]; whole: Whole | undefined; transition: string; fields: Record<string, unknown> }

/** The effect of the step on each record: its changes, its pending conditions, or its refusal. */
export function TransitionPreview({ schema, sids, whole, transition, fields }: Props) {
  const { t } = useWords()
  const body = { ...(whole ? { iql: whole.iql } : { sids: [...sids] }), transition, fields: JSON.parse(JSON.stringify(fields)) as typeof fields } // JSON of the same shape
  const { data, error, isPending } = useQuery({
    queryKey: [schema.model, 'transition_check', body],
    queryFn: () => ask(checkTransition, body, { path: { model: schema.model } }),
    retry: false,
    gcTime: 0,
    meta: { faults: 'own' },
  })
  if (isPending) return <Skeleton active />
  if (!data) return <Alert type="error" showIcon title={error.message} />
  const count = (outcome: TriedTransition['outcome']) => data.record.filter((one) => one.outcome === outcome).length
  return (
    <section aria-label={t('batch.preview')}>
      <p>
        {t('batch.tried', { done: count('DONE'), waits: count('WAITS'), refused: count('REFUSED') })}
        {data.total > data.record.length && ` ${t('batch.triedFirst', { shown: data.record.length, total: data.total })}`}
      </p>
      <div className="batch-tried">
        <table className="rows">
          <thead>
            <tr>
              <th scope="col">{schema.label}</th>
              <th scope="col">{t('batch.outcome')}</th>
            </tr>
          </thead>
          <tbody>
            {data.record.map((one) => (
              <tr key={one.sid}>
                <th scope="row">{one.name}</th>
                <td>
                  <OutcomeOf schema={schema} tried={one} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="quiet">{t('batch.undo')}</p>
    </section>
  )
}

function OutcomeOf({ schema, tried: { outcome, reason, old, now } }: { schema: WireSchema; tried: TriedTransition }) {
  const { t } = useWords()
  if (outcome === 'REFUSED') return <span className="bad">{t('batch.isRefused', { reason: reason ?? '' })}</span>
  if (outcome === 'WAITS') return <span className="quiet">{reason}</span>
  const changed = schema.fields.filter(({ code }) => code in now)
  return changed.map((field) => {
    const { Cell } = viewFor(field)
    return (
      <div key={field.code}>
        {field.label} <del className="old">{isBlank(old[field.code]) ? '—' : <Cell field={field} value={old[field.code]} record={old} />}</del> →{' '}
        {isBlank(now[field.code]) ? '—' : <Cell field={field} value={now[field.code]} record={now} />}
      </div>
    )
  })
}
