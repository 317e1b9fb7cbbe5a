import { Select } from 'antd'
import { createContext, useContext, useState } from 'react'
import type { Editors } from '../../fields/own-editors.ts'
import { type EditorProps, inputFacts } from '../../fields/view.ts'
import { MENU_ICONS, MenuIcon } from '../../ui/menus/menu-icon.tsx'
import { useWords } from '../../words/language.ts'
import { type End, usePages } from './menu-calls.ts'
import { rowName } from './menu-rows.ts'

export const MenuEnd = createContext<End>('1')

const textOf = (value: unknown) => (typeof value === 'string' && value ? value : null)

/** The pages of this end by their names, or an address that is typed. */
function PageEditor(props: EditorProps) {
  const { t, lang } = useWords()
  const pages = usePages(useContext(MenuEnd))
  const [typed, setTyped] = useState('')
  const value = textOf(props.value)
  const address = typed.trim()
  const known = pages.map((page) => ({ value: page.path, label: rowName(page, lang), beside: page.path }))
  const isOwn = (path: string) => path !== '' && !pages.some((page) => page.path === path)
  const options = [
    ...known,
    ...(value !== null && isOwn(value) ? [{ value, label: value, beside: '' }] : []),
    ...(/^(\/|\w+:)/.test(address) && isOwn(address) && address !== value
      ? [{ value: address, label: t('menu.ownAddress', { address }), beside: address }]
      : []),
  ]
  return (
    <Select
      {...inputFacts(props)}
      value={value}
      onChange={(path: string | null | undefined) => props.onChange?.(path ?? null)}
      options={options}
      optionRender={({ data }) => (
        <>
          {data.label} <small className="quiet">{data.label === data.beside ? '' : data.beside}</small>
        </>
      )}
      showSearch={{ optionFilterProp: ['label', 'beside'], onSearch: setTyped }}
      placeholder={t('menu.page')}
      allowClear
    />
  )
}

/** The icons by their names, each with its picture. */
function IconEditor(props: EditorProps) {
  const { t } = useWords()
  const value = textOf(props.value)
  const known = MENU_ICONS.map((icon) => ({ value: icon, label: t(`icon.${icon}`) }))
  const isKnown = value === null || known.some((one) => one.value === value)
  return (
    <Select
      {...inputFacts(props)}
      value={value}
      onChange={(icon: string | null | undefined) => props.onChange?.(icon ?? null)}
      options={isKnown ? known : [{ value, label: value }, ...known]}
      optionRender={({ data }) => <Pictured icon={data.value} label={data.label} />}
      labelRender={({ value: icon, label }) => <Pictured icon={String(icon)} label={String(label)} />}
      showSearch={{ optionFilterProp: 'label' }}
    />
  )
}

const Pictured = ({ icon, label }: { icon: string; label: string }) => (
  <>
    <MenuIcon icon={icon} code="" /> {label}
  </>
)

export const MENU_EDITORS: Editors = { path: PageEditor, icon: IconEditor }
