import { inSentence } from '../../words/in-sentence.ts'
import { findCases, useFind } from '../../cases/find-cases.ts'
import { numberFor } from '../../cases/number-for.ts'
import { useSees } from '../../api/sees.ts'
import { MIN_TEXT, useFoundDocuments } from '../../cases/found-documents.ts'
import { useKinds } from '../../cases/kinds.ts'
import { ArrowRightOutlined, EnterOutlined, FileProtectOutlined, FileTextOutlined, ThunderboltOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import type { InputRef } from 'antd'
import { Input, Modal } from 'antd'
import type { ReactNode, RefObject } from 'react'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { FurtherLanguage } from '../../../model/settings/languages/languages.ts'
import { allows } from '../../api/allows.ts'
import { useMenus, useTenant } from '../../api/api.ts'
import { pageOf } from '../../api/page-of.ts'
import { speak, useWords } from '../../words/language.ts'
import { type Asked, Failed, together } from '../../ui/faults/failed.tsx'
import { caseOfNumber, isNumber } from '../../ui/find-number.ts'
import { MenuIcon } from '../../ui/menus/menu-icon.tsx'
import { openMenu } from '../../ui/menus/menu-link.tsx'
import { leavesOf, menuName } from '../../ui/menus/menus.ts'
import { prefer, useIsDark } from '../../ui/preferences.ts'
import { useSettled } from '../../ui/settled.ts'

type Entry = { key: string; icon: ReactNode; label: string; beside?: string; run: () => void }
type Group = { title: string; entries: Entry[] }

/** Jumps to any case, menu or action by a part of its text. */
export function Palette({ onClose, onKeys }: { onClose: () => void; onKeys: () => void }) {
  const { t } = useWords()
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(0)
  const input = useRef<InputRef>(null)
  const navigate = useNavigate()
  const { groups, query } = useGroups(text, onKeys)
  const entries = groups.flatMap((group) => group.entries)
  const at = Math.min(chosen, entries.length - 1)
  const run = (entry: Entry | undefined) => {
    if (!entry) return
    onClose()
    entry.run()
  }
  const enter = async () => {
    // A just pasted number is searched now; else the chosen entry is taken.
    const only = chosen === 0 && isNumber(text.trim()) ? await caseOfNumber(text.trim().toLowerCase()).catch(() => undefined) : undefined
    if (!only) return run(entries[at])
    onClose()
    navigate(pageOf(only.kind ?? 'case', `/${only.sid}`))
  }
  const press = (key: string) => {
    if (key === 'ArrowDown') setChosen(at >= entries.length - 1 ? 0 : at + 1)
    else if (key === 'ArrowUp') setChosen(at <= 0 ? entries.length - 1 : at - 1)
    else if (key === 'Enter') void enter()
    else return false
    return true
  }
  useEffect(() => {
    document.querySelector('.palette .on')?.scrollIntoView({ block: 'nearest' })
  }, [at])

  return (
    <Modal
      open
      footer={null}
      closable={false}
      onCancel={onClose}
      width={600}
      className="palette"
      title={<span className="unseen">{t('palette.open')}</span>}
      afterOpenChange={(isOpen) => isOpen && input.current?.focus()}
    >
      <Question
        input={input}
        text={text}
        chosenKey={entries[at]?.key}
        onText={(next) => {
          setText(next)
          setChosen(0)
        }}
        onKey={press}
      />
      <Entries groups={groups} chosen={entries[at]} isFailed={query.isError} onPoint={(entry) => setChosen(entries.indexOf(entry))} onRun={run} />
      <Failed query={query} words="palette.failed" />
    </Modal>
  )
}

type QuestionProps = {
  input: RefObject<InputRef | null>
  text: string
  chosenKey: string | undefined
  onText: (text: string) => void
  /** Whether the list handled the key. */
  onKey: (key: string) => boolean
}

function Question({ input, text, chosenKey, onText, onKey }: QuestionProps) {
  const { t } = useWords()
  return (
    <Input
      ref={input}
      value={text}
      onChange={(event) => onText(event.target.value)}
      onKeyDown={(event) => {
        if (!event.nativeEvent.isComposing && onKey(event.key)) event.preventDefault()
      }}
      placeholder={t('palette.placeholder')}
      variant="borderless"
      size="large"
      role="combobox"
      aria-expanded
      aria-controls="palette-list"
      aria-activedescendant={chosenKey === undefined ? undefined : `palette-${chosenKey}`}
      aria-label={t('palette.placeholder')}
      autoComplete="off"
    />
  )
}

function useGroups(text: string, onKeys: () => void): { groups: Group[]; query: Asked } {
  const { t } = useWords()
  const cases = useCases(text)
  const documents = useDocuments(text)
  const places = usePlaces()
  const actions = useActions(onKeys)
  const wanted = text.trim().toLowerCase()
  const fits = ({ label, beside, key }: Entry) => `${label} ${beside ?? ''} ${key}`.toLowerCase().includes(wanted)
  const groups = [
    { title: t('palette.cases'), entries: cases.entries },
    { title: t('palette.documents'), entries: documents.entries },
    { title: t('palette.menus'), entries: places.filter(fits).slice(0, wanted ? 8 : 6) },
    { title: t('palette.actions'), entries: actions.filter(fits) },
  ].filter((group) => group.entries.length > 0)
  return { groups, query: together(cases.query, documents.query) }
}

type EntriesProps = {
  groups: readonly Group[]
  isFailed: boolean
  chosen: Entry | undefined
  onPoint: (entry: Entry) => void
  onRun: (entry: Entry) => void
}

function Entries({ groups, isFailed, chosen, onPoint, onRun }: EntriesProps) {
  const { t } = useWords()
  return (
    <div id="palette-list" role="listbox" aria-label={t('palette.open')} className="palette-list">
      {groups.map((group) => (
        <div key={group.title} role="group" aria-label={group.title}>
          <p className="palette-title">{group.title}</p>
          {group.entries.map((entry) => (
            <div
              key={entry.key}
              id={`palette-${entry.key}`}
              role="option"
              aria-selected={entry === chosen}
              className={entry === chosen ? 'entry on' : 'entry'}
              onMouseMove={() => onPoint(entry)}
              onClick={() => onRun(entry)}
            >
              {entry.icon}
              <span className="entry-label">{entry.label}</span>
              {entry.beside && <span className="quiet entry-beside">{entry.beside}</span>}
              {entry === chosen && <EnterOutlined aria-hidden />}
            </div>
          ))}
        </div>
      ))}
      {groups.length === 0 && !isFailed && <p className="quiet palette-none">{t('palette.none')}</p>}
    </div>
  )
}

type Found = { entries: Entry[]; query: Asked }
const NOT_ASKED: Found = { entries: [], query: together() }

function useCases(text: string): Found {
  const navigate = useNavigate()
  const settled = useSettled(text.trim(), 150)
  const query = useFind(findCases, settled)
  if (text.trim().length < 2) return NOT_ASKED
  const entries = (query.data ?? [])
    .map((found) => ({ ...found, number: numberFor(found, settled) }))
    .map(({ sid, kind, case_no, title, number }) => ({
      key: sid,
      icon: <FileProtectOutlined aria-hidden />,
      label: `${case_no ?? ''} ${title ?? ''}`,
      ...(number && { beside: number }),
      run: () => navigate(pageOf(kind ?? 'case', `/${sid}`)),
    }))
  return { entries, query }
}

const MAX_DOCUMENTS = 5

/** Documents by name and content; one opens with the words marked. */
function useDocuments(text: string): Found {
  const navigate = useNavigate()
  const settled = useSettled(text.trim(), 300)
  const sees = useSees('document')
  const query = useFoundDocuments(settled, { rows: MAX_DOCUMENTS, enabled: sees === true })
  if (text.trim().length < MIN_TEXT) return NOT_ASKED
  const entries = (query.data?.record ?? []).map(({ sid, name, snippet }) => ({
    key: sid,
    icon: <FileTextOutlined aria-hidden />,
    label: name,
    ...(snippet && { beside: snippet }),
    run: () => navigate(`/documents/find?${new URLSearchParams({ q: settled, open: sid }).toString()}`),
  }))
  return { entries, query }
}

function usePlaces(): Entry[] {
  const { lang } = useWords()
  const navigate = useNavigate()
  const menus = useMenus().data ?? []
  return leavesOf(menus).map(({ menu, above }) => ({
    key: menu.code,
    icon: <MenuIcon icon={menu.icon} code={menu.code} />,
    label: menuName(menu, lang),
    beside: above.map((one) => menuName(one, lang)).join(' › '),
    run: () => openMenu(menu, navigate),
  }))
}

function useActions(onKeys: () => void): Entry[] {
  const { t, lang, tag } = useWords()
  const navigate = useNavigate()
  const client = useQueryClient()
  const isDark = useIsDark()
  const kinds = useKinds() ?? []
  const icon = <ThunderboltOutlined aria-hidden />
  const other = lang === 'zh' ? 'en' : 'zh'
  const spoken = { zh: '简体中文', en: 'English' }
  const languages: readonly FurtherLanguage[] = [
    { code: '', name: spoken[other], fallback: other },
    ...(useTenant()?.languages ?? []).filter(({ code }) => code !== tag),
  ]
  const entries: Entry[] = [
    { key: 'mode', icon, label: t(isDark ? 'palette.light' : 'palette.dark'), run: () => prefer({ mode: isDark ? 'light' : 'dark' }) },
    ...languages.map(({ code, name, fallback }) => ({
      key: `language${code}`,
      icon,
      label: name,
      run: () => void speak(fallback, code).then(() => client.invalidateQueries()),
    })),
    { key: 'personal', icon: <ArrowRightOutlined aria-hidden />, label: t('user.personal'), run: () => navigate('/me') },
    { key: 'keys', icon, label: t('keys.title'), run: onKeys },
  ]
  const fresh = kinds.filter((kind) => allows(kind, 'create'))
  const made = fresh.map((kind) => ({
    key: `new-${kind.model}`,
    icon,
    label: t('palette.new', { kind: inSentence(kind.label, lang) }),
    run: () => navigate(pageOf(kind.model, '/new')),
  }))
  return [...made, ...entries]
}
