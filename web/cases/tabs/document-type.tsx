import { Select } from 'antd'
import type { Rec } from '../../api/api.ts'
import { useSchema, useSearch } from '../../api/api.ts'
import { useWords } from '../../words/language.ts'

const FL = ['sid', 'code', 'name', 'name_en', 'office', 'direction']
const PAGE_SIZE = 100

// The number of pages is constant, because it is the number of hooks; a page beyond the catalogue is not fetched.
const PAGES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]

/** The catalogue of document types; the office's own first. It is small, so it is read whole and searched here. */
export function useDocumentTypes(office?: string): Rec[] {
  const read = (page: number, enabled: boolean) =>
    useSearch('document_type', { fl: FL, iql: 'ORDER BY code ASC', rows: PAGE_SIZE, start: page * PAGE_SIZE }, { enabled, meta: { faults: 'own' } })
      .data
  const first = read(0, true)
  const found = [first, ...PAGES.slice(1).map((page) => read(page, page * PAGE_SIZE < (first?.total ?? 0)))]
  const all = new Map(found.flatMap((page) => (page?.record ?? []).map((one) => [one.sid, one])))
  const isOwn = (one: Rec) => Boolean(office) && one['office'] === office
  return [...all.values()].sort((one, other) => Number(isOwn(other)) - Number(isOwn(one)))
}

type PickerProps = {
  value?: string
  onChange?: (sid: string | undefined) => void
  office?: string
  direction?: 'IN' | 'OUT'
  id?: string
  autoFocus?: boolean
}

/** Finds by code or by name in either language. */
export function DocumentTypePicker({ value, onChange, office, direction, id, autoFocus }: PickerProps) {
  const { t, lang } = useWords()
  const types = useDocumentTypes(office)
  const places = useSchema('case').data?.fields.find(({ code }) => code === 'country')?.options
  /** A type of another office is shown with that office: its documents docket no deadline here. */
  const labelOf = (one: Rec) => {
    const name = String((lang === 'en' && one['name_en']) || one['name'])
    const other = office && one['office'] && one['office'] !== office ? one['office'] : undefined
    return other ? `${name} · ${places?.find(({ code }) => code === other)?.label ?? String(other)}` : name
  }
  const offered = types.filter((one) => !direction || one['direction'] === direction || one.sid === value)
  return (
    <Select
      {...(id && { id })}
      {...(autoFocus && { autoFocus })}
      value={value ?? null}
      onChange={(sid) => onChange?.(sid ?? undefined)}
      allowClear
      placeholder={t('documents.typeHint')}
      notFoundContent={types.length > 0 ? t('documents.noType') : undefined}
      showSearch={{ filterOption: (typed, option) => (option?.['words'] ?? '').includes(typed.trim().toLowerCase()) }}
      options={offered.map((one) => ({
        value: one.sid,
        label: labelOf(one),
        words: `${String(one['code'])} ${String(one['name'])} ${String(one['name_en'])}`.toLowerCase(),
      }))}
    />
  )
}
