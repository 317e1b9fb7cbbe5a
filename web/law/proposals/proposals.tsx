import type { ProposedContent } from '../../../model/docketing/law/law_proposal.ts'
import { readLawRule, setLawRule } from '../../../model/docketing/law/law-proposal-actions.ts'
import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import { act, type Rec } from '../../api/api.ts'
import { OneRecord } from '../../records/detail/one-record.tsx'
import { ProposalPage } from '../../records/detail/proposal-page.tsx'
import { PROPOSAL_LIST, ProposedLines } from '../../records/detail/proposed-lines.tsx'
import { RuledList } from '../../records/list/ruled-list.tsx'
import { useWords } from '../../words/language.ts'
import { EffectsOf } from './effects-of.tsx'

const MODEL = 'law_proposal'

/** Fields that the heading, the list of changes and their effects already show. */
const OWN_FIELDS = ['about', 'about_en', 'lines', 'contents', 'status']

/** Changes of the law that one person proposed and another confirms, and whether they wait at all. */
export function LawProposals() {
  const { t } = useWords()
  return (
    <RuledList
      model={MODEL}
      own={{ ...PROPOSAL_LIST, ownFields: OWN_FIELDS }}
      rule={{
        label: t('law.proposal.rule'),
        help: t('law.proposal.ruleHelp'),
        read: [readLawRule.name, async () => (await act(readLawRule, {})).two_people],
        set: [setLawRule.name, (two_people) => act(setLawRule, { two_people })],
      }}
    />
  )
}

export const LawProposalScreen = () => <OneRecord model={MODEL}>{(schema, record) => <Proposal schema={schema} record={record} />}</OneRecord>

function Proposal({ schema, record }: { schema: WireSchema; record: Rec }) {
  const { t } = useWords()
  return (
    <ProposalPage
      schema={schema}
      record={record}
      ownFields={OWN_FIELDS}
      words={{ heading: t('law.proposal.changes'), own: t('law.proposal.own'), ask: t('law.proposal.ask') }}
    >
      <ProposedLines record={record} />
      {contentsIn(record).map((content) => (
        <EffectsOf key={`${content.entity} ${content.sid ?? ''} ${content.follows}`} content={content} isOpen={record['status'] === 'PROPOSED'} />
      ))}
    </ProposalPage>
  )
}

const contentsIn = (record: Rec) => (record['contents'] as ProposedContent[] | null | undefined) ?? [] // as the server keeps them
