import { SearchOutlined } from '@ant-design/icons'
import { AutoComplete, Input } from 'antd'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { caseOfNumber, isNumber } from '../../../ui/find-number.ts'
import { findCases } from '../../../../model/rights/patents/actions.ts'
import { useFind } from '../../../cases/find-cases.ts'
import { pageOf } from '../../../api/page-of.ts'
import type { List } from '../../../records/list/use-list.ts'
import { useWords } from '../../../words/language.ts'
import { useSettled } from '../../../ui/settled.ts'

/** Any number in any spelling, a part of one, or words of the title. A choice opens the case, Enter filters the list. */
export function Find({ list: { address, change } }: { list: List }) {
  const { t } = useWords()
  const navigate = useNavigate()
  const [typed, setTyped] = useState(address.text)
  useEffect(() => setTyped(address.text), [address.text])
  const wanted = useSettled(typed.trim() === address.text ? '' : typed.trim(), 150)
  const { data } = useFind(findCases, wanted)
  const isAsking = typed.trim().length > 1 && typed.trim() !== address.text
  const found = isAsking ? (data ?? []) : []
  const narrow = async () => {
    const text = typed.trim()
    // A fault has already been shown; the list shows its results.
    const only = isNumber(text) ? await caseOfNumber(text).catch(() => undefined) : undefined
    if (only) navigate(pageOf(only.kind ?? 'case', `/${only.sid}`))
    else change({ text })
  }
  return (
    <AutoComplete
      className="list-search patent-find"
      value={typed}
      onChange={(text: string) => {
        setTyped(text)
        if (!text) change({ text: '' })
      }}
      onSelect={(sid: string) => navigate(pageOf('patent', `/${sid}`))}
      defaultActiveFirstOption={false}
      popupMatchSelectWidth={460}
      options={found.map(({ sid, case_no, title, application_no }) => ({
        value: sid,
        label: (
          <span className="found">
            <b className="number">{case_no}</b>
            <span className="found-title">{title}</span>
            {application_no && <small className="quiet number">{application_no}</small>}
          </span>
        ),
      }))}
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
          if (!event.nativeEvent.isComposing && !document.querySelector('.patent-find-list .ant-select-item-option-active')) void narrow()
        }}
      />
    </AutoComplete>
  )
}
