import { Input } from 'antd'
import { useMemo, useState } from 'react'
import { IqlError, parseIql } from '../../../../model/kit/iql/parse.ts'
import type { WireSchema } from '../../../../model/kit/wire/wire.ts'
import { type EditorProps, inputFacts } from '../../../fields/view.ts'
import { ConditionRows } from '../../../records/filter/condition-rows.tsx'
import { type Group, groupOf, iqlOfGroup } from '../../../records/filter/conditions.ts'
import { useWords } from '../../../words/language.ts'
import { useChosenEntity } from './chosen-entity.ts'

/** The condition of the process: as the rows of a list's filter, or as the text of a query. */
export function ConditionEditor(props: EditorProps) {
  const { t } = useWords()
  const entity = useChosenEntity()
  const schema = useMemo(() => entity && { ...entity, fields: entity.fields.filter((one) => one.process_variable !== false) }, [entity])
  return schema ? <Rows {...props} key={schema.model} schema={schema} /> : <p className="quiet">{t('process.entityFirst')}</p>
}

function Rows({ schema, ...props }: EditorProps & { schema: WireSchema }) {
  const { t } = useWords()
  const text = typeof props.value === 'string' ? props.value : ''
  // Rows that are not yet filled in have no text.
  const [group, setGroup] = useState<Group | null>(() => groupOf(text, schema))
  const fault = faultIn(text)
  return (
    <div className="process-condition">
      {group ? (
        <ConditionRows
          schema={schema}
          group={group}
          onChange={(next) => {
            setGroup(next)
            props.onChange?.(iqlOfGroup(next, schema, ''))
          }}
        />
      ) : (
        <p className="quiet">{t('condition.onlyText')}</p>
      )}
      <details open={group === null}>
        <summary className="quiet">{t('process.asText')}</summary>
        <Input.TextArea
          {...inputFacts({ ...props, label: t('process.asText'), isFaulty: fault !== null || Boolean(props.isFaulty) })}
          value={text}
          autoSize={{ minRows: 1, maxRows: 6 }}
          onChange={({ target }) => {
            setGroup(groupOf(target.value, schema))
            props.onChange?.(target.value)
          }}
        />
        {fault !== null && <small className="bad">{t('process.badQuery')}</small>}
      </details>
    </div>
  )
}

function faultIn(text: string): IqlError | null {
  try {
    parseIql(text)
    return null
  } catch (fault) {
    if (fault instanceof IqlError) return fault
    throw fault
  }
}
