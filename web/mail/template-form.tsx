import { PlusOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { useRef } from 'react'
import { wordIn } from '../../model/kit/fields.ts'
import { MAIL_VARIABLES } from '../../model/mail/mail-variables.ts'
import { type Editors, OwnEditors } from '../fields/own-editors.ts'
import type { EditorProps } from '../fields/view.ts'
import { viewFor } from '../fields/views.ts'
import { EditScreen, NewScreen } from '../records/form/form-screen.tsx'
import { useWords } from '../words/language.ts'

const MODEL = 'mail_template'

/** The field with a menu that puts a variable where the cursor stands. */
function WithVariables(props: EditorProps) {
  const { field, value, onChange } = props
  const { t, lang } = useWords()
  const box = useRef<HTMLDivElement>(null)
  const { Editor } = viewFor(field)
  const insert = (name: string) => {
    const text = String(value ?? '')
    const input = box.current?.querySelector<HTMLInputElement | HTMLTextAreaElement>('input, textarea')
    const at = input?.selectionEnd ?? text.length
    const written = `{{${name}}}`
    onChange?.(`${text.slice(0, at)}${written}${text.slice(at)}`)
    requestAnimationFrame(() => {
      input?.focus()
      input?.setSelectionRange(at + written.length, at + written.length)
    })
  }
  const items = Object.entries(MAIL_VARIABLES).map(([key, words]) => ({ key, label: `${wordIn(words, lang)}  {{${key}}}` }))
  return (
    <div ref={box}>
      <Editor {...props} />
      <Dropdown trigger={['click']} menu={{ items, onClick: ({ key }) => insert(key), style: { maxHeight: 320, overflow: 'auto' } }}>
        <Button size="small" type="link" icon={<PlusOutlined />} aria-label={t('mailTemplate.insertInto', { field: field.label })}>
          {t('mailTemplate.insert')}
        </Button>
      </Dropdown>
    </div>
  )
}

const EDITORS: Editors = { subject: WithVariables, subject_en: WithVariables, body: WithVariables, body_en: WithVariables }

export const NewMailTemplate = () => (
  <OwnEditors.Provider value={EDITORS}>
    <NewScreen model={MODEL} />
  </OwnEditors.Provider>
)

export const EditMailTemplate = () => (
  <OwnEditors.Provider value={EDITORS}>
    <EditScreen model={MODEL} />
  </OwnEditors.Provider>
)
