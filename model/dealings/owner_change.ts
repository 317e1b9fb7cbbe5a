import { date, decimal, link, rows, string } from '../kit/fields.ts'
import { defineModel, READ_ONLY, type Row } from '../kit/model.ts'

const owners = (zh: string, en: string) =>
  rows(
    zh,
    en,
    {
      applicant_sid: link('权利人', 'Owner', { to: 'applicant' }),
      share_pct: decimal('份额', 'Share %', { digits: 2 }),
    },
    { computed: true, list: true },
  )

/** The owners of a right before and after a recorded transfer, with its day and its document. */
export const owner_change = defineModel({
  name: 'owner_change',
  zh: '权利人变更',
  en: 'Change of owner',
  display: ['effective_date', 'document'],
  no_log: true,
  refuses: READ_ONLY,
  visibility: { through: 'case_sid' },
  indexes: [['case_sid', 'effective_date']],
  fields: {
    case_sid: link('权利', 'Right', { to: 'case', computed: true, searchable: true, list: true }),
    transfer_sid: link('转让', 'Transfer', { to: 'case', computed: true, searchable: true, list: true }),
    effective_date: date('生效日', 'Effective from', { computed: true, searchable: true, list: true }),
    former_owners: owners('原权利人', 'Former owners'),
    new_owners: owners('新权利人', 'New owners'),
    document: string('依据文件', 'Document', { computed: true, searchable: true, list: true, max: 120 }),
  },
})

export type OwnerChange = Row<typeof owner_change>
