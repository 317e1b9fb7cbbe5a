import { Input } from 'antd'
import { useState } from 'react'
import { useWords } from '../../words/language.ts'
import type { CellProps, EditorProps, FieldView } from '../view.ts'
import { inputFacts, isBlank } from '../view.ts'

/** For maintainers; other users read the other fields. */
function Cell({ value }: CellProps) {
  const { t } = useWords()
  if (isBlank(value)) return null
  return (
    <details>
      <summary className="quiet">{t('json.show')}</summary>
      <pre className="json">{JSON.stringify(value, null, 2)}</pre>
    </details>
  )
}

/** Text that is not yet valid JSON stays here; only parsed values are passed on. */
const Editor = (props: EditorProps) => {
  const { t } = useWords()
  const [text, setText] = useState(isBlank(props.value) ? '' : JSON.stringify(props.value, null, 2))
  const [isBad, setBad] = useState(false)
  const take = (next: string) => {
    setText(next)
    try {
      props.onChange?.(next.trim() ? JSON.parse(next) : null)
      setBad(false)
    } catch {
      setBad(true)
    }
  }
  return (
    <>
      <Input.TextArea
        {...inputFacts({ ...props, isFaulty: isBad || Boolean(props.isFaulty) })}
        value={text}
        onChange={(event) => take(event.target.value)}
        autoSize={{ minRows: 3, maxRows: 16 }}
      />
      {isBad && <small className="bad">{t('json.bad')}</small>}
    </>
  )
}

export const json: FieldView = { Cell, Editor, Filter: null, width: 200, isWide: true }
