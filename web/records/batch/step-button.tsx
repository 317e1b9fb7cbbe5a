import { SwapOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import { allows } from '../../api/allows.ts'
import { useWords } from '../../words/language.ts'
import type { Whole } from './update-results.tsx'
import { dialogOnRequest } from '../../ui/on-request.tsx'

const BatchTransition = dialogOnRequest(async () => (await import('./batch-transition.tsx')).BatchTransition)

type StepButtonProps = { schema: WireSchema; sids: readonly string[]; whole?: Whole; onDone: () => void }

/** Changes the state of the chosen records, where they have states and this person may. */
export function StepButton({ schema, ...chosen }: StepButtonProps) {
  const { t } = useWords()
  const [isOpen, setOpen] = useState(false)
  if (!schema.states || !allows(schema, 'transition')) return null
  return (
    <>
      <Button size="small" icon={<SwapOutlined />} onClick={() => setOpen(true)}>
        {t('batch.step')}
      </Button>
      {isOpen && <BatchTransition schema={schema} {...chosen} onClose={() => setOpen(false)} />}
    </>
  )
}
