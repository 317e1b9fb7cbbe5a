import { Alert } from 'antd'
import { useWords } from '../../words/language.ts'

export type Outcome = { done: number; failed: number; record: { sid: string; ok: boolean; message?: string }[] }

/** The outcome of a change of many records of which some were refused, each with its reason. */
export function Failures({ outcome: { done, failed, record }, names }: { outcome: Outcome; names?: ReadonlyMap<string, string> }) {
  const { t } = useWords()
  return (
    <Alert
      type="warning"
      showIcon
      title={t('batch.someFailed', { done, failed })}
      description={
        <ul className="why">
          {record
            .filter(({ ok }) => !ok)
            .map(({ sid, message: why }) => (
              <li key={sid}>{[names?.get(sid), why].filter(Boolean).join(t('colon'))}</li>
            ))}
        </ul>
      }
    />
  )
}
