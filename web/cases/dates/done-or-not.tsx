import { App, Button } from 'antd'
import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import { allows } from '../../api/allows.ts'
import { type Rec, useTransition } from '../../api/api.ts'
import { StateTag } from '../../records/detail/state-tag.tsx'
import { useWords } from '../../words/language.ts'
import { nameOf } from './next-due.tsx'

const UNPROVED: ReadonlySet<unknown> = new Set(['PRESUMED', 'NO_RECORD'])

/** The status of a deadline; one click records whether it was met, as long as that is unknown. */
export function DoneOrNot({ schema, record }: { schema: WireSchema; record: Rec }) {
  const { t, lang } = useWords()
  const { message } = App.useApp()
  const take = useTransition('deadline', {})
  const tag = <StateTag schema={schema} state={record['status']} />
  if (!UNPROVED.has(record['status']) || !allows(schema, 'transition')) return tag
  const name = nameOf(record, lang)
  // An optional act that was not done was waived; a required act was missed.
  const notDone = record['status'] === 'NO_RECORD' ? { transition: 'waive', handled_reason: t('deadlineList.notUsed') } : { transition: 'not_done' }
  const say = (body: { transition: string; handled_reason?: string }) =>
    take.mutateAsync({ sid: record.sid, ...body }).then(
      () => void message.success(t(body.transition === 'complete' ? 'deadlineList.saidDone' : 'deadlineList.saidNotDone', { name })),
      () => undefined, // a refusal has already been shown
    )
  return (
    <span
      className="done-or-not"
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => event.key === 'Enter' && event.stopPropagation()}
    >
      {tag}
      <span role="group" aria-label={t('deadlineList.wasDone', { name })}>
        <Button size="small" disabled={take.isPending} onClick={() => void say({ transition: 'complete' })}>
          {t('deadlineList.itWasDone')}
        </Button>
        <Button size="small" disabled={take.isPending} onClick={() => void say(notDone)}>
          {t('deadlineList.itWasNot')}
        </Button>
      </span>
    </span>
  )
}
