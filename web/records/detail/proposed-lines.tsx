import type { ProposedLine } from '../../../model/kit/proposal.ts'
import type { Rec } from '../../api/api.ts'
import { ABOUT_WIDTH } from '../list/list-own.ts'
import { useWords } from '../../words/language.ts'
import './proposed-lines.css'

/** The changes of a proposal, in words. */
export function ProposedLines({ record }: { record: Rec }) {
  const { lang } = useWords()
  const lines = (record['lines'] as ProposedLine[] | null | undefined) ?? [] // as the server keeps them
  return (
    <ul className="proposed-lines">
      {lines.map((line) => (
        <li key={line.zh}>{line[lang]}</li>
      ))}
    </ul>
  )
}

/** A list of such proposals. */
export const PROPOSAL_LIST = {
  columns: ['about', 'proposed_by', 'proposed_on', 'status', 'decided_by'],
  widths: { about: ABOUT_WIDTH },
  Preview: ProposedLines,
}
