import type { exportZh } from '../zh/export.ts'

export const exportEn: Record<keyof typeof exportZh, string> = {
  'import.open': 'Import',
  'import.reason': 'Reason',
  'export.title': 'Export {{name}} ({{count}})',
  'export.start': 'Export',
  'export.columns': '{{count}} {{count|column|columns}} selected',
  'export.all': 'All',
  'export.asListed': 'As listed',
  'export.format': 'File format',
  'export.xlsx': 'Excel (.xlsx)',
  'export.csv': 'CSV (UTF-8)',
  'export.jsonl': 'JSON lines',
  'export.pdf': 'PDF, to print',
  'export.totals': 'Totals of amounts, by currency',
  'export.totalsSheet': 'The numbers and totals are on a sheet of their own.',
  'export.most': 'At most {{max}} rows at a time.',
  'export.tooWide': 'A table of a PDF has at most {{max}} columns: choose fewer, or export a workbook.',
  'export.goesOn': 'The current filter applies. The export runs in the background; the file is offered when it is ready and listed under Jobs.',
  'diligence.name': 'Due-diligence package',
  'diligence.title': 'Due-diligence package (rights: {{count}})',
  'diligence.holds':
    'One zip: a workbook (portfolio, owners and their history, licences, pledges, transfers, disputes, fees and open dates), and a folder of documents for each case.',
  'diligence.documents': 'With the documents of each case (main versions)',
  'diligence.yours': 'It holds what you may export; the sheet “About” of the workbook tells what was left out and why.',
  'diligence.most':
    'At most {{rights}} rights, {{files}} documents and 2 GB at once. It is made in the background and can be fetched under Jobs, too.',
}
