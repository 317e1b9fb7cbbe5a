import { Checkbox, Input, Skeleton } from 'antd'
import { useEffect, useState } from 'react'
import type { WireField } from '../../../model/kit/wire/wire.ts'
import { useGroups } from '../../api/api.ts'
import { useFound, useNames } from '../../fields/names.ts'
import type { FilterProps } from '../../fields/view.ts'
import { viewOf } from '../../fields/views.ts'
import { useSettled } from '../../ui/settled.ts'
import { useWords } from '../../words/language.ts'
import { quoted } from '../../api/iql.ts'
import { COUNTED_ROWS, EMPTY, ME, orderedValues, type Value, valueOf, valuesOf } from './values.ts'

/** The list whose values are counted: its condition without this filter, and the field as a path of its model. */
export type Within = { model: string; iql: string; path: string }

/** The values of a field in the current list, each with the number of its records. A field that cannot be counted has its plain filter. */
export function ValueFilter({ within, ...props }: FilterProps & { within: Within }) {
  const { field, values, onChange } = props
  const { t } = useWords()
  const [picked, setPicked] = useState(values) // shown at once, before the address has changed
  const kept = values.join()
  useEffect(() => setPicked(kept ? kept.split(',') : []), [kept])
  const [typed, setTyped] = useState('')
  const text = useSettled(typed, 200).trim()
  const [first] = useState(values) // a value does not move when it is chosen
  const { offered, isPending, isError, isCapped } = useValues({ field, values, first, text, within })
  const { Filter } = viewOf(field.type)
  if (isError) return Filter && <Filter {...props} />
  const toggle = (value: string) => {
    const next = picked.includes(value) ? picked.filter((one) => one !== value) : [...picked, value]
    setPicked(next)
    onChange(next)
  }
  return (
    <div className="values">
      {(offered.length > MAX_WITHOUT_SEARCH || typed || field.to) && (
        <Input
          size="small"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          placeholder={t('filter.find')}
          aria-label={t('filter.findIn', { label: field.label })}
          allowClear
          autoFocus
        />
      )}
      {isPending ? (
        <Skeleton active title={false} paragraph={{ rows: 4 }} />
      ) : (
        <ul aria-label={field.label}>
          {offered.map((one) => (
            <li key={one.value}>
              <Checkbox checked={picked.includes(one.value)} onChange={() => toggle(one.value)}>
                <Counted {...one} isCapped={isCapped} />
              </Checkbox>
            </li>
          ))}
        </ul>
      )}
      {!isPending && offered.length === 0 && <p className="quiet">{t('filter.nothing')}</p>}
      {isCapped && <p className="quiet">{t('filter.capped', { count: COUNTED_ROWS })}</p>}
    </div>
  )
}

const MAX_WITHOUT_SEARCH = 8

function Counted({ label, count, isCapped }: Value & { isCapped: boolean }) {
  const { lang } = useWords()
  return (
    <>
      <span className="value" title={label}>
        {label}
      </span>
      {count !== undefined && (
        <span className="number quiet">
          {count.toLocaleString(lang)}
          {isCapped && count > 0 && '+'}
        </span>
      )}
    </>
  )
}

type Wanted = { field: WireField; values: readonly string[]; first: readonly string[]; text: string; within: Within }

/** The largest values, or those whose name contains the text; chosen ones come first, even where no record has them now. */
function useValues({ field, values: chosen, first, text, within: { model, iql, path } }: Wanted) {
  const { t } = useWords()
  const all = useGroups(model, { iql, by: [path], top: MAX_VALUES, most: COUNTED_ROWS })
  const found = useFound(field.to ?? '', text, Boolean(field.to && text))
  const sids = text ? found.refs.map(({ sid }) => sid) : []
  const among = [iql && `(${iql})`, `${path} IN (${sids.map(quoted).join(', ')})`].filter(Boolean).join(' AND ')
  const ofFound = useGroups(model, { iql: among, by: [path], top: MAX_VALUES, most: COUNTED_ROWS }, sids.length > 0)
  const names = useNames(field.to, field.to ? chosen : [])
  const words = { empty: t('filter.empty'), me: t('filter.me'), yes: t('yes'), no: t('no') }
  const counted = valuesOf(all.data?.record ?? [], path, field, words)
  const more =
    text && !found.isFetching ? found.refs.map(({ sid, name }): Value => ({ value: sid, label: name, ...countIn(ofFound.data, path, sid) })) : []
  const named = chosen.map((value): Value => ({
    value,
    label: value === ME ? words.me : value === EMPTY ? words.empty : (names.get(value) ?? value),
  }))
  const me: Value[] = field.to === 'user_info' ? [{ value: ME, label: words.me }] : []
  return {
    offered: orderedValues({ field, counted, more, named: [...me, ...named], first, text }),
    isPending: all.isPending,
    isError: all.isError,
    isCapped: all.data?.capped === true,
  }
}

const MAX_VALUES = 100

type Groups = ReturnType<typeof useGroups>['data']

/** A name that was found and has no group has no record in this list. */
function countIn(groups: Groups, path: string, sid: string): { count?: number } {
  if (!groups) return {}
  return { count: groups.record.find(({ by }) => valueOf(by[path]) === sid)?.count ?? 0 }
}
