import { Button, Form, Input } from 'antd'
import { Link, useParams } from 'react-router'
import { OFFICES } from '../../../../model/cases/offices.ts'
import type { EditorProps } from '../../../fields/view.ts'
import { inputFacts } from '../../../fields/view.ts'
import { pageOf } from '../../../api/page-of.ts'
import type { Word } from '../../../words/language.ts'
import { useWords } from '../../../words/language.ts'
import { findCases } from '../../../../model/rights/patents/actions.ts'
import { useFind } from '../../../cases/find-cases.ts'
import { readNumber } from './reading.ts'

const KIND_WORDS: Readonly<Record<string, Word>> = {
  application: 'number.application',
  publication: 'number.publication',
  grant: 'number.grant',
  patent: 'number.patent',
}

/** Shows the office, kind and standard form of a number during typing, and the right check digit for a wrong one. */
export function NumberEditor(props: EditorProps) {
  const { t, lang } = useWords()
  const { field, value, onChange, record } = props
  const form = Form.useFormInstance() as ReturnType<typeof Form.useFormInstance> | undefined // none where a field is edited in place
  const text = typeof value === 'string' ? value : ''
  const office = String(record?.['country'] ?? form?.getFieldValue(field.code === 'priority_no' ? 'priority_country' : 'country') ?? '')
  const reading = readNumber(text, field.code, office)
  const fault = reading?.faults[0]
  const named = reading && KIND_WORDS[reading.kind]
  const officeName = Object.entries(OFFICES).find(([code]) => code === reading?.office)?.[1][lang === 'zh' ? 0 : 1]
  const better = fault?.expected ?? (reading && !reading.isExact && reading.kind !== 'unknown' && !fault ? reading.printed : undefined)
  return (
    <>
      <Input
        {...inputFacts(props)}
        value={text}
        onChange={(event) => onChange?.(event.target.value)}
        maxLength={field.max}
        className="number"
        autoComplete="off"
        spellCheck={false}
      />
      {reading && (
        <small className="reading" aria-live="polite">
          {named && (
            <span className="quiet">
              {officeName} · {t(named)}
            </span>
          )}
          {fault && <span className={fault.level === 'error' ? 'bad' : 'due-soon'}>{fault[lang]}</span>}
          {better && better !== text && (
            <Button type="link" size="small" className="better" onClick={() => onChange?.(better)}>
              {t('number.use', { number: better })}
            </Button>
          )}
        </small>
      )}
      {reading && field.code === 'application_no' && !record && <Duplicate text={text} />}
    </>
  )
}

/** Another case with this number. */
function Duplicate({ text }: { text: string }) {
  const { t } = useWords()
  const { sid } = useParams()
  const { data } = useFind(findCases, text.trim())
  const [duplicate] = data ?? []
  if (!duplicate || data?.length !== 1 || duplicate.sid === sid) return null
  return (
    <small className="due-soon">
      {t('number.twin')}{' '}
      <Link to={pageOf('patent', `/${duplicate.sid}`)} target="_blank">
        {duplicate.case_no} {duplicate.title}
      </Link>
    </small>
  )
}
