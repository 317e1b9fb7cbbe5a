import { readPermissionRule, setPermissionRule } from '../../../model/auth/proposals/permission-proposal-actions.ts'
import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import { act, type Rec } from '../../api/api.ts'
import { OneRecord } from '../../records/detail/one-record.tsx'
import { ProposalPage } from '../../records/detail/proposal-page.tsx'
import { PROPOSAL_LIST, ProposedLines } from '../../records/detail/proposed-lines.tsx'
import { RuledList } from '../../records/list/ruled-list.tsx'
import { useWords } from '../../words/language.ts'

const MODEL = 'permission_proposal'

/** Fields that the heading and the list of changes already show. */
const OWN_FIELDS = ['about', 'about_en', 'lines', 'status']

/** Changes of permissions that one administrator proposed and another confirms, and whether they wait at all. */
export function Proposals() {
  const { t } = useWords()
  return (
    <RuledList
      model={MODEL}
      own={{ ...PROPOSAL_LIST, ownFields: OWN_FIELDS }}
      rule={{
        label: t('proposal.rule'),
        help: t('proposal.ruleHelp'),
        read: [readPermissionRule.name, async () => (await act(readPermissionRule, {})).two_people],
        set: [setPermissionRule.name, (two_people) => act(setPermissionRule, { two_people })],
      }}
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
      <ProposedLines record={record} />
    </ProposalPage>
  )
}
