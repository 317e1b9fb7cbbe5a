import { useState } from 'react'
import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import { useWords } from '../../words/language.ts'
import { ConditionRows } from './condition-rows.tsx'
import type { Rec } from '../../api/api.ts'
import type { Group } from './conditions.ts'
import { exampleOf, groupOf, iqlOfGroup } from './conditions.ts'
import { IqlBox } from './iql-box.tsx'

type AdvancedProps = { schema: WireSchema; sample: Rec | undefined; value: string; refusal: string; onSearch: (iql: string) => void }

/** A query as rows and, below them, as text: each follows changes of the other. */
export function Advanced({ schema, sample, value, refusal, onSearch }: AdvancedProps) {
  const { t } = useWords()
  const [text, setText] = useState(value)
  const [group, setGroup] = useState<Group | null>(() => groupOf(value, schema))
  const write = (next: string) => {
    setText(next)
    setGroup(groupOf(next, schema))
  }
  const fill = (next: Group) => {
    setGroup(next)
    setText(iqlOfGroup(next, schema, text))
  }
  return (
    <section className="advanced" aria-label={t('iql.advanced')}>
      {group ? <ConditionRows schema={schema} group={group} onChange={fill} /> : <p className="quiet">{t('condition.onlyText')}</p>}
      <IqlBox schema={schema} example={exampleOf(schema, sample)} text={text} onText={write} refusal={refusal} onSearch={onSearch} />
    </section>
  )
}
