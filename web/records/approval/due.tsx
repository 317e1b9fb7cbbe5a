import { ExclamationCircleOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { timeText, useZone } from '../../fields/moments.ts'
import { useWords } from '../../words/language.ts'

/** The time until which an opinion is due; a late one is marked by more than its colour. */
export function Due({ at }: { at: string }) {
  const { t, tag } = useWords()
  const zone = useZone()
  const [now] = useState(() => Date.now())
  const isLate = Date.parse(at) < now
  return (
    <time dateTime={at} className={isLate ? 'bad' : undefined}>
      {isLate && <ExclamationCircleOutlined aria-hidden />} {t(isLate ? 'approval.late' : 'approval.due', { time: timeText(at, tag, zone) })}
    </time>
  )
}
