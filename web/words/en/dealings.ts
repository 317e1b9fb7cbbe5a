import type { dealingsZh } from '../zh/dealings.ts'

export const dealingsEn: Record<keyof typeof dealingsZh, string> = {
  'dealings.tab': 'Contracts and disputes',
  'dealings.rights': 'Rights concerned',
  'dealings.none': 'No transfer, licence, pledge or dispute',
  'dealings.noneHint': 'A contract that names this right is shown here.',
  'dealings.owners': 'History of owners',
  'dealings.case': 'Contract or dispute',
  'dealings.kind': 'Kind',
  'dealings.status': 'Status',
  'dealings.right': 'Right',
  'dealings.country': 'Country/office',
  'dealings.addOne': 'Add a right',
  'dealings.addMany': 'Add by pasted numbers',
  'dealings.addChosen': 'Add {{count}}',
  'dealings.added': '{{count}} added',
  'dealings.noRights': 'No rights named yet',
  'dealings.noRightsHint': 'Find one, or paste many case, application or registration numbers to add them at once.',
  'dealings.pledged': 'Pledged: its annuities must be paid',
  'dealings.total': '{{count}} in all',
}
