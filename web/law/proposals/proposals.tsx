import type { ProposedContent } from '../../../model/docketing/law_proposal.ts'
import { readLawRule, setLawRule } from '../../../model/docketing/law-proposal-actions.ts'
import type { ProposedLine } from '../../../model/kit/proposal.ts'
import type { WireSchema } from '../../../model/kit/wire.ts'
import { allows } from '../../api/allows.ts'
import { act, type Rec, useSchema } from '../../api/api.ts'
import { OneRecord } from '../../records/detail/one-record.tsx'
import { ProposalPage } from '../../records/detail/proposal-page.tsx'
import { ModelList } from '../../records/list/list.tsx'
import { RuleSwitch } from '../../records/list/rule-switch.tsx'
import { PageSkeleton } from '../../ui/page-skeleton.tsx'
import { useWords } from '../../words/language.ts'
import { EffectsOf } from './effects-of.tsx'

const MODEL = 'law_proposal'

/** Changes of the law that one person proposed and another confirms. */
export function LawProposals() {
  const { data: schema } = useSchema(MODEL)
  if (!schema) return <PageSkeleton />
  const acts = allows(schema, readLawRule.name) && <Rule schema={schema} />
  return <ModelList schema={schema} own={{ columns: COLUMNS, Preview: Lines, ownFields: OWN_FIELDS, acts }} />
}

const COLUMNS = ['about', 'proposed_by', 'proposed_on', 'status', 'decided_by']

/** What the heading, the list of changes and their effects tell already. */
const OWN_FIELDS = ['about', 'about_en', 'lines', 'contents', 'status']

/** Whether changes of the law wait at all. */
function Rule({ schema }: { schema: WireSchema }) {
  const { t } = useWords()
  return (
    <RuleSwitch
      model={MODEL}
      label={t('law.proposal.rule')}
      help={t('law.proposal.ruleHelp')}
      read={async () => (await act(readLawRule, {})).two_people}
      set={allows(schema, setLawRule.name) ? (two_people) => act(setLawRule, { two_people }) : undefined}
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
      <Lines record={record} />
      {contentsIn(record).map((content) => (
        <EffectsOf key={`${content.entity} ${content.sid ?? ''} ${content.follows}`} content={content} isOpen={record['status'] === 'PROPOSED'} />
      ))}
    </ProposalPage>
  )
}

const contentsIn = (record: Rec) => (record['contents'] as ProposedContent[] | null | undefined) ?? [] // as the server keeps them

function Lines({ record }: { record: Rec }) {
  const { lang } = useWords()
  const lines = (record['lines'] as ProposedLine[] | null | undefined) ?? [] // as above
  return (
    <ul className="law-proposed">
      {lines.map((line) => (
        <li key={line.zh}>{line[lang]}</li>
      ))}
    </ul>
  )
}
