import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Form, type FormInstance } from 'antd'
import { Link } from 'react-router'
import { titleAlikes } from '../../../model/rights/proposals/actions.ts'
import { act } from '../../api/api.ts'
import { pageOf } from '../../api/page-of.ts'
import { useSettled } from '../../ui/settled.ts'
import { useWords } from '../../words/language.ts'

const MIN_CHARS = 4
const WAIT_MS = 500

/** Disclosures similar to the typed title, with the common words marked. */
export function TitleAlikes({ form, sid }: { form: FormInstance<Record<string, unknown>>; sid: string | undefined }) {
  const { t } = useWords()
  const typed: unknown = Form.useWatch('title', form)
  const title = useSettled(typeof typed === 'string' ? typed.trim() : '', WAIT_MS)
  const { data } = useQuery({
    queryKey: ['proposal', 'title alikes', title, sid],
    queryFn: () => act(titleAlikes, { title, ...(sid && { sid }) }),
    enabled: title.length >= MIN_CHARS,
    placeholderData: keepPreviousData,
    meta: { faults: 'own' },
  })
  const found = title.length >= MIN_CHARS ? (data?.record ?? []) : []
  if (found.length === 0) return null
  return (
    <section className="idea-alikes" aria-label={t('alikes.title')}>
      <b>{t('alikes.title')}</b> <span className="quiet">{t('alikes.hint')}</span>
      <ul>
        {found.slice(0, 5).map((one) => (
          <li key={one.case_sid}>
            <Link to={pageOf(one.kind, `/${one.case_sid}`)} target="_blank">
              <MarkedWords text={one.title ?? ''} words={one.shared} />
            </Link>{' '}
            <small className="quiet">
              {one.case_no} · {t('alikes.how', { percent: Math.round(Number(one.likeness) * 100) })}
            </small>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Each occurrence of the words in common is marked. */
export function MarkedWords({ text, words }: { text: string; words: readonly string[] }) {
  const sought = words.filter(Boolean).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  if (sought.length === 0) return text
  const parts = text.split(new RegExp(`(${sought.join('|')})`, 'giu'))
  // Every second part is a word in common.
  return parts.map((part, at) => (at % 2 === 1 ? <mark key={at}>{part}</mark> : part))
}
