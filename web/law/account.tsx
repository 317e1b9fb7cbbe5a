import { Alert, Skeleton } from 'antd'
import type { PricePart } from '../../model/fees/wording/describe-price.ts'
import type { RulePart } from '../../model/docketing/wording/describe-rule.ts'
import { useWords } from '../words/language.ts'
import './law.css'

type AccountProps = {
  /** Null: no description is possible. Undefined: still loading. */
  parts: readonly { part: RulePart | PricePart; lines: readonly string[] }[] | null | undefined
  label: string
}

/** The law in sentences, part by part. */
export function Account({ parts, label }: AccountProps) {
  const { t } = useWords()
  if (parts === null) return <Alert type="warning" showIcon title={t('law.unreadable')} />
  return (
    <section className="group account" aria-label={label}>
      {!parts && <Skeleton active paragraph={{ rows: 10 }} />}
      {parts?.map(({ part, lines }) => (
        <section key={part}>
          <h2>{t(`law.${part}`)}</h2>
          <ul>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </section>
      ))}
    </section>
  )
}

/** The source data, for maintainers. */
export function SourceData({ content }: { content: unknown }) {
  const { t } = useWords()
  return (
    <details className="group source-data">
      <summary>{t('law.source')}</summary>
      <pre className="json">{JSON.stringify(content, null, 2)}</pre>
    </details>
  )
}
