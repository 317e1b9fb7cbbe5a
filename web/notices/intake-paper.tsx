import { useQuery } from '@tanstack/react-query'
import { Button, Spin } from 'antd'
import { useEffect, useState } from 'react'
import { drawNoticePage } from '../../model/notices/notice-intake-actions.ts'
import { bestOf, FACTS, type NoticeReading } from '../../model/notices/reading.ts'
import type { Rec } from '../api/api.ts'
import { fetchFile } from '../api/call.ts'
import { useWords } from '../words/language.ts'
import { labelOf, readingsOf, type Schema } from './readings.ts'

/** Other files have no pages. */
const DRAWN = /^(?:application\/pdf|image\/)/

/** The page as a picture, with the places of the facts marked. */
export function Paper({ row, schema }: { row: Rec; schema: Schema }) {
  const { t } = useWords()
  const [page, setPage] = useState(1)
  const isDrawn = DRAWN.test(String(row['content_type'] ?? '')) && row['state'] !== 'UNREADABLE'
  const count = Math.max(1, Number(row['pages'] ?? 1))
  const { address, hasFailed } = usePicture(row.sid, page, isDrawn)
  const reading = readingsOf(row)
  if (!isDrawn) return <Quotes reading={reading} schema={schema} />
  return (
    <>
      {count > 1 && (
        <nav className="intake-pages" aria-label={t('intake.pages')}>
          <Button size="small" disabled={page <= 1} onClick={() => setPage(page - 1)}>
            {t('intake.before')}
          </Button>
          <span className="number">{t('intake.page', { page, count })}</span>
          <Button size="small" disabled={page >= count} onClick={() => setPage(page + 1)}>
            {t('intake.after')}
          </Button>
        </nav>
      )}
      <div className="intake-sheet">
        {!address && (
          <p className={`intake-waits ${hasFailed ? 'bad' : 'quiet'}`} role="status">
            {!hasFailed && <Spin size="small" />} {t(hasFailed ? 'intake.notDrawn' : 'intake.drawing')}
          </p>
        )}
        {address && <img src={address} alt={t('intake.page', { page, count })} />}
        {address && <Marks reading={reading} page={page} schema={schema} />}
      </div>
    </>
  )
}

function Marks({ reading, page, schema }: { reading: NoticeReading; page: number; schema: Schema }) {
  const { t } = useWords()
  return FACTS.flatMap((fact) => {
    const best = bestOf(reading[fact])
    if (!best?.box || best.page !== page) return []
    const [left, top, width, height] = best.box.map((part) => `${part * 100}%`)
    return [
      <span
        key={fact}
        className="intake-mark"
        style={{ left, top, width, height }}
        title={fact === 'filing_date' ? t('intake.filing_date') : labelOf(schema, fact)}
        aria-hidden
      />,
    ]
  })
}

/** A file without pages, such as XML or a message: the lines in which the facts were found. */
function Quotes({ reading, schema }: { reading: NoticeReading; schema: Schema }) {
  const { t } = useWords()
  const found = FACTS.flatMap((fact) => {
    const best = bestOf(reading[fact])
    return best ? [{ fact, quote: best.quote }] : []
  })
  if (found.length === 0) return <p className="quiet">{t('intake.nothingRead')}</p>
  return (
    <dl className="intake-quotes">
      {found.map(({ fact, quote }) => (
        <div key={fact}>
          <dt className="quiet">{fact === 'filing_date' ? t('intake.filing_date') : labelOf(schema, fact)}</dt>
          <dd>{quote}</dd>
        </div>
      ))}
    </dl>
  )
}

function usePicture(sid: string, page: number, enabled: boolean) {
  const { data: blob, isError: hasFailed } = useQuery({
    queryKey: ['notice_page', sid, page],
    queryFn: () => fetchFile(drawNoticePage, { sid, page: String(page) }),
    staleTime: Infinity,
    retry: false,
    enabled,
    meta: { faults: 'own' },
  })
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    setAddress(undefined)
    if (!blob) return
    const made = URL.createObjectURL(blob)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [blob])
  return { address, hasFailed }
}
