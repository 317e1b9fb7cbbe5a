import { InboxOutlined } from '@ant-design/icons'
import { Alert, Button, type FormInstance, Tooltip, Upload } from 'antd'
import { useState } from 'react'
import { attachFile } from '../../../model/documents/document-routes.ts'
import type { AttachedFile } from '../../../model/kit/pictures.ts'
import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import { readFile } from '../../../model/rights/proposals/actions.ts'
import type { Proposed } from '../../../model/rights/proposals/read-disclosure.ts'
import { act } from '../../api/api.ts'
import { ask, PAGE_TIMEOUT } from '../../api/call.ts'
import { ApiFault, linesOf } from '../../api/fault.ts'
import { useFits } from '../../fields/documents/use-fits.ts'
import { useWords } from '../../words/language.ts'

type Values = Record<string, unknown>
type Reading = { name: string; proposed: readonly Proposed[]; pages: readonly string[]; recognised: boolean; cut: boolean }
type State = { is: 'none' } | { is: 'busy'; name: string } | { is: 'read'; reading: Reading } | { is: 'failed'; name: string; why: string }
type Props = { schema: WireSchema; form: FormInstance<Values>; onChange: () => void }

const READABLE = ['docx', 'pptx', 'pdf']

/** A dropped document is kept with the idea, and its content proposed for the fields. */
export function ReadFile({ schema, form, onChange }: Props) {
  const { t } = useWords()
  const fits = useFits()
  const [state, setState] = useState<State>({ is: 'none' })
  const field = schema.fields.find(({ code }) => code === 'disclosure_doc')
  if (!field?.settable) return null
  const take = async (file: File) => {
    setState({ is: 'busy', name: file.name })
    try {
      const sent = new FormData()
      sent.append('file', file, file.name)
      const { file: kept } = await ask(attachFile, sent, { path: { model: schema.model, field: field.code }, timeout: PAGE_TIMEOUT })
      const files = (form.getFieldValue(field.code) as AttachedFile[] | null) ?? []
      form.setFieldValue(field.code, [...files, kept])
      onChange()
      if (!READABLE.some((ext) => file.name.toLowerCase().endsWith(`.${ext}`))) return setState({ is: 'none' })
      setState({ is: 'read', reading: { name: file.name, ...(await act(readFile, { document: kept.sid })) } })
    } catch (fault) {
      if (!(fault instanceof ApiFault)) throw fault
      setState({ is: 'failed', name: file.name, why: linesOf(fault, t('colon')).join(' ') })
    }
  }
  return (
    <>
      <Upload.Dragger
        className="idea-drop"
        showUploadList={false}
        disabled={state.is === 'busy'}
        accept={(field.extensions ?? []).map((extension) => `.${extension}`).join(',')}
        beforeUpload={(file) => {
          if (fits(file)) void take(file)
          return false
        }}
      >
        <p>
          <InboxOutlined aria-hidden /> <b>{state.is === 'busy' ? t('reading.busy', { name: state.name }) : t('reading.drop')}</b>
        </p>
        <p className="quiet">{t('reading.hint')}</p>
      </Upload.Dragger>
      <div role="status">
        {state.is === 'failed' && <Alert type="warning" showIcon title={t('reading.failed', { name: state.name })} description={state.why} />}
      </div>
      {state.is === 'read' && (
        <Readings schema={schema} form={form} reading={state.reading} onChange={onChange} onClose={() => setState({ is: 'none' })} />
      )}
    </>
  )
}

type ReadingsProps = Props & { reading: Reading; onClose: () => void }

function Readings({ schema, form, reading, onChange, onClose }: ReadingsProps) {
  const { t } = useWords()
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set())
  const [place, setPlace] = useState<Proposed>()
  const proposed = reading.proposed.filter(({ field }) => schema.fields.some((one) => one.code === field && one.settable))
  const isFree = ({ field }: Proposed) => !form.getFieldValue(field)
  const take = (some: readonly Proposed[]) => {
    for (const { field, value } of some) form.setFieldValue(field, value)
    setTaken(new Set([...taken, ...some.map(({ field }) => field)]))
    onChange()
  }
  return (
    <section className="idea-readings" aria-label={t('reading.title', { name: reading.name })}>
      <header>
        <b>{t('reading.title', { name: reading.name })}</b>
        <span className="idea-acts">
          {proposed.length > 0 && (
            <Tooltip title={t('reading.allHint')}>
              <Button type="primary" onClick={() => take(proposed.filter(isFree))}>
                {t('reading.all')}
              </Button>
            </Tooltip>
          )}
          <Button onClick={onClose}>{t('reading.close')}</Button>
        </span>
      </header>
      {proposed.length === 0 && <p className="quiet">{t('reading.nothing')}</p>}
      {(reading.cut || reading.recognised) && <p className="quiet">{t(reading.cut ? 'reading.cut' : 'reading.recognised')}</p>}
      <ul>
        {proposed.map((one) => (
          <OneReading key={one.field} schema={schema} one={one} isTaken={taken.has(one.field)} isFree={isFree(one)} onTake={() => take([one])} onPlace={() => setPlace(one)} />
        ))}
      </ul>
      {place && <Place key={place.field} text={reading.pages[place.page - 1] ?? ''} place={place} />}
    </section>
  )
} // oxfmt-ignore

type OneProps = { schema: WireSchema; one: Proposed; isTaken: boolean; isFree: boolean; onTake: () => void; onPlace: () => void }

function OneReading({ schema, one, isTaken, isFree, onTake, onPlace }: OneProps) {
  const { t } = useWords()
  const label = schema.fields.find(({ code }) => code === one.field)?.label ?? one.field
  const act = t(isTaken ? 'reading.taken' : isFree ? 'reading.take' : 'reading.replace')
  const lines = one.first_line === one.last_line ? String(one.first_line) : `${one.first_line}–${one.last_line}`
  return (
    <li>
      <div className="reading-what">
        <b>{label}</b>{' '}
        <button type="button" className="plain link" onClick={onPlace}>
          <small>
            {one.heading ? t('reading.under', { page: one.page, lines, heading: one.heading }) : t('reading.at', { page: one.page, lines })}
          </small>
        </button>
        <p className="reading-value">{one.value}</p>
        {one.cut && <p className="quiet">{t('reading.tooLong')}</p>}
      </div>
      <Button onClick={onTake} disabled={isTaken} aria-label={`${act} ${label}`}>
        {act}
      </Button>
    </li>
  )
}

/** The page as it reads, with the lines of the value marked. */
function Place({ text, place }: { text: string; place: Proposed }) {
  const { t } = useWords()
  const lines = text.split('\n')
  return (
    <div className="reading-place" role="region" aria-label={t('reading.at', { page: place.page, lines: place.first_line })} tabIndex={0}>
      {lines.map((line, at) => {
        const isMarked = at + 1 >= place.first_line && at + 1 <= place.last_line
        const isFirst = at + 1 === place.first_line
        // Lines have no other key than their number.
        return (
          <p key={at} ref={isFirst ? show : undefined}>
            {isMarked ? <mark>{line}</mark> : line}
          </p>
        )
      })}
    </div>
  )
}

const show = (line: HTMLElement | null) => line?.scrollIntoView({ block: 'nearest' })
