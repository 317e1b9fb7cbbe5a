import { Button, Input } from 'antd'
import type { TextAreaRef } from 'antd/es/input/TextArea'
import { type RefObject, useRef, useState } from 'react'
import { completeIql } from '../../../model/kit/iql/complete.ts'
import { IqlError, parseIql } from '../../../model/kit/iql/parse.ts'
import type { WireField, WireSchema } from '../../../model/kit/wire/wire.ts'
import { useWords } from '../../words/language.ts'
import { quoted } from '../../api/iql.ts'

type Offer = { insert: string; label: string }
type IqlBoxProps = {
  schema: WireSchema
  example: string
  text: string
  onText: (text: string) => void
  refusal: string
  onSearch: (iql: string) => void
  /** The label of its button, if it does not search. */
  act?: string
}

/** A query as text: suggests completions, and marks faults. */
export function IqlBox({ schema, example, text, onText: setText, refusal, onSearch, act }: IqlBoxProps) {
  const { t } = useWords()
  const [cursor, setCursor] = useState(text.length)
  const [chosen, setChosen] = useState(0)
  const [isOffering, setOffering] = useState(false)
  const area = useRef<TextAreaRef>(null)
  const fault = faultIn(text)
  const { offers, from, to } = offersAt(schema, text, cursor)
  const isShown = isOffering && offers.length > 0

  const moveTo = (at: number) => {
    setCursor(at)
    requestAnimationFrame(() => area.current?.resizableTextArea?.textArea.setSelectionRange(at, at))
  }
  const take = (offer: Offer) => {
    setText(`${text.slice(0, from)}${offer.insert} ${text.slice(to).trimStart()}`)
    setChosen(0)
    moveTo(from + offer.insert.length + 1)
  }
  const press = (key: string): boolean => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[key]
    if (isShown && step) setChosen((chosen + step + offers.length) % offers.length)
    else if (isShown && key === 'Tab') take(offers[chosen] ?? offers[0] ?? { insert: '', label: '' })
    else if (isShown && key === 'Escape') setOffering(false)
    else if (key === 'Enter' && !fault) {
      setOffering(false)
      onSearch(text.trim())
    } else return false
    return true
  }

  return (
    <div className="iql">
      <div className="iql-line">
        <Query
          area={area}
          text={text}
          example={example}
          isFaulty={Boolean(fault)}
          hasOffers={isShown}
          onText={(next, at) => {
            setText(next)
            setCursor(at)
            setOffering(true)
          }}
          onCursor={setCursor}
          onFocus={setOffering}
          onKey={press}
        />
        <Button type="primary" disabled={Boolean(fault)} onClick={() => onSearch(text.trim())}>
          {act ?? t('iql.search')}
        </Button>
      </div>
      {isShown && <Offers offers={offers} chosen={chosen} onTake={take} />}
      <Says text={text} fault={fault} refusal={refusal} />
    </div>
  )
}

/** The fault of the query, with its position. */
function Says({ text, fault, refusal }: { text: string; fault: IqlError | null; refusal: string }) {
  const { t, lang } = useWords()
  return (
    <>
      <small id="iql-says" className={fault || refusal ? 'bad' : 'quiet'} role="status">
        {fault ? t('iql.wrong', { position: fault.position, why: fault[lang] }) : refusal || t('iql.hint')}
      </small>
      {fault && text.trim() && (
        <pre className="iql-place" aria-hidden>
          {text.slice(0, fault.position - 1).replaceAll('\n', ' ')}
          <mark>{text.slice(fault.position - 1, fault.position + 11) || '␣'}</mark>
        </pre>
      )}
    </>
  )
}

type QueryProps = {
  example: string
  area: RefObject<TextAreaRef | null>
  text: string
  isFaulty: boolean
  hasOffers: boolean
  onText: (text: string, cursor: number) => void
  onCursor: (at: number) => void
  onFocus: (isFocused: boolean) => void
  /** Whether the suggestions or the search handled the key. */
  onKey: (key: string) => boolean
}

function Query({ area, example, text, isFaulty, hasOffers, onText, onCursor, onFocus, onKey }: QueryProps) {
  const { t } = useWords()
  return (
    <Input.TextArea
      ref={area}
      value={text}
      autoSize={{ minRows: 1, maxRows: 6 }}
      spellCheck={false}
      aria-label={t('iql.label')}
      aria-invalid={isFaulty}
      aria-describedby="iql-says"
      {...(hasOffers && { 'aria-controls': 'iql-offers' })}
      placeholder={t('iql.placeholder', { example })}
      {...(isFaulty && text.trim() && { status: 'error' as const })}
      onChange={(event) => onText(event.target.value, event.target.selectionStart)}
      onSelect={(event) => onCursor(event.currentTarget.selectionStart)}
      onFocus={() => onFocus(true)}
      onBlur={() => setTimeout(() => onFocus(false), 150)}
      onKeyDown={(event) => {
        if (!event.nativeEvent.isComposing && !event.shiftKey && onKey(event.key)) event.preventDefault()
      }}
    />
  )
}

function Offers({ offers, chosen, onTake }: { offers: readonly Offer[]; chosen: number; onTake: (offer: Offer) => void }) {
  const { t } = useWords()
  return (
    <div id="iql-offers" className="offers" role="listbox" aria-label={t('iql.offers')}>
      {offers.map((offer, at) => (
        <div
          key={offer.insert}
          role="option"
          aria-selected={at === chosen}
          className={at === chosen ? 'entry on' : 'entry'}
          onMouseDown={() => onTake(offer)}
        >
          <code>{offer.insert}</code> <span className="quiet">{offer.label}</span>
        </div>
      ))}
    </div>
  )
}

function faultIn(text: string): IqlError | null {
  try {
    parseIql(text)
    return null
  } catch (fault) {
    if (fault instanceof IqlError) return fault
    throw fault
  }
}

const MAX_SUGGESTED = 12

function offersAt(schema: WireSchema, text: string, cursor: number): { offers: Offer[]; from: number; to: number } {
  const { word, from, to, kinds, words, path } = completeIql(text, cursor)
  const typed = word.replace(/^['"]/, '').toLowerCase()
  const fits = (code: string, label: string) => code.toLowerCase().startsWith(typed) || label.toLowerCase().includes(typed)
  const fields = schema.fields.filter(({ type, code, label, secret }) => type !== 'json' && !secret && type !== 'attachment' && fits(code, label))
  const offers: Offer[] = [
    ...(kinds.includes('field') ? fields.map(({ code, label }) => ({ insert: code, label })) : []),
    ...(kinds.includes('value')
      ? valuesOf(
          schema.fields.find(({ code }) => code === path?.[0]),
          fits,
        )
      : []),
    ...words.map((one) => ({ insert: one.text, label: '' })),
  ]
  return { offers: [...new Map(offers.map((offer) => [offer.insert, offer])).values()].slice(0, MAX_SUGGESTED), from, to }
}

function valuesOf(field: WireField | undefined, fits: (code: string, label: string) => boolean): Offer[] {
  return (field?.options ?? []).filter(({ code, label }) => fits(code, label)).map(({ code, label }) => ({ insert: quoted(code), label }))
}
