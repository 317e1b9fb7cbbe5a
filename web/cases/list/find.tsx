import { SearchOutlined } from '@ant-design/icons'
import { AutoComplete, Input } from 'antd'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { caseOfNumber, isNumber } from '../../ui/find-number.ts'
import { type FoundCase, findActionsOf } from '../../../model/cases/find-actions.ts'
import { doVerb } from '../../api/api.ts'
import { iqlOf, splitOrder } from '../../records/list/list-address.ts'
import { useFind } from '../find-cases.ts'
import { numberFor } from '../number-for.ts'
import { pageOf } from '../../api/page-of.ts'
import type { List } from '../../records/list/use-list.ts'
import { useWords } from '../../words/language.ts'
import { Marked } from '../../ui/marked.tsx'
import { useSettled } from '../../ui/settled.ts'

/** Any number in any spelling, a part of one, or words of the title. A choice opens the case, Enter filters the list. */
export function Find({ list: { address, change, view, schema } }: { list: List }) {
  const { t } = useWords()
  const navigate = useNavigate()
  const [typed, setTyped] = useState(address.text)
  useEffect(() => setTyped(address.text), [address.text])
  const wanted = useSettled(typed.trim() === address.text ? '' : typed.trim(), 150)
  const { data, isError } = useFind(findActionsOf(schema.model).find, wanted)
  const isAsking = typed.trim().length > 1 && typed.trim() !== address.text
  const found = isAsking ? (data ?? []) : []
  const narrow = async () => {
    const text = typed.trim()
    // A fault has already been shown; the list shows its results.
    const only = isNumber(text) ? await caseOfNumber(text).catch(() => undefined) : undefined
    if (only) return navigate(pageOf(only.kind ?? 'case', `/${only.sid}`))
    change((await isHidden(text)) ? { text, view: '', iql: '', filters: {} } : { text })
  }
  /** Whether the view and the filters leave out everything that was offered. */
  const isHidden = async (text: string) => {
    if (!view && !address.iql && Object.keys(address.filters).length === 0) return false
    const { total } = await doVerb(schema.model, 'count', {
      iql: splitOrder(iqlOf({ ...address, text }, schema, view?.iql)).condition,
    })
    return total === 0
  }
  return (
    <AutoComplete
      className="list-search case-find"
      value={typed}
      onChange={(text: string) => {
        setTyped(text)
        if (!text) change({ text: '' })
      }}
      onSelect={(sid: string) => navigate(pageOf(schema.model, `/${sid}`))}
      classNames={{ popup: { root: 'case-find-list' } }}
      defaultActiveFirstOption={false}
      popupMatchSelectWidth={460}
      notFoundContent={isError && isAsking ? t('palette.failed') : null}
      options={found.map((one) => ({ value: one.sid, label: <Offer found={one} typed={typed} /> }))}
    >
      <Input
        size="small"
        prefix={<SearchOutlined aria-hidden />}
        suffix={<kbd aria-hidden>/</kbd>}
        placeholder={t('find.placeholder')}
        aria-label={t('find.placeholder')}
        allowClear
        onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
        onPressEnter={(event) => {
          // The list under the box handles its own choice.
          if (!event.nativeEvent.isComposing && !document.querySelector('.case-find-list .ant-select-item-option-active')) void narrow()
        }}
      />
    </AutoComplete>
  )
}

type OfferProps = { found: FoundCase; typed: string }

function Offer({ found, typed }: OfferProps) {
  const { case_no, title } = found
  const number = numberFor(found, typed)
  return (
    <span className="found">
      <b className="number">
        <Marked text={case_no ?? ''} typed={typed} isNumber />
      </b>
      <span className="found-title">
        <Marked text={title ?? ''} typed={typed} />
      </span>
      {number && (
        <small className="quiet number">
          <Marked text={number} typed={typed} isNumber />
        </small>
      )}
    </span>
  )
}
