import { useState } from 'react'
import type { WireSchema } from '../../model/kit/wire/wire.ts'
import { ConditionRows } from '../records/filter/condition-rows.tsx'
import { exampleOf, type Group, groupOf, iqlOfGroup } from '../records/filter/conditions.ts'
import { IqlBox } from '../records/filter/iql-box.tsx'
import { splitOrder } from '../records/list/list-address.ts'
import { useWords } from '../words/language.ts'

type EditorProps = { schema: WireSchema; value: string; onChange: (iql: string) => void }

/** The records that count: rows of conditions, and the same as text. Rows apply during input, the text when it is applied. */
export function ConditionEditor({ schema, value, onChange }: EditorProps) {
  const { t } = useWords()
  const [text, setText] = useState(value)
  const [group, setGroup] = useState<Group | null>(() => groupOf(value, schema))
  const fill = (next: Group) => {
    const iql = iqlOfGroup(next, schema, '')
    setGroup(next)
    setText(iql)
    onChange(iql)
  }
  const write = (next: string) => {
    setText(next)
    setGroup(groupOf(next, schema))
  }
  return (
    <section className="statistic-condition" aria-label={t('statistic.condition')}>
      <h2>{t('statistic.condition')}</h2>
      {group ? <ConditionRows schema={schema} group={group} onChange={fill} /> : <p className="quiet">{t('condition.onlyText')}</p>}
      <IqlBox
        schema={schema}
        example={exampleOf(schema)}
        text={text}
        onText={write}
        refusal=""
        act={t('statistic.apply')}
        onSearch={(iql) => onChange(splitOrder(iql).condition)}
      />
    </section>
  )
}
