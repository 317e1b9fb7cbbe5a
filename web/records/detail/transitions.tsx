import { DownOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { useState } from 'react'
import type { WireSchema, WireTransition } from '../../../model/kit/wire/wire.ts'
import type { Rec } from '../../api/api.ts'
import { withoutQualifier } from '../../fields/option-label.ts'
import { useWords } from '../../words/language.ts'
import { dialogOnRequest } from '../../ui/on-request.tsx'
import { transitionsNow } from './transitions-now.ts'

const TransitionDialog = dialogOnRequest(async () => (await import('./transition-dialog.tsx')).TransitionDialog)

const IN_SIGHT = 2

type TransitionsProps = {
  schema: WireSchema
  record: Rec
  /** The reason why no step can be taken now. */
  held?: string | undefined
  /** The only transitions that are offered here. */
  only?: readonly string[]
}

/** The available transitions of this person, as listed by the server. */
export function Transitions({ schema, record, held, only }: TransitionsProps) {
  const { t } = useWords()
  const [taken, setTaken] = useState<WireTransition | null>(null)
  const now = transitionsNow(schema, record).filter(({ code }) => only?.includes(code) ?? true)
  if (now.length === 0) return null
  const [sight, rest] = [now.slice(0, now.length > IN_SIGHT + 1 ? IN_SIGHT : now.length), now.length > IN_SIGHT + 1 ? now.slice(IN_SIGHT) : []]
  return (
    <>
      {sight.map((transition) => (
        <Button key={transition.code} disabled={held !== undefined} title={held} onClick={() => setTaken(transition)}>
          {withoutQualifier(transition.label)}
        </Button>
      ))}
      {rest.length > 0 && (
        <Dropdown
          disabled={held !== undefined}
          trigger={['click']}
          menu={{
            items: rest.map(({ code, label }) => ({ key: code, label: withoutQualifier(label) })),
            onClick: ({ key }) => setTaken(rest.find(({ code }) => code === key) ?? null),
          }}
        >
          <Button disabled={held !== undefined} title={held}>
            {t('detail.moreSteps')} <DownOutlined aria-hidden />
          </Button>
        </Dropdown>
      )}
      {taken && <TransitionDialog schema={schema} record={record} transition={taken} onClose={() => setTaken(null)} />}
    </>
  )
}
