import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import { useSearch } from '../../api/api.ts'
import { englishOf, shownOf } from '../../fields/names.ts'
import { useWords } from '../../words/language.ts'
import type { ListAddress } from './list-address.ts'
import { ALL, changeAddress, iqlOf, isBare, readAddress, splitOrder, writeAddress } from './list-address.ts'
import type { ListSettings } from './list-settings.ts'
import { inOrder, keepKnown, settingsOf } from './list-settings.ts'
import { useUserConfig } from '../views/user-config.ts'
import { useViews } from '../views/views.ts'

export type List = ReturnType<typeof useList>

/** The default columns of a list, and fields that its cells read besides their own. */
type OwnFields = { columns?: readonly string[]; beside?: readonly string[] }

/** The whole state of a list: its address, its person's settings, and the resulting page of records. */
export function useList(schema: WireSchema, { columns: usual, beside = NO_FIELDS }: OwnFields = {}) {
  const { lang } = useWords()
  const [query, setQuery] = useSearchParams()
  const { config, isReady, save } = useUserConfig(`list.${schema.model}`)
  const settings = useMemo(() => settingsOf(config, schema, lang, usual), [config, schema, lang, usual])
  const address = useMemo(() => readAddress(query), [query])
  const rows = query.has('rows') ? address.rows : settings.rows
  const known = useViews(schema.model)
  const wanted = address.view || (isBare(address) ? settings.first : '')
  const view = known.views.find(({ sid }) => sid === wanted)
  const arranged = view && settings.arranged[view.sid]
  const columns = useMemo(() => {
    const kept = keepKnown(arranged ?? view?.columns, schema)
    return inOrder(kept.length > 0 ? kept : settings.columns)
  }, [arranged, view, schema, settings])

  const change = useCallback(
    (changes: Partial<ListAddress>, replace = false) => setQuery((now) => writeAddress(changeAddress(readAddress(now), changes)), { replace }),
    [setQuery],
  )
  const set = useCallback((changes: Partial<ListSettings>) => save({ ...settings, ...changes }), [save, settings])

  const iql = iqlOf(address, schema, view?.iql)
  /** The condition of the list without the filter of one field. */
  const iqlWithout = (code: string) => {
    const { [code]: _, ...filters } = address.filters
    return splitOrder(iqlOf({ ...address, filters }, schema, view?.iql)).condition
  }
  const fl = useMemo(
    () =>
      fieldsFor(
        schema,
        columns.map(({ code }) => code),
        beside,
      ),
    [schema, columns, beside],
  )
  const body = { fl, iql, rows, start: (address.page - 1) * rows, total: 'capped' as const }
  const found = useSearch(schema.model, body, { enabled: isReady && (known.isReady || !wanted || wanted === ALL), meta: { faults: 'own' } })
  const isNarrowed = Boolean(view) || !isBare(address)
  return {
    schema,
    address,
    change,
    settings,
    set,
    columns,
    views: known.views,
    view,
    isArranged: Boolean(arranged),
    iql,
    iqlWithout,
    rows,
    found,
    isNarrowed,
    fl,
  }
}

const NO_FIELDS: readonly string[] = []

/** The columns, and further fields for their display: names, states, the currencies of amounts, the numbers that decide the name of a code. */
export function fieldsFor(schema: WireSchema, codes: readonly string[], beside: readonly string[] = NO_FIELDS): string[] {
  const known = new Map(schema.fields.map((field) => [field.code, field]))
  const currencies = codes.map((code) => known.get(code)?.currency ?? '').filter((code) => known.has(code))
  const within = codes.flatMap((code) => (known.get(code)?.code_of?.within ? [known.get(code)?.code_of?.within?.value ?? '', 'name'] : []))
  const wanted = [
    'sid',
    'version',
    ...shownOf(schema),
    ...codes,
    ...codes.map((code) => englishOf(schema, code)),
    ...currencies,
    ...within,
    ...beside,
    ...(schema.states ? [schema.states.field] : []),
    ...(schema.system ? [schema.system.flag] : []),
  ]
  return [...new Set(wanted)].filter((code) => known.has(code) || code === 'sid' || code === 'version')
}
