import { Pagination } from 'antd'
import { useState } from 'react'
import { useSearch } from '../../api/api.ts'
import { useWords } from '../../words/language.ts'
import { reachable, totalText } from './total-text.ts'

type Asked = { fl: string[]; iql: string; rows: number }

/** A search of which one page is shown; `pages` turns them, and is empty where there is only one. */
export function usePaged(model: string, { rows, ...asked }: Asked, more: Parameters<typeof useSearch>[2] = {}) {
  const { t, lang } = useWords()
  const [at, setAt] = useState({ iql: asked.iql, page: 1 })
  const page = at.iql === asked.iql ? at.page : 1
  const turn = (to: number) => setAt({ iql: asked.iql, page: to })
  const found = useSearch(model, { ...asked, rows, start: (page - 1) * rows, total: 'capped' }, more)
  const record = found.data?.record ?? []
  if (page > 1 && found.data && !found.isPlaceholderData && record.length === 0) turn(page - 1) // the last of this page is gone
  const total = reachable(found.data ?? {}, page, rows)
  const pages = total > rows && (
    <Pagination
      className="below"
      size="small"
      current={page}
      pageSize={rows}
      total={total}
      showSizeChanger={false}
      onChange={turn}
      showTotal={(_, [from, to]) => t('list.range', { from, to, total: totalText(found.data ?? {}, lang) })}
    />
  )
  return { ...found, record, pages }
}
