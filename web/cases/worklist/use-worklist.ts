import { useMemo, useState } from 'react'
import type { Rec } from '../../api/api.ts'
import { doVerb, useSchema, useSearch } from '../../api/api.ts'
import { MAX_SELECTED } from '../../records/list/list-settings.ts'
import { reachable } from '../../records/list/total-text.ts'
import { useAddress } from './address.ts'
import { markedAt, NO_MARK, toggled } from './marking.ts'
import { readable } from './readable.ts'

export const PAGE_ROWS = 50
// A constant, so that a page without rows is the same object each time.
const NO_ROWS: Rec[] = []

type WorklistSearch = {
  model: string
  /** Fields that the person may not read are left out. */
  fl: string[]
  /** Undefined until the screen knows which rows it shows. */
  iql: string | undefined
  /** Rows of another query that come before those. */
  first?: string | undefined
  /** Absent: rows cannot be selected. */
  selectable?: (record: Rec) => boolean
  /** The most rows that one action takes by their keys. */
  most?: number
  /** The condition of all rows that may be selected, without an order: more than `most` are selected by it. */
  every?: string | undefined
}

/** Rows by their keys, or all results of a condition, whose number the person has seen. */
export type Chosen = { sids: readonly string[] } | { iql: string; total: number }
export const countOf = (chosen: Chosen) => ('sids' in chosen ? chosen.sids.length : chosen.total)

export const useReadable = (model: string, fl: readonly string[]) => readable(useSchema(model).data, fl)

/** The rows of one page, the marked row, and the selected rows. Page and opened row are in the address. */
export function useWorklist({ model, fl: wanted, iql, first, selectable, most = MAX_SELECTED, every }: WorklistSearch) {
  const fl = useReadable(model, wanted)
  const { read, put } = useAddress()
  const [mark, setMark] = useState(NO_MARK)
  const [selected, setSelected] = useState<readonly string[]>([])
  const [whole, setWhole] = useState<Extract<Chosen, { iql: string }> | null>(null)
  const page = Math.max(1, Number(read('page', '1')) || 1)
  const { found, rows, total } = usePage({ model, fl, iql, first, page })
  const at = markedAt(mark, rows)
  const marked = rows[at]
  const opened = read('open')
  const open = (sid: string | null) => put({ open: sid }, true)
  const select = (sids: readonly string[]) => {
    setWhole(null)
    setSelected(sids.slice(0, most))
  }
  const markRow = (row: number) => {
    const record = rows[row]
    if (!record) return
    setMark({ sid: record.sid, at: row })
    if (opened) open(record.sid)
  }
  const goTo = (next: number) => {
    setMark(NO_MARK)
    put({ page: next })
  }
  /** Every row of the query that may be selected, on all its pages. */
  const selectAll = async () => {
    const all: Rec[] = []
    for (const query of [first, iql])
      for (let start = 0; query !== undefined && all.length < Math.min(total, most); start += 100) {
        const { record } = await doVerb(model, 'search', { fl, iql: query, start, rows: 100, total: 'none' })
        if (record.length === 0) break
        all.push(...record)
      }
    select(all.filter((record) => selectable?.(record)).map(({ sid }) => sid))
  }
  const selectWhole = (iql: string, total: number) => {
    setSelected([])
    setWhole({ iql, total })
  }
  return {
    ...{ model, selectAll, selectWhole, most, every, whole },
    ...{ found, rows, total, page, selected, marked, at, opened, selectable, open, select, markRow, goTo },
    /** The next page follows the last row. */
    next: () => (at < rows.length - 1 ? markRow(at + 1) : page * PAGE_ROWS < total && goTo(page + 1)),
    previous: () => markRow(Math.max(at - 1, 0)),
    toggleMarked: () => marked && selectable?.(marked) && select(toggled(selected, marked.sid)),
    /** The target of an action: the selected rows, or else the marked one. */
    meant: (): Chosen => whole ?? { sids: selected.length > 0 ? selected : marked ? [marked.sid] : [] },
  }
}

type PageSearch = Pick<WorklistSearch, 'model' | 'fl' | 'iql' | 'first'> & { page: number }

/** One page of the rows of `first` followed by those of `iql`. */
function usePage({ model, fl, iql, first, page }: PageSearch) {
  const start = (page - 1) * PAGE_ROWS
  const meta = { faults: 'own' as const }
  const ahead = useSearch(model, { fl, iql: first ?? '', rows: PAGE_ROWS, start, total: 'capped' }, { enabled: first !== undefined, meta })
  const before = first === undefined ? NO_ROWS : (ahead.data?.record ?? NO_ROWS)
  const count = first === undefined ? 0 : (ahead.data?.total ?? 0)
  const left = { rows: Math.max(1, PAGE_ROWS - before.length), start: Math.max(0, start - count) }
  const isKnown = first === undefined || (ahead.isSuccess && !ahead.isPlaceholderData)
  const rest = useSearch(model, { fl, iql: iql ?? '', ...left, total: 'capped' }, { enabled: iql !== undefined && isKnown, meta })
  const after = rest.data?.record
  const rows = useMemo(() => (before.length > 0 ? [...before, ...(after ?? [])].slice(0, PAGE_ROWS) : (after ?? NO_ROWS)), [before, after])
  return { found: ahead.isError ? ahead : rest, rows, total: count + reachable(rest.data ?? {}, page, PAGE_ROWS) }
}

export type Worklist = ReturnType<typeof useWorklist>
