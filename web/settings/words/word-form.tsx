import { App, Button, Input, Modal } from 'antd'
import { useId, useState } from 'react'
import type { FurtherLanguage } from '../../../model/settings/languages/languages.ts'
import { isWellFormed, placeholder, placeholdersIn, strangeIn } from '../../../model/settings/notifications/placeholders.ts'
import { useWords } from '../../words/language.ts'
import { Refused } from '../refused.tsx'
import { fallbackOf, isChanged, isFurtherOnly, LANGUAGES, useKeepWords, type WordRow } from './word-rows.ts'
import './words.css'

type WordFormProps = { row: WordRow; further?: FurtherLanguage | undefined; onClose: () => void }

/** One text in each language; if it is empty, the product's text or that of the fallback is used. */
export function WordForm({ row, further, onClose }: WordFormProps) {
  const { t } = useWords()
  const { message } = App.useApp()
  const languages = useLanguages(row, further)
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>(row.own)
  const keep = useKeepWords()
  const faults = languages.map(({ code, product }) => faultIn(row.key, texts[code] ?? '', product || row.product.zh))
  const changes = Object.fromEntries(
    languages.flatMap(({ code: one }) => ((texts[one] ?? '') === (row.own[one] ?? '') ? [] : [[one, texts[one] ?? '']])),
  )
  const send = (some: Readonly<Record<string, string>>) =>
    keep.mutateAsync({ key: row.key, texts: some }).then(
      () => {
        message.success(t('saved'))
        onClose()
      },
      () => undefined, // shown above the form
    )
  return (
    <Modal
      open
      title={t('words.changeTitle')}
      onCancel={onClose}
      onOk={() => void send(changes)}
      okText={t('save')}
      okButtonProps={{ disabled: Object.keys(changes).length === 0 || faults.some((fault) => fault !== null), loading: keep.isPending }}
      footer={(acts) => (
        <>
          {isChanged(row) && (
            <Button className="words-back" onClick={() => void send(Object.fromEntries(Object.keys(row.own).map((one) => [one, ''])))}>
              {t('words.back')}
            </Button>
          )}
          {acts}
        </>
      )}
    >
      <p className="quiet">
        <code>{row.key}</code>
      </p>
      {keep.error && <Refused error={keep.error} />}
      {languages.map(({ code: one, label, product }, at) => (
        <OneText
          key={one}
          word={row.key}
          label={label}
          product={product}
          value={texts[one] ?? ''}
          fault={faults[at] ?? null}
          onChange={(text) => setTexts((now) => ({ ...now, [one]: text }))}
        />
      ))}
    </Modal>
  )
}

/** The languages in which the row has a text of its own. */
function useLanguages(row: WordRow, further: FurtherLanguage | undefined) {
  const { t } = useWords()
  const ours = (isFurtherOnly(row) ? [] : LANGUAGES).map((code) => ({
    code: String(code),
    label: t(code === 'zh' ? 'words.chinese' : 'words.english'),
    product: row.product[code],
  }))
  return [...ours, ...(further ? [{ code: further.code, label: further.name, product: fallbackOf(row, further) }] : [])]
}

type Fault = { word: 'words.strange' | 'words.broken'; names: string }

function faultIn(key: string, text: string, product: string): Fault | null {
  if (!isWellFormed(text)) return { word: 'words.broken', names: '' }
  const strange = strangeIn(text, product, key)
  return strange.length > 0 ? { word: 'words.strange', names: strange.map((name) => placeholder(name, key)).join(' ') } : null
}

type OneTextProps = { word: string; label: string; product: string; value: string; fault: Fault | null; onChange: (text: string) => void }

function OneText({ word, label, product, value, fault, onChange }: OneTextProps) {
  const { t } = useWords()
  const id = useId()
  const names = placeholdersIn(product, word)
  return (
    <div className="words-one">
      <label htmlFor={id}>{label}</label>
      <Input.TextArea
        id={id}
        value={value}
        placeholder={product}
        autoSize={{ minRows: 1, maxRows: 6 }}
        maxLength={1000}
        {...(fault && { status: 'error' as const })}
        aria-describedby={`${id}-note`}
        onChange={({ target }) => onChange(target.value)}
      />
      <small id={`${id}-note`} className={fault ? 'bad' : 'quiet'}>
        {fault
          ? t(fault.word, { names: fault.names })
          : [
              t('words.product', { text: product || '—' }),
              names.length > 0 && t('words.facts', { names: names.map((name) => placeholder(name, word)).join(' ') }),
            ]
              .filter(Boolean)
              .join(' · ')}
      </small>
    </div>
  )
}
