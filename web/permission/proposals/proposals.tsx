import type { ProposedLine } from '../../../model/kit/proposal.ts'
import { readPermissionRule, setPermissionRule } from '../../../model/auth/permission-proposal-actions.ts'
import type { WireSchema } from '../../../model/kit/wire.ts'
import { allows } from '../../api/allows.ts'
import { act, type Rec, useSchema } from '../../api/api.ts'
import { OneRecord } from '../../records/detail/one-record.tsx'
import { ProposalPage } from '../../records/detail/proposal-page.tsx'
import { ModelList } from '../../records/list/list.tsx'
import { RuleSwitch } from '../../records/list/rule-switch.tsx'
import { PageSkeleton } from '../../ui/page-skeleton.tsx'
import { useWords } from '../../words/language.ts'
import '../permission.css'

const MODEL = 'permission_proposal'

/** Changes of permissions that one administrator proposed and another confirms. */
export function Proposals() {
  const { data: schema } = useSchema(MODEL)
  if (!schema) return <PageSkeleton />
  const acts = allows(schema, readPermissionRule.name) && <Rule schema={schema} />
  return <ModelList schema={schema} own={{ columns: COLUMNS, Preview: Lines, ownFields: OWN_FIELDS, acts }} />
}

const COLUMNS = ['about', 'proposed_by', 'proposed_on', 'status', 'decided_by']

/** What the heading and the list of changes tell already. */
const OWN_FIELDS = ['about', 'about_en', 'lines', 'status']

/** Whether changes wait at all. */
function Rule({ schema }: { schema: WireSchema }) {
  const { t } = useWords()
  return (
    <RuleSwitch
      model={MODEL}
      label={t('proposal.rule')}
      help={t('proposal.ruleHelp')}
      read={async () => (await act(readPermissionRule, {})).two_people}
      set={allows(schema, setPermissionRule.name) ? (two_people) => act(setPermissionRule, { two_people }) : undefined}
    />
  )
}

export const ProposalScreen = () => <OneRecord model={MODEL}>{(schema, record) => <Proposal schema={schema} record={record} />}</OneRecord>

function Proposal({ schema, record }: { schema: WireSchema; record: Rec }) {
  const { t } = useWords()
  return (
    <ProposalPage
      schema={schema}
      record={record}
      ownFields={OWN_FIELDS}
      words={{ heading: t('proposal.changes'), own: t('proposal.own'), ask: t('proposal.ask') }}
    >
      <Lines record={record} />
    </ProposalPage>
  )
}

function Lines({ record }: { record: Rec }) {
  const { lang } = useWords()
  const lines = (record['lines'] as ProposedLine[] | null | undefined) ?? [] // as the server keeps them
  return (
    <ul className="role-changes">
      {lines.map((line) => (
        <li key={line.zh}>{line[lang]}</li>
      ))}
    </ul>
  )
}
