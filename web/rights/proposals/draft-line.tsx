import { Button } from 'antd'
import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import { faultLines } from '../../api/fault.ts'
import { Conflict } from '../../records/form/conflict.tsx'
import { useWords, type Word } from '../../words/language.ts'
import type { Draft, Kept } from './draft.ts'

const SAYS: Readonly<Record<Kept['is'], Word | undefined>> = {
  empty: undefined,
  changed: 'draft.changed',
  untitled: 'draft.untitled',
  saving: 'draft.saving',
  saved: 'draft.saved',
  offline: 'draft.offline',
  conflict: 'draft.conflict',
  partly: 'draft.partly',
  refused: 'draft.refused',
}

/** The state of the draft in one line; in a conflict, the person chooses the version to keep. */
export function DraftLine({ schema, draft }: { schema: WireSchema; draft: Draft }) {
  const { t } = useWords()
  const { kept, theirs } = draft
  const says = SAYS[kept.is]
  const faults = 'faults' in kept ? faultLines(kept.faults, t('colon')) : []
  const isBad = ['offline', 'conflict', 'refused', 'partly'].includes(kept.is)
  return (
    <div className={isBad ? 'draft-line bad' : 'draft-line quiet'} role="status">
      {says && t(says)}
      {faults.length > 0 && ` ${faults.join('; ')}`}
      {kept.is === 'conflict' && !theirs && (
        <Button type="link" size="small" onClick={() => void draft.flush()}>
          {t('draft.compare')}
        </Button>
      )}
      {theirs && (
        <Conflict
          schema={schema}
          mine={draft.mine()}
          theirs={theirs}
          onKeepMine={draft.keepMine}
          onTakeTheirs={draft.takeTheirs}
          onClose={draft.forget}
        />
      )}
    </div>
  )
}
