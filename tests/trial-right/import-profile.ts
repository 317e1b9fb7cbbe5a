import { textOf } from '../../model/import/values/cell.ts'
import type { ImportProfile } from '../../model/import/import-profile.ts'

export const importProfile: ImportProfile = {
  headings: { denomination: ['品种', 'variety'], botanical_taxon: ['学名', 'latin name'] },
  extras: { sites: ['试验点（一格多处）', 'Trial sites in one cell'] },
  not_ours: ['序号'],
  sourceOf: (headings) => (headings.includes('品种权公告') ? { name: 'Gazette', order: 'dmy' } : undefined),
  // A list without a column of offices is one of the home office.
  readRow(_, cells, { values }) {
    values.office ??= 'CN'
    const sites = textOf(cells.get('sites'))
    if (sites) values.trial_sites = sites.split('、')
  },
  soft: ['firm_sid'],
  kept: ['filed_on'],
}
