import { Select, Tag } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Ref } from '../../../model/kit/wire/wire.ts'
import { pageOf } from '../../api/page-of.ts'
import { useWords } from '../../words/language.ts'
import { isRef, sidOf, useFound, useNames } from '../names.ts'
import type { CellProps, EditorProps, FieldView, FilterProps } from '../view.ts'
import { Make } from './make-reference.tsx'
import { inputFacts } from '../view.ts'
import { useSettled } from '../../ui/settled.ts'

const RefLink = ({ to, value }: { to: string | undefined; value: Ref }) =>
  to && value.name ? (
    <Link to={pageOf(to, `/${value.sid}`)} onClick={(event) => event.stopPropagation()} className="ref">
      {value.name}
    </Link>
  ) : (
    <span>{value.name || '—'}</span>
  )

const Cell = ({ field, value, record }: CellProps) => {
  if (isRef(value)) return <RefLink to={field.to} value={value} />
  const name = record?.[`${field.code}_name`]
  return typeof value === 'string' && typeof name === 'string' ? <RefLink to={field.to} value={{ sid: value, name }} /> : null
}

type PickerProps = EditorProps & { isMany: boolean; refs: Ref[]; onPick: (refs: Ref[]) => void }

/** Searches by display name on the server, page by page. */
function Picker({ isMany, refs, onPick, ...props }: PickerProps) {
  const { t } = useWords()
  const { field } = props
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const text = useSettled(typed, 200)
  const found = useFound(field.to ?? '', text, isOpen)
  const known = new Map([...found.refs, ...refs].map((ref) => [ref.sid, ref]))
  const pick = (sids: readonly string[]) => onPick(sids.map((sid) => known.get(sid) ?? { sid, name: sid }))
  const nextPage = (list: HTMLElement) => {
    if (list.scrollTop + list.clientHeight > list.scrollHeight - 40 && found.hasNextPage && !found.isFetching) void found.fetchNextPage()
  }
  return (
    <Select
      {...inputFacts(props)}
      {...(isMany ? { mode: 'multiple' as const, value: refs.map((ref) => ref.sid) } : { value: refs[0]?.sid ?? null })}
      onChange={(picked: string | string[] | null | undefined) => pick(picked ? [picked].flat() : [])}
      options={(isOpen ? (text ? found.refs : [...known.values()]) : refs).map((ref) => ({ value: ref.sid, label: ref.name || '—' }))}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      onOpenChange={setOpen}
      onPopupScroll={(event) => nextPage(event.currentTarget)}
      loading={isOpen && found.isFetching}
      notFoundContent={found.isFetching ? t('loading') : t('filter.nothing')}
      placeholder={t('reference.search')}
      popupRender={(list) => (
        <>
          {list}
          <Make
            to={field.to}
            text={text}
            found={found.refs}
            isFetching={found.isFetching}
            onMade={(ref) => onPick(isMany ? [...refs, ref] : [ref])}
          />
        </>
      )}
      {...(field.max && isMany && { maxCount: field.max })}
      allowClear
      style={{ width: '100%', minWidth: 180 }}
    />
  )
}

/** A value is `{sid, name}` as in records, or only a sid, whose name is then fetched. */
function useRefs(to: string | undefined, values: readonly unknown[]): Ref[] {
  const nameless = values.filter((value): value is string => typeof value === 'string')
  const names = useNames(to, nameless)
  return values.map((value) => (isRef(value) ? value : { sid: sidOf(value), name: names.get(sidOf(value)) ?? '' })).filter((ref) => ref.sid)
}

const Editor = (props: EditorProps) => {
  const refs = useRefs(props.field.to, props.value ? [props.value] : [])
  return <Picker {...props} isMany={false} refs={refs} onPick={(picked) => props.onChange?.(picked[0] ?? null)} />
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

const ManyEditor = (props: EditorProps) => {
  const refs = useRefs(props.field.to, listOf(props.value))
  return <Picker {...props} isMany refs={refs} onPick={(picked) => props.onChange?.(picked)} />
}

const ManyCell = ({ field, value }: CellProps) => (
  <>
    {listOf(value)
      .filter(isRef)
      .map((ref) => (
        <Tag key={ref.sid} variant="filled">
          <RefLink to={field.to} value={ref} />
        </Tag>
      ))}
  </>
)

const ME = 'me()'

const Filter = ({ field, values, onChange }: FilterProps) => {
  const { t } = useWords()
  const named = useRefs(
    field.to,
    values.filter((value) => value !== ME),
  )
  const refs = values.includes(ME) ? [{ sid: ME, name: t('filter.me') }, ...named] : named
  return (
    <div className="stack" style={{ width: 280 }}>
      <Picker field={field} isMany refs={refs} onPick={(picked) => onChange(picked.map((ref) => ref.sid))} label={field.label} autoFocus />
      {field.to === 'user_info' && !values.includes(ME) && (
        <button type="button" className="plain" onClick={() => onChange([ME, ...values])}>
          {t('filter.me')}
        </button>
      )}
    </div>
  )
}

export const reference: FieldView = { Cell, Editor, Filter, width: 150 }
export const references: FieldView = { Cell: ManyCell, Editor: ManyEditor, Filter, width: 200 }
