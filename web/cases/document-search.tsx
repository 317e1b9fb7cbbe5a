import { SearchOutlined } from '@ant-design/icons'
import { Button, Input, Skeleton } from 'antd'
import { useEffect, useState } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import type { FoundDocument } from '../../model/documents/content.ts'
import { pageOf } from '../api/page-of.ts'
import { useSchema } from '../api/api.ts'
import { allows } from '../api/allows.ts'
import { Viewer } from '../fields/documents/viewer.tsx'
import { FileIcon } from '../fields/file-icon.tsx'
import { dayText } from '../fields/moments.ts'
import { ModelList } from '../records/list/list.tsx'
import { Nothing } from '../ui/faults/nothing.tsx'
import { NotAllowed } from '../ui/faults/notice.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { PageSkeleton } from '../ui/page/page-skeleton.tsx'
import { QueryFault } from '../ui/faults/query-fault.tsx'
import { useSettled } from '../ui/settled.ts'
import { useWords } from '../words/language.ts'
import { MIN_TEXT, useFoundDocuments } from './found-documents.ts'
import './document-search.css'

/** The list of documents, whose search box finds contents too; the places are shown on a page of their own. */
export function DocumentList() {
  const { t } = useWords()
  const { data: schema } = useSchema('document')
  const link = (
    <Link to="/documents/find">
      <Button icon={<SearchOutlined aria-hidden />}>{t('found.open')}</Button>
    </Link>
  )
  return schema ? <ModelList schema={schema} own={allows(schema, 'search') ? { acts: link } : {}} /> : <PageSkeleton />
}

const ROWS = 20

/** The state of an address that the search box has set itself. */
const FROM_BOX = 'from the box'

/** Documents found by their text, each with the words in context; a new address starts a new search. */
export function DocumentSearch() {
  const { key, state } = useLocation()
  const [opened, setOpened] = useState(key)
  if (state !== FROM_BOX && key !== opened) setOpened(key)
  return <Search key={opened} />
}

function Search() {
  const { t } = useWords()
  const schema = useSchema('document').data
  const [query, setQuery] = useSearchParams()
  const [text, setText] = useState(query.get('q') ?? '')
  const settled = useSettled(text.trim(), 300)
  useEffect(() => {
    const now = new URLSearchParams(location.search)
    if ((now.get('q') ?? '') !== settled) setQuery(settled ? { q: settled } : {}, { replace: true, state: FROM_BOX })
  }, [settled, setQuery])
  if (!schema) return <PageSkeleton />
  if (!allows(schema, 'search')) return <NotAllowed />
  return (
    <div className="page document-search">
      <PageHead title={t('found.title')} name={t('found.title')} />
      <Input
        className="found-box"
        size="large"
        autoFocus
        prefix={<SearchOutlined aria-hidden />}
        value={text}
        maxLength={200}
        placeholder={t('found.placeholder')}
        aria-label={t('found.placeholder')}
        onChange={(event) => setText(event.target.value)}
      />
      <Results key={settled} text={settled} open={query.get('open')} />
    </div>
  )
}

/** `open`: the document that the address names is shown at once. */
function Results({ text, open }: { text: string; open: string | null }) {
  const { t } = useWords()
  const [page, setPage] = useState(0)
  const [viewed, setViewed] = useState<string | null>(open)
  const found = useFoundDocuments(text, { rows: ROWS, page })
  if (text.length < MIN_TEXT) return <p className="quiet">{t('found.hint')}</p>
  if (found.error) return <QueryFault fault={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <Skeleton active paragraph={{ rows: 8 }} />
  const { record, more } = found.data
  const files = record.map(({ sid, name }) => ({ sid, name }))
  const at = files.findIndex(({ sid }) => sid === viewed)
  return (
    <>
      {record.length === 0 && <Nothing text={t('found.none')} hint={t('found.noneHint')} />}
      <ul className="found-list">
        {record.map((one) => (
          <Found key={one.sid} one={one} onView={() => setViewed(one.sid)} />
        ))}
      </ul>
      {(page > 0 || more) && (
        <p className="found-pages">
          <Button disabled={page === 0} onClick={() => setPage(page - 1)}>
            {t('found.before')}
          </Button>{' '}
          <Button disabled={!more} onClick={() => setPage(page + 1)}>
            {t('found.after')}
          </Button>
        </p>
      )}
      {at >= 0 && <Viewer files={files} at={at} marked={text} onClose={() => setViewed(null)} />}
    </>
  )
}

function Found({ one, onView }: { one: FoundDocument; onView: () => void }) {
  const { tag } = useWords()
  const { name, case_sid, doc_type, issue_date, created_at } = one
  const day = issue_date ?? created_at?.slice(0, 10)
  return (
    <li>
      <button type="button" className="plain link file" onClick={onView}>
        <FileIcon name={name} /> {name}
      </button>
      {one.snippet && <p className="found-piece">{marked(one.snippet, one.marks)}</p>}
      <small className="quiet">
        {case_sid?.name && <Link to={pageOf('case', `/${case_sid.sid}`)}>{case_sid.name}</Link>}
        {[doc_type?.name, day && dayText(day, tag)].filter(Boolean).map((part) => ` · ${part}`)}
      </small>
    </li>
  )
}

function marked(text: string, marks: FoundDocument['marks']) {
  const ends = [0, ...marks.flat(), text.length]
  // Every second part is marked; parts have no other key than their place.
  return ends.slice(1).map((end, at) => {
    const part = text.slice(ends[at], end)
    return at % 2 === 1 ? <mark key={at}>{part}</mark> : part
  })
}
