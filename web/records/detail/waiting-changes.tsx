import { Alert } from 'antd'
import { Link } from 'react-router'
import type { ProposedLine } from '../../../model/kit/proposal.ts'
import { useSearch } from '../../api/api.ts'
import { pageOf } from '../../api/page-of.ts'
import { useSees } from '../../api/sees.ts'
import { isRef } from '../../fields/names.ts'
import { useWords } from '../../words/language.ts'

const MODEL = 'permission_proposal'
const ASKED = { fl: ['lines', 'proposed_by'], iql: "status = 'PROPOSED' ORDER BY proposed_on ASC", rows: 100, total: 'none' } as const

/** The changes of a person or role that wait for a second administrator, for those who see such proposals. */
export function WaitingChanges({ of }: { of: string }) {
  const { t, lang } = useWords()
  const sees = useSees(MODEL)
  const { data } = useSearch(MODEL, ASKED, { meta: { faults: 'own' }, enabled: sees === true })
  const waiting = (data?.record ?? []).flatMap(({ sid, lines, proposed_by: by }) =>
    ((lines ?? []) as ProposedLine[]) // as the server keeps them
      .filter((line) => line.sid === of)
      .map((line) => ({ sid, text: line[lang], by: isRef(by) ? by.name : '' })),
  )
  if (waiting.length === 0) return null
  return (
    <Alert
      type="warning"
      showIcon
      className="spaced"
      title={t('proposal.waits')}
      description={waiting.map(({ sid, text, by }) => (
        <div key={`${sid} ${text}`}>
          <Link to={pageOf(MODEL, `/${sid}`)}>{text}</Link>
          {by && <span className="quiet"> {t('proposal.waitsBy', { by })}</span>}
        </div>
      ))}
    />
  )
}
